"""Every way to pay for the choice, with what it costs a month."""

from __future__ import annotations

from typing import Literal

from engine.advice import PurchaseOption
from engine.decision.choice import Decision
from engine.decision.edge import is_device
from engine.decision.purchasing import advised_purchase, purchases_of
from knowledge.schema.record import Record


class Prices(Record):
    """The ways to pay for one plan."""

    what: str = ""
    count: int = 1
    place: str = ""
    bars: tuple[PurchaseOption, ...] = ()
    missing: Literal["", "no_plan", "no_price"] = ""
    """Why there are no bars."""


def prices(decision: Decision) -> Prices:
    """A bar for each entry of the plan's purchases, the least saving first."""
    context, best = decision.context, decision.best
    if best is None:
        return Prices(missing="no_plan")
    if is_device(best):
        return Prices(missing="no_price")
    found = purchases_of(context, best, advised_purchase(context, best))
    return Prices(what=best.what, count=best.count, place=best.place.id, bars=found, missing="" if found else "no_price")
