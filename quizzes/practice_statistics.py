"""Practice over time: retention, upcoming reviews, activity. Pure functions, for plots and the progress page."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from knowledge.schema.record import Record
from quizzes.fsrs_formulas import recall_probability
from quizzes.learning_state import LearningState
from quizzes.practice_log import LogRow, ScheduleRow, rows_in_force
from quizzes.scheduling import CardTrack

WEEK: Final = 7


class Kept(Record):
    """Reviews of one week from Monday, of points learned on an earlier day."""

    monday: dt.date
    asked: int
    right: int
    foreseen: float
    """How many the schedule expected to be right."""


class Due(Record):
    """Points due on one day."""

    day: dt.date
    count: int


class Day(Record):
    """Answers of one day."""

    day: dt.date
    asked: int
    right: int
    minutes: float
    """Of the answers whose duration is known."""


def weekly_retention(rows: Iterable[ScheduleRow]) -> tuple[Kept, ...]:
    """What was still known when it came again, by week; weeks without a review are left out."""
    tracks: dict[str, CardTrack] = {}
    weeks: dict[dt.date, list[tuple[bool, float]]] = {}
    for row in rows_in_force(rows):
        day, right = row.time.date(), row.is_right
        for point in row.points if row.is_scheduled else ():
            track = tracks.get(point)
            if track is None:
                track = tracks[point] = CardTrack()
            before = (track.trace, track.day) if track.reviews else None
            if track.add_answer(row, day) and before is not None:
                chance = recall_probability(before[0], (day - before[1]).days)
                weeks.setdefault(day - dt.timedelta(days=day.weekday()), []).append((right, chance))
    return tuple(
        Kept(monday=monday, asked=len(found), right=sum(right for right, _ in found), foreseen=sum(chance for _, chance in found))
        for monday, found in sorted(weeks.items())
    )


def forecast_due(state: LearningState, today: dt.date, days: int = 14) -> tuple[Due, ...]:
    """How many points come due on each of the next days without practice; overdue points count as due today."""
    counts = [0] * days
    for point, card in state.cards.items():
        ahead = 0 if card.is_due(today) else (card.due - today).days
        if ahead < days and point not in state.suspended:
            counts[ahead] += 1
    return tuple(Due(day=today + dt.timedelta(days=ahead), count=count) for ahead, count in enumerate(counts))


def daily_activity(rows: Iterable[LogRow]) -> tuple[Day, ...]:
    """Every day with an answer, in order."""
    days: dict[dt.date, list[LogRow]] = {}
    for row in rows_in_force(rows):
        if row.kind == "answer":
            days.setdefault(row.time.date(), []).append(row)
    return tuple(
        Day(
            day=day,
            asked=len(found),
            right=sum(row.is_right for row in found),
            minutes=sum(row.seconds or 0 for row in found) / 60,
        )
        for day, found in sorted(days.items())
    )
