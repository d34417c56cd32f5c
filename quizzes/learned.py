"""What the log adds up to: the schedule of each point, what was asked of each item. Always the same for the same rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec import field

from knowledge.schema.record import Record
from quizzes.log import Fact, standing
from quizzes.scheduling import NIGHT, Card, Settings, Track

Why = Literal["leech", "asked"]
"""A point is left out because it lapsed again and again, or because somebody wanted it."""
News = Literal["clock_back", "leech"]


class Seen(Record):
    """What became of one item."""

    times: int
    last: dt.datetime
    was_right: bool
    """The last time; a case where all of its questions were."""


class State(Record):
    """Practice so far."""

    through: int = 0
    """The last row it holds."""
    latest: dt.datetime | None = None
    """The latest time of any row."""
    cards: dict[str, Card] = field(default_factory=dict)
    """By knowledge point."""
    items: dict[str, Seen] = field(default_factory=dict)
    flagged: dict[str, dt.datetime] = field(default_factory=dict)
    """Items that somebody marked as bad, with the time."""
    suspended: dict[str, Why] = field(default_factory=dict)
    """Points that are left out."""
    lessons: dict[str, dt.datetime] = field(default_factory=dict)
    """Lessons that were read, with the first time."""

    def due(self, today: dt.date) -> list[str]:
        """Points to ask on that day, those that are wrong in this sitting and those due for longest first."""
        cards = ((point, card) for point, card in self.cards.items() if card.is_due(today) and point not in self.suspended)
        return [point for point, _ in sorted(cards, key=lambda one: (not one[1].is_pending, one[1].due, one[0]))]


def rebuild(rows: Iterable[Fact], settings: Settings | None = None) -> State:
    """The state after all rows. What was taken back leaves no trace."""
    rows = list(rows)
    state = _added(State(), standing(rows), settings or Settings())
    return msgspec.structs.replace(state, through=rows[-1].seq if rows else 0)


def advance(state: State, rows: Sequence[Fact], settings: Settings | None = None) -> State | None:
    """The state after some more rows; None where one of them takes something back, and the whole log has to be read."""
    if any(row.kind == "undo" for row in rows):
        return None
    after = _added(state, rows, settings or Settings())
    return msgspec.structs.replace(after, through=rows[-1].seq if rows else state.through)


def news(before: State, after: State, row: Fact) -> tuple[News, ...]:
    """What should be said of a row that was just added."""
    found: list[News] = []
    if before.latest is not None and row.time < before.latest:
        found.append("clock_back")
    if any(why == "leech" and point not in before.suspended for point, why in after.suspended.items()):
        found.append("leech")
    return tuple(found)


def leeches(before: State, after: State) -> tuple[str, ...]:
    """Points that were left out just now because they lapsed too often."""
    return tuple(point for point, why in after.suspended.items() if why == "leech" and point not in before.suspended)


def _added(state: State, rows: Iterable[Fact], settings: Settings) -> State:
    adding = _Adding(state, settings)
    latest = state.latest
    for row in rows:
        adding.take(row)
        latest = row.time if latest is None else max(latest, row.time)
    return msgspec.structs.replace(adding.state(), latest=latest)


class _Adding:
    """A state while rows are added to it. Only what was touched is made anew at the end, however many rows touched it."""

    def __init__(self, state: State, settings: Settings) -> None:
        self._settings, self._cards = settings, state.cards
        self._tracks: dict[str, Track] = {}
        self._items, self._flagged, self._suspended, self._lessons = (
            dict(state.items), dict(state.flagged), dict(state.suspended), dict(state.lessons)
        )  # fmt: skip

    def take(self, row: Fact) -> None:
        """Add one row."""
        match row.kind:
            case "answer":
                self._answer(row)
            case "flag":
                self._flagged.setdefault(row.about, row.time)
            case "unflag":
                self._flagged.pop(row.about, None)
            case "suspend":
                self._suspended[row.about] = "asked"
            case "resume":
                self._suspended.pop(row.about, None)
                self._track(row.about).strikes = 0
            case "lesson":
                self._lessons.setdefault(row.about, row.time)

    def _answer(self, row: Fact) -> None:
        self._items[row.about] = _seen(self._items.get(row.about), row)
        if not row.counts:
            return
        day, right, leech_after = row.time.date(), row.right, self._settings.leech_after
        for point in row.points:
            track = self._tracks.get(point) or self._track(point)
            track.add(row, day, right=right)
            if track.strikes >= leech_after:
                self._suspended.setdefault(point, "leech")

    def _track(self, point: str) -> Track:
        return self._tracks.setdefault(point, Track(self._cards.get(point)))

    def state(self) -> State:
        """What it adds up to, without the row that it goes through and the latest time."""
        touched = {point: track.card(point, self._settings) for point, track in self._tracks.items() if track.reviews}
        return State(
            cards={**self._cards, **touched},
            items=self._items,
            flagged=self._flagged,
            suspended=self._suspended,
            lessons=self._lessons,
        )


def _seen(before: Seen | None, row: Fact) -> Seen:
    if before is None:
        return Seen(times=1, last=row.time, was_right=row.right)
    if row.part and row.time - before.last < NIGHT:  # the next question of a case
        return Seen(times=before.times, last=row.time, was_right=before.was_right and row.right)
    return Seen(times=before.times + 1, last=row.time, was_right=row.right)
