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
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from knowledge.schema.record import Record
from quizzes.log import Row

if TYPE_CHECKING:
    import fsrs

ALGORITHM: Final = "fsrs"
Rating = Literal[1, 3]
"""Again, Good. A right guess is Good too: grades beside pass and fail gain little, and "Hard" is a pass to FSRS."""
AGAIN: Final = 1
GOOD: Final = 3
NIGHT: Final = dt.timedelta(hours=4)
"""Less than this after the last answer is the same sitting, even past midnight in UTC, which is an afternoon elsewhere."""
DECAY: Final = -0.1542
FACTOR: Final = 0.9 ** (1 / DECAY) - 1
"""Of FSRS-6 with its published parameters: how fast a memory fades."""
_LONGEST: Final = 36_500
_ANY_DAY: Final = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
"""FSRS only asks how many days lie between two reviews, so the first may be any."""
_RANGES: Final = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""From, to (days) and the share by which an interval may move: those of FSRS."""
_KNOWN_AGAIN: Final = 2
"""Right reviews in a row that clear the lapses before them: a point with many items lapses now and then without being a leech."""
_SURELY: Final = 1 - 1e-9
_SHORTEST_SPREAD: Final = 2.5


class Settings(Record):
    """What the schedule depends on beside the log."""

    retention: float = 0.9
    """Share of what is due that should still be known."""
    leech_after: int = 5
    """Lapses after which a point is left out and its lesson named."""
    seed: int = 0
    """Of the spread."""


class Memory(Record):
    """What FSRS keeps of one point."""

    stability: float
    """Days after which nine of ten are still known."""
    difficulty: float
    """1 to 10."""
    interval: int
    """Days to the next review, before the spread."""


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


def rating_of(row: Row) -> Rating:
    """Good for a right answer; Again for all else: wrong, half right, timed out, not known."""
    return GOOD if row.right else AGAIN


def reviewed(card: Card | None, point: str, row: Row, settings: Settings) -> Card:
    """The point after an answer that counts; `card` is None before the first."""
    day = row.time.date()
    if card is None:
        memory = reviewed_memory(None, rating_of(row), 0, settings.retention)
        return _card(None, point, row, memory, settings)
    if day < card.day:  # the clock was set back: nobody knows how many days passed, so the interval starts anew from today
        return _learned(msgspec.structs.replace(card, day=day, due=_due(day, point, card.memory, card.reviews, settings)), row)
    if day == card.day or row.time - card.at < NIGHT:
        return _learned(card, row)
    memory = reviewed_memory(card.memory, rating_of(row), (day - card.day).days, settings.retention)
    return _card(card, point, row, memory, settings)


def reviewed_memory(memory: Memory | None, rating: Rating, days: int, retention: float = Settings().retention) -> Memory:
    """What FSRS makes of a review, `days` after the one before it; None for a point that was never asked."""
    import fsrs  # noqa: PLC0415  # only who answers needs it

    card = fsrs.Card(card_id=1, due=_ANY_DAY)
    if memory is not None:
        card.state, card.step, card.last_review = fsrs.State.Review, None, _ANY_DAY
        card.stability, card.difficulty = memory.stability, memory.difficulty
    now = _ANY_DAY + dt.timedelta(days=min(max(days, 0), _LONGEST))
    after, _ = _scheduler(retention).review_card(card, fsrs.Rating(rating), now)
    if after.stability is None or after.difficulty is None:  # pragma: no cover  # a reviewed card has both
        raise AssertionError
    return Memory(stability=after.stability, difficulty=after.difficulty, interval=(after.due - now).days)


def retrievability(memory: Memory, days: float) -> float:
    """The chance that a point is still known so many days after its last review."""
    return float((1 + FACTOR * max(days, 0) / memory.stability) ** DECAY)


def stability_for(known: float, days: float) -> float:
    """The stability of a memory that is still known with the chance `known` (between 0 and 1) after so many days (above 0)."""
    return float(FACTOR * days / (min(known, _SURELY) ** (1 / DECAY) - 1))


def spread(interval: int, name: str, seed: int) -> int:
    """The interval moved a little, so that points learned together do not stay together; `name` and `seed` decide by how much."""
    if interval < _SHORTEST_SPREAD:
        return interval
    width = 1 + sum(share * max(min(interval, end) - start, 0) for start, end, share in _RANGES)
    least, most = max(2, round(interval - width)), min(round(interval + width), _LONGEST)
    if most <= least:
        return interval
    return least + int.from_bytes(blake2b(f"{seed}\0{name}".encode(), digest_size=8).digest()) % (most - least + 1)


@functools.cache
def algorithm() -> str:
    """What schedules, with its version: such as "fsrs 6.3.2"."""
    from importlib.metadata import version  # noqa: PLC0415  # only who answers needs it

    return f"{ALGORITHM} {version(ALGORITHM)}"


@functools.cache
def _scheduler(retention: float) -> fsrs.Scheduler:
    """Without steps of minutes, which our own sittings take care of, and without chance."""
    import fsrs  # noqa: PLC0415  # only who answers needs it

    return fsrs.Scheduler(desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def _card(before: Card | None, point: str, row: Row, memory: Memory, settings: Settings) -> Card:
    day, reviews = row.time.date(), before.reviews + 1 if before else 1
    lapsed = before is not None and not row.right
    streak = (before.streak if before else 0) + 1 if row.right else 0
    return Card(
        memory=memory,
        day=day,
        due=_due(day, point, memory, reviews, settings),
        at=row.time,
        type=row.type,
        item=row.about,
        is_pending=not row.right,
        reviews=reviews,
        lapses=(before.lapses if before else 0) + lapsed,
        strikes=0 if streak >= _KNOWN_AGAIN else (before.strikes if before else 0) + lapsed,
        streak=streak,
    )


def _learned(card: Card, row: Row) -> Card:
    """The card after a repeat that does not count for the schedule."""
    return msgspec.structs.replace(card, at=row.time, type=row.type, item=row.about, is_pending=not row.right)


def _due(day: dt.date, point: str, memory: Memory, reviews: int, settings: Settings) -> dt.date:
    days = spread(memory.interval, f"{point}\0{reviews}", settings.seed)
    return dt.date.fromordinal(min(day.toordinal() + days, dt.date.max.toordinal()))
