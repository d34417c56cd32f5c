"""From an option to the plan that is shown: purchase, scaling, cost, ranges, words."""

from __future__ import annotations

import msgspec

from engine.advice import Cost, Plan, Role, Throughput
from engine.decision.choice import Decision
from engine.decision.context import ONLINE, Context, Option, instance_type_name
from engine.decision.costs import token_price
from engine.decision.explanation.cautions import list_cautions, list_software
from engine.decision.explanation.deciding_term import score_terms
from engine.decision.explanation.place_options import choose_place_options
from engine.decision.explanation.plan_figures import PlanFigures, plan_figures, range_around
from engine.decision.explanation.reasons import list_reasons
from engine.decision.explanation.scaling import choose_scaling
from knowledge.schema.instance import PriceKind

_UNITS = {"network": ("requests", 1e6), "classic": ("requests", 1e6), "language-model": ("output tokens", 1e6)}


def build_plan(context: Context, option: Option, figures: PlanFigures | None = None) -> Plan:
    """The plan of an option, without reasons and cautions. `figures` are those of the option, where they are known already."""
    figures, instance = figures or plan_figures(context, option), option.instance
    return Plan(
        processor=option.processor,  # type: ignore[arg-type]  # a processor's id
        family=instance.family if instance else None,
        instance_type=instance_type_name(option),
        instance_count=option.count if instance else None,
        memory_mb=option.memory_mb,
        place=option.place.id,
        place_options=choose_place_options(context, option, figures.purchase),
        purchase=figures.purchase,
        purchases=figures.purchases,
        scaling=choose_scaling(context, option),
        latency_ms=figures.latency,
        throughput_per_s=_plan_throughput(context, option, figures.range_factor),
        utilization=option.utilization,
        cost=_plan_cost(context, figures),
        verdict="tight" if option.verdict == "tight" else "fits",
        basis="measured" if option.is_measured else "estimated",
        hours_per_run=option.hours,
        precision=option.precision,
        bound_by=option.bound_by,
    )


def explain_plan(decision: Decision, option: Option, role: Role | None = None, figures: PlanFigures | None = None) -> Plan:
    """The plan of one of the decision's options, with its reasons, cautions and software."""
    return msgspec.structs.replace(
        build_plan(decision.context, option, figures),
        score=score_terms(decision, option),
        reasons=list_reasons(decision, option),
        cautions=list_cautions(decision, option),
        software=list_software(decision, option),
        role=role,
    )


def _plan_throughput(context: Context, option: Option, factor: float) -> Throughput:
    value = option.capacity * (context.needs.items_per_request if context.situation == ONLINE else 1.0)
    around = range_around(value or None, factor)
    return Throughput(estimate=around.estimate, low=around.low, high=around.high, unit=_throughput_unit(context))


def _throughput_unit(context: Context) -> str:
    return _UNITS[context.needs.kind][0] if context.situation == ONLINE else "items"


def _plan_cost(context: Context, figures: PlanFigures) -> Cost:
    cost = figures.cost
    option = cost.option
    if not option.is_priced:
        nothing = dict.fromkeys(("usd_per_hour", "usd_per_month", "usd_per_million", "usd_per_run"))
        return Cost(**nothing, per=_throughput_unit(context), price="estimated", as_of="")
    kind, as_of = _price_basis(context, figures)
    return Cost(
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        usd_per_million=cost.usd_per_million,
        per=_throughput_unit(context),
        usd_per_run=cost.usd_per_run,
        price=kind,
        as_of=as_of,
    )


def _price_basis(context: Context, figures: PlanFigures) -> tuple[PriceKind, str]:
    """Whether the price is published as it stands, and its date; empty where none is known."""
    option = figures.cost.option
    if option.instance is not None:
        is_here = context.region == context.knowledge.stamp.price_region
        rate = context.block_rate(option.place, option.instance) if figures.cost.is_booked else None
        if rate is not None:
            return "published" if is_here else "estimated", rate.as_of.isoformat()
        price = option.instance.price_at(sagemaker=option.place.job_kind is not None)
        if price is None:
            return "estimated", ""
        return price.kind if is_here and not figures.saving else "estimated", price.as_of.isoformat()
    if option.processor is None:
        tokens = token_price(context)
        return "estimated", max(fact.as_of for fact in tokens.price_facts).isoformat() if tokens is not None else ""
    rates = option.place.billing.rates
    return ("published", max(fact.as_of for fact in rates.values()).isoformat()) if rates else ("estimated", "")
