"""From an option to the plan that is shown: purchase, scaling, cost, ranges."""

from __future__ import annotations

from engine.advice import Cost, Plan, Range, Throughput
from engine.decision.context import Context
from engine.decision.edge import is_device
from engine.decision.option import Option
from engine.decision.place_options import place_options
from engine.decision.purchasing import advised_purchase, purchases_of, saving_of
from engine.decision.scaling import scaling_of
from engine.decision.situation import ONLINE
from engine.decision.tokens import token_price
from knowledge.schema.instance import HOURS_A_MONTH

_UNITS = {"network": ("requests", 1e6), "classic": ("requests", 1e6), "language-model": ("output tokens", 1e6)}


def plan_of(context: Context, option: Option) -> Plan:
    """The whole plan of an option, without its words."""
    purchase = advised_purchase(context, option)
    purchases = purchases_of(context, option, purchase)
    saving = saving_of(purchases)
    instance = option.instance
    return Plan(
        processor=option.processor,  # type: ignore[arg-type]  # a processor's id
        family=instance.family if instance else None,
        instance_type=type_name(option),
        instance_count=option.count if instance else None,
        memory_mb=option.memory_mb,
        place=option.place.id,
        place_options=place_options(context, option, purchase),
        purchase=purchase,
        purchases=purchases,
        scaling=scaling_of(context, option),
        latency_ms=_range(option.latency_ms, range_factor(context, option)),
        throughput_per_s=_throughput(context, option),
        utilization=option.utilization,
        cost=_cost(context, option, saving),
        verdict="tight" if option.verdict == "tight" else "fits",
        basis="measured" if option.is_measured else "estimated",
        hours_per_run=option.hours,
        precision=option.precision,
        bound_by=option.bound_by,
    )


def type_name(option: Option) -> str | None:
    """The name as the place writes it: with `ml.` at SageMaker."""
    if option.instance is None:
        return None
    return f"ml.{option.instance.instance_type}" if option.place.job_kind else option.instance.instance_type


def range_factor(context: Context, option: Option) -> float:
    """How far off the estimate may be, up or down: the wider of what latency and throughput of such a model were found to be."""
    if option.processor is None:
        return 1.0
    spread = context.knowledge.efficiencies[option.processor].spread
    kind = "training" if context.situation == "training" else context.needs.shape.kind if context.needs.shape else "other"
    found = spread.get(kind, spread["other"])
    widest = max(found.throughput, found.latency)
    if option.is_tried:
        return min(widest, context.rates["same_run_spread"])
    return min(widest, context.thresholds["measured_spread"]) if option.is_measured else widest


def _range(value: float | None, factor: float) -> Range:
    if value is None:
        return Range(estimate=None, low=None, high=None)
    return Range(estimate=value, low=value / factor, high=value * factor)


def _throughput(context: Context, option: Option) -> Throughput:
    unit = _unit(context)
    value = option.capacity * (context.needs.items_per_request if context.situation == ONLINE else 1.0)
    around = _range(value or None, range_factor(context, option))
    return Throughput(estimate=around.estimate, low=around.low, high=around.high, unit=unit)


def _unit(context: Context) -> str:
    return _UNITS[context.needs.kind][0] if context.situation == ONLINE else "items"


def _cost(context: Context, option: Option, saving: float) -> Cost:
    if is_device(option):
        nothing = dict.fromkeys(("usd_per_hour", "usd_per_month", "usd_per_million", "usd_per_run"))
        return Cost(**nothing, per=_unit(context), price="estimated", as_of="")
    published, as_of = "estimated", ""
    if option.instance is not None:
        price = option.instance.price_at(sagemaker=option.place.job_kind is not None)
        here = context.region == context.knowledge.stamp.price_region
        if price is not None:
            published = price.kind if here and not saving else "estimated"
            as_of = price.as_of.isoformat()
    elif option.processor is None:
        tokens = token_price(context)
        as_of = tokens.usd_per_million_output_tokens.as_of.isoformat() if tokens is not None else ""
    elif option.place.billing.rates:
        published = "published"
        as_of = max(fact.as_of for fact in option.place.billing.rates.values()).isoformat()
    paid = 1 - saving
    return Cost(
        usd_per_hour=option.usd_per_hour * paid,
        usd_per_month=option.usd_per_month * paid,
        usd_per_million=_per_million(context, option, paid),
        per=_unit(context),
        usd_per_run=option.usd_per_run * paid if option.usd_per_run is not None else None,
        price=published,  # type: ignore[arg-type]  # one of the two kinds
        as_of=as_of,
    )


def _per_million(context: Context, option: Option, paid: float) -> float | None:
    """The month's cost over the units demanded in it; over a share of the capacity where the demand is unknown."""
    if context.situation == ONLINE:
        share = (context.workload.hours_per_day or 24) / 24
        rate = context.workload.requests_per_second or context.thresholds["assumed_load"] * option.capacity
        units = rate * context.needs.items_per_request * HOURS_A_MONTH * 3600 * share
        return option.usd_per_month * paid / units * 1e6 if units else None
    items = context.workload.items_per_run or context.needs.rows
    return option.usd_per_run * paid / items * 1e6 if option.usd_per_run is not None and items else None
