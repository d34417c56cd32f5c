"""The figures of a plan: how it is paid for, what it costs, how long an answer may take; with the records that they are the totals of."""

from __future__ import annotations

import msgspec

from engine.advice import PurchaseOption, Range
from engine.decision.context import Context, Option, range_factor
from engine.decision.costs import PaidCost, advised_purchase, advised_saving, list_purchases, paid_cost
from knowledge.schema.purchase import PurchaseKind


class PlanFigures(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The figures of one option."""

    purchase: PurchaseKind
    purchases: tuple[PurchaseOption, ...]
    """Every purchase on offer."""
    saving: float
    """Of the advised purchase, as a share of the on-demand price."""
    cost: PaidCost
    range_factor: float
    """The factor by which estimates of speed may be off, up or down."""
    latency: Range
    """99th percentile, ms."""


def plan_figures(context: Context, option: Option) -> PlanFigures:
    """The figures of an option with its advised purchase."""
    purchase = advised_purchase(context, option)
    purchases = list_purchases(context, option, purchase)
    saving, factor = advised_saving(purchases), range_factor(context, option)
    return PlanFigures(
        purchase=purchase,
        purchases=purchases,
        saving=saving,
        cost=paid_cost(context, option, saving),
        range_factor=factor,
        latency=range_around(option.latency_ms, factor),
    )


def range_around(value: float | None, factor: float) -> Range:
    """An estimate that may be off by `factor`; empty without one."""
    if value is None:
        return Range(estimate=None, low=None, high=None)
    return Range(estimate=value, low=value / factor, high=value * factor)
