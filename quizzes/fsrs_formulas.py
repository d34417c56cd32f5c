"""The formulas of FSRS-6 with the parameters of the package `fsrs`.

The package takes 11.5 microseconds a review, most of them to copy its card and write its log; the formulas here take 0.5. Rebuilding a
long log takes hundreds of thousands of reviews, so they are written out, in the same order of operations; tests compare every digit.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from knowledge.schema.record import Record

Rating = Literal[1, 2, 3]
"""Again, Hard and Good: failed, passed with little to rest on, passed. "Easy" is never given."""
AGAIN: Final = 1
HARD: Final = 2
GOOD: Final = 3
DECAY: Final = -0.1542
FACTOR: Final = 0.9 ** (1 / DECAY) - 1
"""Constants of the forgetting curve of FSRS-6."""
MAX_INTERVAL_DAYS: Final = 36_500
"""Days of the longest interval."""
_EASY: Final = 4
"""The best grade of FSRS, towards which difficulties drift."""
_MAX_PROBABILITY: Final = 1 - 1e-9
_MIN_STABILITY: Final = 0.001


class Memory(Record):
    """The FSRS state of one point."""

    stability: float
    """Days after which nine of ten points are still known."""
    difficulty: float
    """1 to 10."""
    interval: int
    """Days to the next review, before spreading."""


class MemoryTrace(msgspec.Struct, frozen=True, gc=False):
    """A memory while reviews are added up; lighter than a record, since each review makes one."""

    stability: float
    difficulty: float


def memory_from_trace(trace: MemoryTrace, retention: float) -> Memory:
    """The memory, with the interval after which recall falls to the probability `retention`."""
    days = round((trace.stability / FACTOR) * (retention ** (1 / DECAY) - 1))
    return Memory(stability=trace.stability, difficulty=trace.difficulty, interval=min(max(days, 1), MAX_INTERVAL_DAYS))


def recall_probability(memory: Memory | MemoryTrace, days: float) -> float:
    """The probability that a point is still known `days` after its last review."""
    return float((1 + FACTOR * max(days, 0) / memory.stability) ** DECAY)


def stability_for(known: float, days: float) -> float:
    """The stability of a memory that is still known with the probability `known` (between 0 and 1) after `days` (above 0)."""
    return float(FACTOR * days / (min(known, _MAX_PROBABILITY) ** (1 / DECAY) - 1))


class FsrsFormulas:
    """The review formulas, with everything that depends on the parameters alone computed once."""

    def __init__(self, w: Sequence[float]) -> None:
        """`w` are the parameters in the order of FSRS-6."""
        self._first: dict[Rating, MemoryTrace] = {
            rating: MemoryTrace(max(w[rating - 1], _MIN_STABILITY), _first_difficulty(w, rating)) for rating in (AGAIN, HARD, GOOD)
        }
        self._drift = w[7] * (w[4] - math.e ** (w[5] * (_EASY - 1)) + 1)
        self._stay = 1 - w[7]
        self._harder: dict[Rating, float] = {rating: -(w[6] * (rating - GOOD)) for rating in (AGAIN, HARD, GOOD)}
        self._hard_penalty = w[15]
        self._growth, self._saturation, self._spacing = math.e ** w[8], -w[9], w[10]
        self._left, self._hardness, self._regrowth, self._forgotten = w[11], -w[12], w[13], w[14]
        self._at_most = math.e ** (w[17] * w[18])

    def first_review(self, rating: Rating) -> MemoryTrace:
        """The memory after the first review."""
        return self._first[rating]

    def next_review(self, trace: MemoryTrace, rating: Rating, days: int) -> MemoryTrace:
        """The memory after a review, `days` (1 or more) after the one before."""
        stability, difficulty = trace.stability, trace.difficulty
        days = min(days, MAX_INTERVAL_DAYS)
        gone: float = 1 - (1 + FACTOR * days / stability) ** DECAY
        if rating == AGAIN:
            regrown = self._left * difficulty**self._hardness * ((stability + 1) ** self._regrowth - 1) * math.e ** (gone * self._forgotten)
            after = min(regrown, stability / self._at_most)
        else:
            gain: float = self._growth * (11 - difficulty) * stability**self._saturation * (math.e ** (gone * self._spacing) - 1)
            after = stability * (1 + (gain if rating == GOOD else gain * self._hard_penalty))
        harder = difficulty if rating == GOOD else difficulty + (10.0 - difficulty) * self._harder[rating] / 9.0
        hard = self._drift + self._stay * harder
        hard = 1.0 if hard < 1.0 else 10.0 if hard > 10.0 else hard  # noqa: PLR2004, FURB136  # the scale of FSRS; a third faster than min and max
        return MemoryTrace(after if after > _MIN_STABILITY else _MIN_STABILITY, hard)  # noqa: FURB136  # as above


def _first_difficulty(w: Sequence[float], rating: Rating) -> float:
    return float(min(max(w[4] - math.e ** (w[5] * (rating - 1)) + 1, 1.0), 10.0))


@functools.cache
def default_formulas() -> FsrsFormulas:
    """The formulas with the published default parameters."""
    import fsrs  # noqa: PLC0415  # only an answer needs it; asking what is due does without

    return FsrsFormulas(fsrs.Scheduler(enable_fuzzing=False).parameters)
