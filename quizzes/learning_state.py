"""What the log adds up to: the schedule of each point and the history of each item. The same rows give the same state."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec import field

from knowledge.schema.record import Record
from quizzes.practice_log import ScheduleRow, rows_in_force
from quizzes.scheduling import SITTING_GAP, Card, CardTrack, Settings

SuspensionReason = Literal["leech", "asked"]
"""Suspended because it lapsed again and again, or because the learner asked for it."""


class ItemHistory(Record):
    """The history of one item."""

    times: int
    last: dt.datetime
    was_right: bool
    """Of the last time; for a case, True if all of its questions were right."""


class LearningState(Record):
    """The learner's state after some rows."""

    through: int = 0
    """Number of the last row included."""
    latest: dt.datetime | None = None
    """Latest time of any row."""
    cards: dict[str, Card] = field(default_factory=dict)
    """By knowledge point."""
    items: dict[str, ItemHistory] = field(default_factory=dict)
    flagged: dict[str, dt.datetime] = field(default_factory=dict)
    """Items that the learner flagged as bad, with the time."""
    suspended: dict[str, SuspensionReason] = field(default_factory=dict)
    """Points excluded from practice."""
    lessons: dict[str, dt.datetime] = field(default_factory=dict)
    """Lessons that were read, with the time of the first reading."""

    def points_due(self, today: dt.date) -> list[str]:
        """Points to ask on a day: those answered wrongly in this sitting first, then the longest due."""
        cards = ((point, card) for point, card in self.cards.items() if card.is_due(today) and point not in self.suspended)
        return [point for point, _ in sorted(cards, key=lambda one: (not one[1].is_pending, one[1].due, one[0]))]


def rebuild_state(rows: Iterable[ScheduleRow], settings: Settings | None = None) -> LearningState:
    """The state after all rows. Undone answers leave no trace."""
    rows = list(rows)
    state = _add_rows(LearningState(), rows_in_force(rows), settings or Settings())
    return msgspec.structs.replace(state, through=rows[-1].seq if rows else 0)


def advance_state(state: LearningState, rows: Sequence[ScheduleRow], settings: Settings | None = None) -> LearningState | None:
    """The state after some more rows; None if a row undoes another, as the whole log must then be read."""
    if any(row.kind == "undo" for row in rows):
        return None
    after = _add_rows(state, rows, settings or Settings())
    return msgspec.structs.replace(after, through=rows[-1].seq if rows else state.through)


def new_leeches(before: LearningState, after: LearningState) -> tuple[str, ...]:
    """Points suspended just now because they lapsed too often."""
    return tuple(point for point, why in after.suspended.items() if why == "leech" and point not in before.suspended)


def _add_rows(state: LearningState, rows: Iterable[ScheduleRow], settings: Settings) -> LearningState:
    adding = _StateBuilder(state, settings)
    latest = state.latest
    for row in rows:
        adding.add_row(row)
        latest = row.time if latest is None else max(latest, row.time)
    return msgspec.structs.replace(adding.build_state(), latest=latest)


class _StateBuilder:
    """A state to which rows are added; only what the rows touched is made anew at the end."""

    def __init__(self, state: LearningState, settings: Settings) -> None:
        self._settings, self._cards = settings, state.cards
        self._tracks: dict[str, CardTrack] = {}
        self._items, self._flagged, self._suspended, self._lessons = (
            dict(state.items), dict(state.flagged), dict(state.suspended), dict(state.lessons)
        )  # fmt: skip

    def add_row(self, row: ScheduleRow) -> None:
        """Add one row."""
        match row.kind:
            case "answer":
                self._add_answer(row)
            case "flag":
                self._flagged.setdefault(row.about, row.time)
            case "unflag":
                self._flagged.pop(row.about, None)
            case "suspend":
                self._suspended[row.about] = "asked"
            case "resume":
                self._suspended.pop(row.about, None)
                self._track_of(row.about).strikes = 0
            case "lesson":
                self._lessons.setdefault(row.about, row.time)

    def _add_answer(self, row: ScheduleRow) -> None:
        self._items[row.about] = _extend_history(self._items.get(row.about), row)
        if not row.is_scheduled:
            return
        day, leech_after = row.time.date(), self._settings.leech_after
        for point in row.points:
            track = self._tracks.get(point) or self._track_of(point)
            track.add_answer(row, day)
            if track.strikes >= leech_after:
                self._suspended.setdefault(point, "leech")

    def _track_of(self, point: str) -> CardTrack:
        return self._tracks.setdefault(point, CardTrack(self._cards.get(point)))

    def build_state(self) -> LearningState:
        """The state, without the fields `through` and `latest`."""
        touched = {point: track.to_card(point, self._settings) for point, track in self._tracks.items() if track.reviews}
        return LearningState(
            cards={**self._cards, **touched},
            items=self._items,
            flagged=self._flagged,
            suspended=self._suspended,
            lessons=self._lessons,
        )


def _extend_history(before: ItemHistory | None, row: ScheduleRow) -> ItemHistory:
    if before is None:
        return ItemHistory(times=1, last=row.time, was_right=row.is_right)
    if row.part and row.time - before.last < SITTING_GAP:  # the next question of a case
        return ItemHistory(times=before.times, last=row.time, was_right=before.was_right and row.is_right)
    return ItemHistory(times=before.times + 1, last=row.time, was_right=row.is_right)
