"""Every way to pay for the choice, with what it costs a month."""

from __future__ import annotations

import math
from typing import Final, Literal

from engine.advice import PurchaseOption
from engine.decision.choice import Decision
from engine.decision.costs import advised_purchase, list_purchases
from engine.figures.axis import is_drawable
from knowledge.schema.record import Record

_MAX_OVER_ON_DEMAND: Final = 3.0
"""Times the on-demand price up to which bars are drawn to scale: a commitment for a rare job would dwarf all others."""


class Prices(Record):
    """The ways to pay for one plan."""

    what: str = ""
    count: int = 1
    place: str = ""
    bars: tuple[PurchaseOption, ...] = ()
    missing: Literal["", "no_plan", "no_price"] = ""
    """Why there are no bars."""

    @property
    def full_scale_usd(self) -> float:
        """USD a month of a bar of full length: the dearest way to pay, at most three times the on-demand price."""
        known = [(bar.usd_per_month, bar.kind) for bar in self.bars if bar.usd_per_month and is_drawable(bar.usd_per_month)]
        on_demand = max((usd for usd, kind in known if kind == "on-demand"), default=math.inf)
        return min(max((usd for usd, _ in known), default=1.0), _MAX_OVER_ON_DEMAND * on_demand)


def compute_prices(decision: Decision) -> Prices:
    """A bar for each way to pay for the chosen plan, in the order of the advice."""
    context, best = decision.context, decision.best
    if best is None:
        return Prices(missing="no_plan")
    if not best.is_priced:
        return Prices(missing="no_price")
    purchases = list_purchases(context, best, advised_purchase(context, best))
    return Prices(what=best.what, count=best.count, place=best.place.id, bars=purchases, missing="" if purchases else "no_price")
