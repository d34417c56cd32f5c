"""From an option to the plan that is shown: purchase, scaling, cost, ranges, words."""

from __future__ import annotations

import msgspec

from engine.advice import Cost, Plan, Range, Role, Throughput
from engine.decision.choice import Decision
from engine.decision.context import ONLINE, Context, Option, instance_type_name, range_factor
from engine.decision.costs import advised_purchase, advised_saving, is_booked, list_purchases, token_price
from engine.decision.explanation.cautions import list_cautions, list_software
from engine.decision.explanation.deciding_term import score_terms
from engine.decision.explanation.place_options import choose_place_options
from engine.decision.explanation.reasons import list_reasons
from engine.decision.explanation.scaling import choose_scaling
from knowledge.schema.instance import HOURS_A_MONTH

_UNITS = {"network": ("requests", 1e6), "classic": ("requests", 1e6), "language-model": ("output tokens", 1e6)}


def build_plan(context: Context, option: Option) -> Plan:
    """The plan of an option, without reasons and cautions."""
    purchase = advised_purchase(context, option)
    purchases = list_purchases(context, option, purchase)
    saving = advised_saving(purchases)
    instance = option.instance
    return Plan(
        processor=option.processor,  # type: ignore[arg-type]  # a processor's id
        family=instance.family if instance else None,
        instance_type=instance_type_name(option),
        instance_count=option.count if instance else None,
        memory_mb=option.memory_mb,
        place=option.place.id,
        place_options=choose_place_options(context, option, purchase),
        purchase=purchase,
        purchases=purchases,
        scaling=choose_scaling(context, option),
        latency_ms=_range_around(option.latency_ms, range_factor(context, option)),
        throughput_per_s=_plan_throughput(context, option),
        utilization=option.utilization,
        cost=_plan_cost(context, option, saving),
        verdict="tight" if option.verdict == "tight" else "fits",
        basis="measured" if option.is_measured else "estimated",
        hours_per_run=option.hours,
        precision=option.precision,
        bound_by=option.bound_by,
    )


def explain_plan(decision: Decision, option: Option, role: Role | None = None) -> Plan:
    """The plan of one of the decision's options, with its reasons, cautions and software."""
    return msgspec.structs.replace(
        build_plan(decision.context, option),
        score=score_terms(decision, option),
        reasons=list_reasons(decision, option),
        cautions=list_cautions(decision, option),
        software=list_software(decision, option),
        role=role,
    )


def _range_around(value: float | None, factor: float) -> Range:
    if value is None:
        return Range(estimate=None, low=None, high=None)
    return Range(estimate=value, low=value / factor, high=value * factor)


def _plan_throughput(context: Context, option: Option) -> Throughput:
    unit = _throughput_unit(context)
    value = option.capacity * (context.needs.items_per_request if context.situation == ONLINE else 1.0)
    around = _range_around(value or None, range_factor(context, option))
    return Throughput(estimate=around.estimate, low=around.low, high=around.high, unit=unit)


def _throughput_unit(context: Context) -> str:
    return _UNITS[context.needs.kind][0] if context.situation == ONLINE else "items"


def _plan_cost(context: Context, option: Option, saving: float) -> Cost:
    if not option.is_priced:
        nothing = dict.fromkeys(("usd_per_hour", "usd_per_month", "usd_per_million", "usd_per_run"))
        return Cost(**nothing, per=_throughput_unit(context), price="estimated", as_of="")
    published, as_of = "estimated", ""
    if option.instance is not None:
        price = option.instance.price_at(sagemaker=option.place.job_kind is not None)
        here = context.region == context.knowledge.stamp.price_region
        if price is not None:
            published = price.kind if here and not saving else "estimated"
            as_of = price.as_of.isoformat()
    elif option.processor is None:
        tokens = token_price(context)
        as_of = max(fact.as_of for fact in tokens.price_facts).isoformat() if tokens is not None else ""
    elif option.place.billing.rates:
        published = "published"
        as_of = max(fact.as_of for fact in option.place.billing.rates.values()).isoformat()
    paid = 1 - saving
    return Cost(
        usd_per_hour=option.usd_per_hour * (1.0 if is_booked(context, option) else paid),
        usd_per_month=option.usd_per_month * paid,
        usd_per_million=_usd_per_million(context, option, paid),
        per=_throughput_unit(context),
        usd_per_run=option.usd_per_run * paid if option.usd_per_run is not None else None,
        price=published,  # type: ignore[arg-type]  # one of the two kinds
        as_of=as_of,
    )


def _usd_per_million(context: Context, option: Option, paid: float) -> float | None:
    """USD for a million units: the month's cost over the units demanded, or over a share of the capacity where demand is unknown."""
    if context.situation == ONLINE:
        share = (context.workload.hours_per_day or 24) / 24
        rate = context.workload.requests_per_second or context.thresholds["assumed_load"] * option.capacity
        units = rate * context.needs.items_per_request * HOURS_A_MONTH * 3600 * share
        return option.usd_per_month * paid / units * 1e6 if units else None
    items = context.workload.items_per_run or context.needs.rows
    return option.usd_per_run * paid / items * 1e6 if option.usd_per_run is not None and items else None
