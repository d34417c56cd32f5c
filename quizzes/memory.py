"""How a memory fades, and what a review makes of it: the arithmetic of FSRS-6 with the parameters of the package `fsrs`.

The package takes ten microseconds for a review, most of them for copies of its card and an entry of its log. Adding up a long
log means hundreds of thousands of reviews, so its formulas stand here, in the same order of operations: tests hold every digit
against the package.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from knowledge.schema.record import Record

Rating = Literal[1, 3]
"""Again, Good. A right guess is Good too: grades beside pass and fail gain little, and "Hard" is a pass to FSRS."""
AGAIN: Final = 1
GOOD: Final = 3
DECAY: Final = -0.1542
FACTOR: Final = 0.9 ** (1 / DECAY) - 1
"""Of FSRS-6 with its published parameters: how fast a memory fades."""
LONGEST: Final = 36_500
"""Days of the longest interval."""
_EASY: Final = 4
"""The best grade of FSRS, towards which difficulties drift back."""
_SURELY: Final = 1 - 1e-9
_LEAST_STABILITY: Final = 0.001


class Memory(Record):
    """What FSRS keeps of one point."""

    stability: float
    """Days after which nine of ten are still known."""
    difficulty: float
    """1 to 10."""
    interval: int
    """Days to the next review, before the spread."""


class Trace(msgspec.Struct, frozen=True, gc=False):
    """A memory while reviews are added up: less than a record, for it is made for each review."""

    stability: float
    difficulty: float


def memory_of(trace: Trace, retention: float) -> Memory:
    """A memory with the days until its chance to be known has fallen to `retention`."""
    days = round((trace.stability / FACTOR) * (retention ** (1 / DECAY) - 1))
    return Memory(stability=trace.stability, difficulty=trace.difficulty, interval=min(max(days, 1), LONGEST))


def retrievability(memory: Memory | Trace, days: float) -> float:
    """The chance that a point is still known so many days after its last review."""
    return float((1 + FACTOR * max(days, 0) / memory.stability) ** DECAY)


def stability_for(known: float, days: float) -> float:
    """The stability of a memory that is still known with the chance `known` (between 0 and 1) after so many days (above 0)."""
    return float(FACTOR * days / (min(known, _SURELY) ** (1 / DECAY) - 1))


class Formulas:
    """The formulas of a review, with what the parameters alone decide worked out."""

    def __init__(self, w: Sequence[float]) -> None:
        """Take the parameters in the order of FSRS-6."""
        self._first: dict[Rating, Trace] = {
            rating: Trace(max(w[rating - 1], _LEAST_STABILITY), _first(w, rating)) for rating in (AGAIN, GOOD)
        }
        self._drift = w[7] * (w[4] - math.e ** (w[5] * (_EASY - 1)) + 1)
        self._stay, self._harder = 1 - w[7], -(w[6] * (AGAIN - GOOD))
        self._growth, self._saturation, self._spacing = math.e ** w[8], -w[9], w[10]
        self._left, self._hardness, self._regrowth, self._forgotten = w[11], -w[12], w[13], w[14]
        self._at_most = math.e ** (w[17] * w[18])

    def first(self, rating: Rating) -> Trace:
        """What the first review leaves."""
        return self._first[rating]

    def after(self, trace: Trace, rating: Rating, days: int) -> Trace:
        """What a review leaves, `days` (1 or more) after the one before it."""
        stability, difficulty = trace.stability, trace.difficulty
        days = min(days, LONGEST)
        gone: float = 1 - (1 + FACTOR * days / stability) ** DECAY
        if rating == GOOD:
            gain: float = self._growth * (11 - difficulty) * stability**self._saturation * (math.e ** (gone * self._spacing) - 1)
            after, harder = stability * (1 + gain), difficulty
        else:
            regrown = self._left * difficulty**self._hardness * ((stability + 1) ** self._regrowth - 1) * math.e ** (gone * self._forgotten)
            after, harder = min(regrown, stability / self._at_most), difficulty + (10.0 - difficulty) * self._harder / 9.0
        hard = self._drift + self._stay * harder
        hard = 1.0 if hard < 1.0 else 10.0 if hard > 10.0 else hard  # noqa: PLR2004, FURB136  # the scale of FSRS; a third faster than min and max
        return Trace(after if after > _LEAST_STABILITY else _LEAST_STABILITY, hard)  # noqa: FURB136  # as above


def _first(w: Sequence[float], rating: Rating) -> float:
    return float(min(max(w[4] - math.e ** (w[5] * (rating - 1)) + 1, 1.0), 10.0))


@functools.cache
def formulas() -> Formulas:
    """Those of FSRS with the parameters that were published with it."""
    import fsrs  # noqa: PLC0415  # only who answers needs its parameters

    return Formulas(fsrs.Scheduler(enable_fuzzing=False).parameters)
