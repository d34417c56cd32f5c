"""Why it is paid for like that, in one sentence with the figure that decides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from engine.advice import PurchaseOption, Reason
from engine.decision.choice import Decision
from engine.decision.context import ONLINE, Context, Option
from engine.decision.costs import (
    advised_purchase,
    expect_interruptions,
    leaves_time_for_one,
    list_purchases,
    may_be_interrupted,
    months_to_break_even,
    used_savings_plans,
)
from engine.decision.explanation.wording import say
from engine.number_format import format_duration, format_money, format_significant

_HOUR_MS: Final = 3.6e6
_TO_BE_EXPECTED: Final = 0.1
"""Interruptions a run from which they are told by number."""
PURCHASE_FACTS: Final = ("commitment_years", "interruptible")
"""What the reason for a purchase rests on."""


def explain_purchase(decision: Decision, option: Option) -> Reason:
    """The reason for the advised purchase of an option."""
    context, kind = decision.context, advised_purchase(decision.context, option)
    key, values = _key_and_values(context, option, list_purchases(context, option, kind))
    return Reason(text=say(context, "reasons", key, **values), facts=PURCHASE_FACTS, sources=context.knowledge.purchases[kind].sources[:1])


def _key_and_values(context: Context, option: Option, purchases: tuple[PurchaseOption, ...]) -> tuple[str, Mapping[str, object]]:
    """The sentence and what it speaks of."""
    kind = advised_purchase(context, option)
    owned = used_savings_plans(context, option, kind)
    if owned is not None:
        key = "purchase_owned" if owned.is_complete else "purchase_owned_part"
        return key, {"name": owned.name, "commitment": format_money(owned.commitment), "share": f"{owned.covered:.0%}"}
    advised = next((one for one in purchases if one.advised), None)
    if kind == "spot" and advised is not None:
        return _spot(context, option, advised)
    if kind == "savings-plan" and advised is not None:
        return "purchase_savings-plan", _commitment_values(context, advised)
    if kind == "on-demand":
        return _on_demand(context, option, {one.kind: one for one in reversed(purchases)})
    return _capacity_block(context, option) if kind == "capacity-block" else (f"purchase_{kind}", {})


def _capacity_block(context: Context, option: Option) -> tuple[str, Mapping[str, object]]:
    """Which rate the price is that of: a published one of blocks, or on demand where none is known."""
    rate = context.block_rate(option.place, option.instance) if option.instance is not None else None
    if rate is None or option.instance is None:
        return "purchase_capacity-block", {}
    values = {"rate": f"${rate.value_for(context.lens):g}", "as_of": f"{rate.as_of:%Y-%m}"}
    whole = context.smallest_lot(option.instance)
    return ("purchase_capacity-block_whole", {**values, "whole": whole}) if whole > 1 else ("purchase_capacity-block_rate", values)


def _spot(context: Context, option: Option, advised: PurchaseOption) -> tuple[str, Mapping[str, object]]:
    expected, work = expect_interruptions(context, option), context.workload
    values = {
        "share": f"{advised.saving:.0%}",
        "count": format_significant(expected.expected, 2),
        "delay": format_duration(expected.hours * _HOUR_MS),
        "one": format_duration(expected.hours_of_one * _HOUR_MS),
    }
    if not (work.interruptible or work.checkpointing or "spot" in (work.require or ())):
        return "purchase_spot_supposed", values
    return "purchase_spot" if expected.expected >= _TO_BE_EXPECTED else "purchase_spot_unlikely", values


def _term(context: Context, plan: PurchaseOption) -> str:
    return say(context, "plots", f"prices_years_{plan.term_years}")


def _commitment_values(context: Context, plan: PurchaseOption) -> Mapping[str, object]:
    """What a commitment saves, and what may still change within its term."""
    sold = next(one for one in context.knowledge.purchases[plan.kind].plans if one.name == plan.name)
    return {"name": plan.name, "term": _term(context, plan), "share": f"{plan.saving:.0%}", "free": sold.stays_free}


def _on_demand(context: Context, option: Option, others: Mapping[str, PurchaseOption]) -> tuple[str, Mapping[str, object]]:
    """Why nothing cheaper is advised: Spot first, then a commitment."""
    excluded = context.workload.exclude or ()
    spot, plan = others.get("spot"), others.get("savings-plan")
    if spot is not None and "spot" not in excluded and (key := _against_spot(context, option)):
        one = expect_interruptions(context, option).hours_of_one
        return key, {"share": f"{spot.saving:.0%}", "one": format_duration(one * _HOUR_MS)}
    if plan is not None and "savings-plan" not in excluded:
        return _against_commitment(context, option, plan)
    return "purchase_on-demand", {}


def _against_spot(context: Context, option: Option) -> str:
    """What speaks against Spot where it is sold; empty for requests, which it is not made for."""
    if context.situation == ONLINE:
        return ""
    if context.workload.interruptible is False:
        return "purchase_uninterrupted"
    if not may_be_interrupted(context):
        return "purchase_if_interruptible"
    return "" if leaves_time_for_one(context, option) else "purchase_in_time"


def _against_commitment(context: Context, option: Option, plan: PurchaseOption) -> tuple[str, Mapping[str, object]]:
    if context.workload.commitment_years and plan.saving <= 0:
        return "purchase_too_few_hours", {"dearer": f"{-plan.saving:.0%}"}
    if plan.saving > 0 and plan.usd_per_month is not None and context.situation == ONLINE:
        saved, months = format_money(option.usd_per_month - plan.usd_per_month), math.ceil(months_to_break_even(plan))
        return "purchase_uncommitted", {"saved": saved, "months": months, "term": _term(context, plan)}
    return "purchase_on-demand", {}
