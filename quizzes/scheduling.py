"""When a knowledge point comes again: FSRS-6 on whole days.

A point is scheduled, one of the ids that an item stands on, and not the item: a point has several items, so that the type of question
can change; it outlives an item that is edited or dropped; and what one item teaches counts for the others.

Days are in UTC. FSRS gets whole days, so that an answer at nine and one at eight the next morning are a day apart. The first answer of
a day drives the schedule; later ones of that day, or within a few hours, are part of learning.

A wrong answer counts as Again, a right one as Good, a right one that was guessed as Hard: who guesses among four is right once in four
times without knowing anything, so the point comes back sooner.
"""

from __future__ import annotations

import datetime as dt
import functools
from hashlib import blake2b
from typing import Final

from knowledge.schema.record import Record
from quizzes.fsrs_formulas import AGAIN, GOOD, HARD, MAX_INTERVAL_DAYS, Memory, MemoryTrace, Rating, default_formulas, memory_from_trace
from quizzes.practice_log import GUESSED, ScheduleRow

ALGORITHM: Final = "fsrs"
SITTING_GAP: Final = dt.timedelta(hours=4)
"""Answers less than this apart belong to one sitting, even across midnight UTC, which is afternoon elsewhere."""
_SPREAD_RANGES: Final = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""From, to (days), and the share by which an interval may move, as in FSRS."""
_STREAK_CLEARING_STRIKES: Final = 2
"""Right reviews in a row that clear earlier strikes: a point with many items may lapse now and then."""
_MIN_DAYS_TO_SPREAD: Final = 2.5


class Settings(Record):
    """What the schedule depends on besides the log."""

    retention: float = 0.9
    """Share of due points that should still be known."""
    leech_after: int = 5
    """Strikes after which a point is suspended as a leech."""
    seed: int = 0
    """Seed of the spread."""


class Card(Record):
    """The schedule of one knowledge point."""

    memory: Memory
    day: dt.date
    """Day of the last answer that drove the schedule."""
    due: dt.date
    at: dt.datetime
    """Time of the last answer of any kind."""
    type: str
    """Type of the last item."""
    item: str
    """The last item."""
    is_pending: bool
    """True if the last answer was wrong, so that the point comes again in the same sitting."""
    reviews: int
    """Answers that drove the schedule."""
    lapses: int
    """Wrong ones among them, after the first."""
    strikes: int
    """Lapses since the last two right reviews in a row, or since the point was resumed."""
    streak: int
    """Right reviews in a row up to now."""

    def is_due(self, today: dt.date) -> bool:
        """True if it should be asked on that day."""
        return self.is_pending or self.due <= today


class CardTrack:
    """A card while answers are added up, without what only the last answer decides."""

    __slots__ = ("_last", "_right", "day", "lapses", "reviews", "streak", "strikes", "trace")
    trace: MemoryTrace
    day: dt.date
    _last: tuple[dt.datetime, str, str]
    """Time, type and item of the last answer of any kind."""

    def __init__(self, card: Card | None = None) -> None:
        """Continue from a card; None before the first answer."""
        self.reviews = self.lapses = self.strikes = self.streak = 0
        self._right = True
        if card is not None:
            self.trace, self.day = MemoryTrace(card.memory.stability, card.memory.difficulty), card.day
            self.reviews, self.lapses, self.strikes, self.streak = card.reviews, card.lapses, card.strikes, card.streak
            self._last, self._right = (card.at, card.type, card.item), not card.is_pending

    def add_answer(self, row: ScheduleRow, day: dt.date) -> bool:
        """Add an answer of the day `day`; True if it drove the schedule.

        If the clock was set back, the days passed are unknown: the interval starts anew from `day`.
        """
        drives = not self.reviews or (day > self.day and row.time - self._last[0] >= SITTING_GAP)
        if drives:
            self._apply_review(rate_answer(row), day)
        elif day < self.day:
            self.day = day
        self._last, self._right = (row.time, row.type, row.about), row.is_right
        return drives

    def _apply_review(self, rating: Rating, day: dt.date) -> None:
        if self.reviews:
            self.trace = default_formulas().next_review(self.trace, rating, (day - self.day).days)
        else:
            self.trace = default_formulas().first_review(rating)
        if rating != AGAIN:
            self.streak += 1
            self.strikes = 0 if self.streak >= _STREAK_CLEARING_STRIKES else self.strikes
        else:
            self.streak = 0
            self.lapses += self.reviews > 0
            self.strikes += self.reviews > 0
        self.day, self.reviews = day, self.reviews + 1

    def to_card(self, point: str, settings: Settings) -> Card:
        """The card of `point` after one answer or more."""
        memory, (at, type_, item) = memory_from_trace(self.trace, settings.retention), self._last
        return Card(
            memory=memory,
            day=self.day,
            due=_due_date(self.day, point, memory, self.reviews, settings),
            at=at,
            type=type_,
            item=item,
            is_pending=not self._right,
            reviews=self.reviews,
            lapses=self.lapses,
            strikes=self.strikes,
            streak=self.streak,
        )


def rate_answer(row: ScheduleRow) -> Rating:
    """The grade of FSRS for an answer."""
    if not row.is_right:
        return AGAIN
    return HARD if row.confidence == GUESSED else GOOD


def spread_interval(interval: int, name: str, seed: int) -> int:
    """The interval moved a little, so that points learned together spread out; `name` and `seed` decide how far."""
    if interval < _MIN_DAYS_TO_SPREAD:
        return interval
    width = 1 + sum(share * max(min(interval, end) - start, 0) for start, end, share in _SPREAD_RANGES)
    least, most = max(2, round(interval - width)), min(round(interval + width), MAX_INTERVAL_DAYS)
    if most <= least:
        return interval
    return least + int.from_bytes(blake2b(f"{seed}\0{name}".encode(), digest_size=8).digest()) % (most - least + 1)


@functools.cache
def algorithm_version() -> str:
    """The scheduler and its version, such as "fsrs 6.3.2"."""
    from importlib.metadata import version  # noqa: PLC0415  # 10 ms, only for who answers

    return f"{ALGORITHM} {version(ALGORITHM)}"


def _due_date(day: dt.date, point: str, memory: Memory, reviews: int, settings: Settings) -> dt.date:
    days = spread_interval(memory.interval, f"{point}\0{reviews}", settings.seed)
    return dt.date.fromordinal(min(day.toordinal() + days, dt.date.max.toordinal()))
