"""When a knowledge point comes again: FSRS-6, fed with whole days.

What is scheduled is a point, one of the ids that an item stands on, and not the item: a point has several items, so that the
form of the question can change; it outlives an item that is edited or dropped; and what one item teaches counts for the others.
An item's principle would be one per item, which is the stem again under another name.

Days are those of UTC. FSRS gets them as whole days, so that an answer at nine and one at eight the next morning are a day apart.
The first answer of a day drives the schedule; what follows on the same day, or after less than a night, is learning.
"""

from __future__ import annotations

import datetime as dt
import functools
from hashlib import blake2b
from typing import Final

from knowledge.schema.record import Record
from quizzes.log import Fact
from quizzes.memory import AGAIN, GOOD, LONGEST, Memory, Rating, Trace, formulas, memory_of

ALGORITHM: Final = "fsrs"
NIGHT: Final = dt.timedelta(hours=4)
"""Less than this after the last answer is the same sitting, even past midnight in UTC, which is an afternoon elsewhere."""
_RANGES: Final = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""From, to (days) and the share by which an interval may move: those of FSRS."""
_KNOWN_AGAIN: Final = 2
"""Right reviews in a row that clear the lapses before them: a point with many items lapses now and then without being a leech."""
_SHORTEST_SPREAD: Final = 2.5


class Settings(Record):
    """What the schedule depends on beside the log."""

    retention: float = 0.9
    """Share of what is due that should still be known."""
    leech_after: int = 5
    """Lapses after which a point is left out and its lesson named."""
    seed: int = 0
    """Of the spread."""


class Card(Record):
    """One knowledge point and its schedule."""

    memory: Memory
    day: dt.date
    """Of the last answer that drove the schedule."""
    due: dt.date
    at: dt.datetime
    """The last answer of any kind."""
    type: str
    """Form of the last item."""
    item: str
    """The last item."""
    is_pending: bool
    """True where the last answer was wrong: the point comes again in the same sitting."""
    reviews: int
    """Answers that drove the schedule."""
    lapses: int
    """Wrong ones among them, after the first."""
    strikes: int
    """Lapses since two reviews in a row were right, or since the point was brought back."""
    streak: int
    """Reviews in a row that were right, up to now."""

    def is_due(self, today: dt.date) -> bool:
        """True where it should be asked on that day."""
        return self.is_pending or self.due <= today


class Track:
    """One knowledge point while answers are added up: what a card keeps, without what only the last answer decides."""

    __slots__ = ("_last", "_right", "day", "lapses", "reviews", "streak", "strikes", "trace")
    trace: Trace
    day: dt.date
    _last: tuple[dt.datetime, str, str]
    """Time, form and item of the last answer of any kind."""

    def __init__(self, card: Card | None = None) -> None:
        """Go on from a card; None before the first answer."""
        self.reviews = self.lapses = self.strikes = self.streak = 0
        self._right = True
        if card is not None:
            self.trace, self.day = Trace(card.memory.stability, card.memory.difficulty), card.day
            self.reviews, self.lapses, self.strikes, self.streak = card.reviews, card.lapses, card.strikes, card.streak
            self._last, self._right = (card.at, card.type, card.item), not card.is_pending

    def add(self, row: Fact, day: dt.date, *, right: bool) -> bool:
        """Add an answer that counts, of the day `day`; True where it drove the schedule.

        Where the clock was set back nobody knows how many days passed: the interval starts anew from today.
        """
        drives = not self.reviews or (day > self.day and row.time - self._last[0] >= NIGHT)
        if drives:
            self._drive(GOOD if right else AGAIN, day)
        elif day < self.day:
            self.day = day
        self._last, self._right = (row.time, row.type, row.about), right
        return drives

    def _drive(self, rating: Rating, day: dt.date) -> None:
        if self.reviews:
            self.trace = formulas().after(self.trace, rating, (day - self.day).days)
        else:
            self.trace = formulas().first(rating)
        if rating == GOOD:
            self.streak += 1
            self.strikes = 0 if self.streak >= _KNOWN_AGAIN else self.strikes
        else:
            self.streak = 0
            self.lapses += self.reviews > 0
            self.strikes += self.reviews > 0
        self.day, self.reviews = day, self.reviews + 1

    def card(self, point: str, settings: Settings) -> Card:
        """What is kept of `point` after one answer or more."""
        memory, (at, type_, item) = memory_of(self.trace, settings.retention), self._last
        return Card(
            memory=memory,
            day=self.day,
            due=_due(self.day, point, memory, self.reviews, settings),
            at=at,
            type=type_,
            item=item,
            is_pending=not self._right,
            reviews=self.reviews,
            lapses=self.lapses,
            strikes=self.strikes,
            streak=self.streak,
        )


def spread(interval: int, name: str, seed: int) -> int:
    """The interval moved a little, so that points learned together do not stay together; `name` and `seed` decide by how much."""
    if interval < _SHORTEST_SPREAD:
        return interval
    width = 1 + sum(share * max(min(interval, end) - start, 0) for start, end, share in _RANGES)
    least, most = max(2, round(interval - width)), min(round(interval + width), LONGEST)
    if most <= least:
        return interval
    return least + int.from_bytes(blake2b(f"{seed}\0{name}".encode(), digest_size=8).digest()) % (most - least + 1)


@functools.cache
def algorithm() -> str:
    """What schedules, with its version: such as "fsrs 6.3.2"."""
    from importlib.metadata import version  # noqa: PLC0415  # only who answers needs it

    return f"{ALGORITHM} {version(ALGORITHM)}"


def _due(day: dt.date, point: str, memory: Memory, reviews: int, settings: Settings) -> dt.date:
    days = spread(memory.interval, f"{point}\0{reviews}", settings.seed)
    return dt.date.fromordinal(min(day.toordinal() + days, dt.date.max.toordinal()))
