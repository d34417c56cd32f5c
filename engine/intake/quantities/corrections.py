"""A bare number that takes the place of another: "not 50 requests a second, it's 5", "it took 20 hours, we want it in 5"."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.intake.amounts import SECONDS, TIMES, Amount
from engine.intake.quantities.amount_context import Around
from engine.intake.values import SCALES
from engine.lazy_pattern import lazy_pattern

_SCALES: Final[dict[str, dict[str, float]]] = {
    "rate": {unit: 1 / seconds for unit, seconds in SECONDS.items()},
    "money": dict.fromkeys(("", *SECONDS), 1.0),
    "time": TIMES,
    "size": SCALES["MB"],
    "tokens": {"token": 1.0},
    "count": {"": 1.0},
}
"""Kind -> unit -> what one of it is in the unit of its amounts."""
_NEAR: Final = 130
"""Characters between the two."""
_WANTED: Final = 30
_CORRECTED: Final = 60
_MANY: Final = lazy_pattern(r"(?:of )?(?:[a-z-]+ ){0,2}[a-z-]+s\b")
"""Things that are counted by themselves: "5 images"."""


def corrected(rejected: Amount | None, around: Around) -> Amount | None:
    """The number of `around` in the unit of the one that it corrects, before or behind it."""
    amount, following = around.amount, around.following
    if not _is_bare(amount):
        return None
    if rejected is not None and amount.start - rejected.end <= _CORRECTED:
        return _alike(rejected, around)
    if following is not None and following.start - amount.end <= _CORRECTED and _is_rejected(following, around):
        return _alike(following, around)
    return None


def as_rejected(rejected: Around | None, around: Around) -> Around | None:
    """What was rejected, with the number of `around` instead: the words around it tell what both are of."""
    amount = around.amount
    if rejected is None or rejected.amount.kind != amount.kind or amount.start - rejected.amount.end > _CORRECTED:
        return None
    return msgspec.structs.replace(rejected, amount=rejected.amount._replace(low=amount.low, high=amount.high, unit=amount.unit))


def instead_of(measured: Amount | None, around: Around) -> Amount | None:
    """The number of `around`, which states nothing by itself, in the unit of a time that it should be instead."""
    amount = around.amount
    if measured is None or not _is_bare(amount) or amount.start - measured.end > _NEAR or around.follows("percentile"):
        return None
    after = around.leads("goal_after") or around.counts_first("goal_after")
    wanted = around.clause_before("goal", _WANTED) or around.follows("shorter") or after
    if not (around.clause_before("nowadays", _WANTED) if measured.kind == "rate" else wanted):
        return None
    return _alike(measured, around)


def _is_bare(amount: Amount) -> bool:
    return amount.kind in {"bare", "count"} and not (amount.spoken and amount.value <= 1) and not _MANY.match(amount.thing)


def _is_rejected(amount: Amount, around: Around) -> bool:
    return around.message.ends_at("rejected", around.message.word_at(amount.start)) is not None


def _alike(other: Amount, around: Around) -> Amount | None:
    amount, text = around.amount, around.message.text
    scale = _SCALES.get(other.kind, {}).get(other.unit)
    if scale is None:
        return None
    end = amount.start + len(text[amount.start : amount.thing_start].rstrip()) if amount.thing else amount.end  # "150" of "150 allowed"
    return other._replace(low=amount.low * scale, high=amount.high * scale, start=amount.start, end=end, spoken=amount.spoken)
