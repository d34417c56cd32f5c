"""Break-even: what a load has cost by the month in which it ends, on demand and under each commitment."""

from __future__ import annotations

import math
from typing import Final, Literal

from engine.advice import PurchaseOption
from engine.decision.choice import Decision
from engine.decision.costs import advised_purchase, list_purchases, months_to_break_even
from knowledge.schema.record import Record

_MONTHS_A_YEAR: Final = 12
MONTHS: Final = 36
"""Months that are looked at: the longest term."""


class Commitment(Record):
    """One way to commit, bought anew whenever its term ends."""

    option: PurchaseOption
    usd_per_term: float
    """USD that are owed for a term, however soon the load ends."""
    pays_from: int | None
    """The first month from the end of which on it is the cheaper way for good; None where there is none."""

    def usd_after(self, months: float) -> float:
        """USD owed when the load ends after so many months."""
        return self.usd_per_term * max(math.ceil(months / (_MONTHS_A_YEAR * self.option.term_years) - 1e-9), 1)


class BreakEven(Record):
    """On demand against commitments."""

    what: str = ""
    count: int = 1
    place: str = ""
    usd_per_month: float = 0.0
    """On demand."""
    commitments: tuple[Commitment, ...] = ()
    missing: Literal["", "no_plan", "no_price", "no_commitment"] = ""
    """Why there is nothing to draw."""


def compute_break_even(decision: Decision) -> BreakEven:
    """The cheapest commitment of each term for the chosen plan."""
    context, best = decision.context, decision.best
    if best is None:
        return BreakEven(missing="no_plan")
    if not best.is_priced or best.usd_per_month <= 0:
        return BreakEven(missing="no_price")
    by_term: dict[int, PurchaseOption] = {}
    for option in list_purchases(context, best, advised_purchase(context, best)):
        kept = by_term.get(option.term_years)
        if option.term_years and option.usd_per_month is not None and (kept is None or option.saving > kept.saving):
            by_term[option.term_years] = option
    commitments = tuple(_commit(option) for _, option in sorted(by_term.items()))
    missing: Literal["", "no_commitment"] = "" if commitments else "no_commitment"
    return BreakEven(
        what=best.what, count=best.count, place=best.place.id, usd_per_month=best.usd_per_month, commitments=commitments, missing=missing
    )


def _commit(option: PurchaseOption) -> Commitment:
    months, term = months_to_break_even(option), _MONTHS_A_YEAR * option.term_years
    pays_from = math.ceil(months) if months < term else None
    return Commitment(option=option, usd_per_term=(option.usd_per_month or 0.0) * term, pays_from=pays_from)
