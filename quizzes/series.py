"""Practice over time: what was kept, what comes due, how much was done. Pure functions, for plots and the page of progress."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from knowledge.schema.record import Record
from quizzes.learned import State
from quizzes.log import Fact, Row, standing
from quizzes.memory import retrievability
from quizzes.scheduling import Track

WEEK: Final = 7


class Kept(Record):
    """Reviews of one week, Monday to Sunday: answers about points that were learned on an earlier day."""

    monday: dt.date
    asked: int
    right: int
    foreseen: float
    """How many would be right by the schedule."""


class Due(Record):
    """Points that come on one day."""

    day: dt.date
    count: int


class Day(Record):
    """Answers of one day."""

    day: dt.date
    asked: int
    right: int
    minutes: float
    """As far as durations are known."""


def retention(rows: Iterable[Fact]) -> tuple[Kept, ...]:
    """What was still known when it came again, week by week; weeks without a review are left out."""
    tracks: dict[str, Track] = {}
    weeks: dict[dt.date, list[tuple[bool, float]]] = {}
    for row in standing(rows):
        day, right = row.time.date(), row.right
        for point in row.points if row.counts else ():
            track = tracks.get(point)
            if track is None:
                track = tracks[point] = Track()
            before = (track.trace, track.day) if track.reviews else None
            if track.add(row, day, right=right) and before is not None:
                chance = retrievability(before[0], (day - before[1]).days)
                weeks.setdefault(day - dt.timedelta(days=day.weekday()), []).append((right, chance))
    return tuple(
        Kept(monday=monday, asked=len(found), right=sum(right for right, _ in found), foreseen=sum(chance for _, chance in found))
        for monday, found in sorted(weeks.items())
    )


def forecast(state: State, today: dt.date, days: int = 14) -> tuple[Due, ...]:
    """How many points come due on each of the next days, were nothing practised; what is overdue stands with today."""
    counts = [0] * days
    for point, card in state.cards.items():
        ahead = 0 if card.is_due(today) else (card.due - today).days
        if ahead < days and point not in state.suspended:
            counts[ahead] += 1
    return tuple(Due(day=today + dt.timedelta(days=ahead), count=count) for ahead, count in enumerate(counts))


def activity(rows: Iterable[Row]) -> tuple[Day, ...]:
    """Every day with an answer, in order."""
    days: dict[dt.date, list[Row]] = {}
    for row in standing(rows):
        if row.kind == "answer":
            days.setdefault(row.time.date(), []).append(row)
    return tuple(
        Day(
            day=day,
            asked=len(found),
            right=sum(row.right for row in found),
            minutes=sum(row.seconds or 0 for row in found) / 60,
        )
        for day, found in sorted(days.items())
    )
