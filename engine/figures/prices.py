"""Every way to pay for the choice, with what it costs a month."""

from __future__ import annotations

import math
from typing import Final, Literal

from engine.advice import PurchaseOption
from engine.decision.choice import Decision
from engine.decision.edge import is_device
from engine.decision.purchasing import advised_purchase, purchases_of
from engine.figures.axis import is_drawable
from knowledge.schema.record import Record

_DEAREST: Final = 3.0
"""Times the on-demand price up to which bars are drawn to scale: a commitment for a job that seldom runs would dwarf all others."""


class Prices(Record):
    """The ways to pay for one plan."""

    what: str = ""
    count: int = 1
    place: str = ""
    bars: tuple[PurchaseOption, ...] = ()
    missing: Literal["", "no_plan", "no_price"] = ""
    """Why there are no bars."""

    @property
    def top(self) -> float:
        """What a full length stands for, USD a month: the dearest way, or a few times on-demand, where one dwarfs all others."""
        known = [(bar.usd_per_month, bar.kind) for bar in self.bars if bar.usd_per_month and is_drawable(bar.usd_per_month)]
        on_demand = max((usd for usd, kind in known if kind == "on-demand"), default=math.inf)
        return min(max((usd for usd, _ in known), default=1.0), _DEAREST * on_demand)


def prices(decision: Decision) -> Prices:
    """A bar for each entry of the plan's purchases, the least saving first."""
    context, best = decision.context, decision.best
    if best is None:
        return Prices(missing="no_plan")
    if is_device(best):
        return Prices(missing="no_price")
    found = purchases_of(context, best, advised_purchase(context, best))
    return Prices(what=best.what, count=best.count, place=best.place.id, bars=found, missing="" if found else "no_price")
