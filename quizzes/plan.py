"""What to practise so that most is known on the day of the exam.

The rule: each day take the points whose review today adds most to what is known on that day, per minute, weighed by the share
of the exam, until the minutes are used up. What a review adds is reckoned with FSRS: the chance that the point is known on the
exam day after a right and after a wrong answer, weighed by the chance of either, less the chance without the review. A point that
was never asked counts as not known, as it does in FSRS. The days after today are reckoned with one memory in place of both
outcomes, known on the exam day as often as they are on average; played through by chance, one or two points in a hundred less
are known in the end than that foresees.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Final

import msgspec

from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.learned import State
from quizzes.log import Askable, Row, standing
from quizzes.memory import AGAIN, GOOD, Trace, formulas, retrievability, stability_for

SECONDS: Final = {"choice": 90.0, "response": 105.0, "ordering": 105.0, "matching": 120.0, "case": 240.0, "typed": 150.0}
"""Time of an answer and its feedback, until the log knows better: assumptions."""
_ANY_FORM: Final = 90.0
_ENOUGH: Final = 5
"""Answers after which the log knows the time of a form."""
_MOST_MINUTES: Final = 24 * 60
_LONGEST_OUTLOOK: Final = 366
_KNOWN_AT_FIRST: Final = 0.5
"""Chance that the first answer about a point is right."""


class Goal(Record):
    """An exam and the time for it."""

    day: dt.date
    """Of the exam."""
    minutes: float
    """A day."""


class Pick(Record):
    """A point to practise today."""

    point: str
    gain: float
    """Share of the exam that it adds to what is known on the day of the exam."""
    minutes: float
    is_new: bool


class Outlook(Record):
    """One day of the plan."""

    day: dt.date
    reviews: int
    first_times: int
    """Points that are asked for the first time."""
    minutes: float
    known: float
    """Share of the exam that would be known on its day, were this the last day of practice."""


class Plan(Record):
    """What to do until the exam."""

    today: tuple[Pick, ...]
    """The best first."""
    known_now: float
    """Share of the exam that would be known on its day without more practice."""
    outlook: tuple[Outlook, ...]
    """A day each, from today to the day before the exam."""

    @property
    def known_then(self) -> float:
        """Share of the exam that is known on its day if the plan is kept."""
        return self.outlook[-1].known if self.outlook else self.known_now


class _Point(msgspec.Struct):
    """A point while the days are played through."""

    weight: float
    seconds: float
    memory: Trace | None
    day: dt.date | None


def plan(state: State, weights: Mapping[str, float], goal: Goal, *, today: dt.date, seconds: Mapping[str, float] | None = None) -> Plan:
    """What to practise today and what comes of it. `weights` as in `point_weights`, `seconds` as in `point_seconds`.

    Points that are left out, and those that were asked today already, are not taken. Raises InputError for an exam that is past
    or too far, and for minutes out of range.
    """
    _refuse(goal, today)
    points = _points(state, weights, seconds or {})
    known_now = _known(points, goal.day)
    first: tuple[Pick, ...] = ()
    outlook = []
    for ahead in range(max((goal.day - today).days, 1)):
        day = today + dt.timedelta(days=ahead)
        picks = _picks({name: point for name, point in points.items() if name not in state.suspended}, goal, day)
        first = picks if ahead == 0 else first
        for pick in picks:
            points[pick.point] = _after(points[pick.point], day, goal.day)
        outlook.append(_outlook(day, picks, _known(points, goal.day)))
    return Plan(today=first, known_now=known_now, outlook=tuple(outlook))


def point_weights(items: Iterable[Askable], tasks: Mapping[str, float]) -> dict[str, float]:
    """Point -> its share of the exam; they sum to 1. A task's share (`tasks`) is split over its items, an item's over its points."""
    items = [item for item in items if tasks.get(item.task, 0) > 0]
    counts: dict[str, int] = {}
    for item in items:
        counts[item.task] = counts.get(item.task, 0) + 1
    weights: dict[str, float] = {}
    for item in items:
        points = set(item.stands_on)
        for point in sorted(points):
            weights[point] = weights.get(point, 0) + tasks[item.task] / counts[item.task] / len(points)
    whole = sum(weights.values())
    return {point: weight / whole for point, weight in weights.items()}


def form_seconds(rows: Iterable[Row]) -> dict[str, float]:
    """Form -> the time an answer takes: the median of the log where that has five answers, else an assumption."""
    times: dict[str, list[float]] = {}
    for row in standing(rows):
        if row.kind == "answer" and row.seconds is not None:
            times.setdefault(row.type, []).append(row.seconds)
    return SECONDS | {form: median(several) for form, several in times.items() if len(several) >= _ENOUGH}


def point_seconds(items: Iterable[Askable], forms: Mapping[str, float]) -> dict[str, float]:
    """Point -> the mean time of an answer over the items that stand on it; `forms` as in `form_seconds`."""
    times: dict[str, list[float]] = {}
    for item in items:
        for point in set(item.stands_on):
            times.setdefault(point, []).append(forms.get(item.type, _ANY_FORM))
    return {point: sum(several) / len(several) for point, several in times.items()}


def _refuse(goal: Goal, today: dt.date) -> None:
    days = (goal.day - today).days
    if days < 0:
        raise InputError(f"exam: {goal.day} is past; give a day from {today} on.")
    if days > _LONGEST_OUTLOOK:
        raise InputError(f"exam: {goal.day} is {days} days away; a plan reaches {_LONGEST_OUTLOOK} days.")
    if not 1 <= goal.minutes <= _MOST_MINUTES:
        raise InputError(f"minutes: {goal.minutes:g} a day is out of range; give a number from 1 to {_MOST_MINUTES}.")


def _points(state: State, weights: Mapping[str, float], seconds: Mapping[str, float]) -> dict[str, _Point]:
    found = {}
    for name, weight in weights.items():
        card = state.cards.get(name)
        memory, day = (Trace(card.memory.stability, card.memory.difficulty), card.day) if card else (None, None)
        found[name] = _Point(weight=weight, seconds=seconds.get(name, _ANY_FORM), memory=memory, day=day)
    return found


def _picks(points: Mapping[str, _Point], goal: Goal, day: dt.date) -> tuple[Pick, ...]:
    """The greatest gains per minute that fit into the day."""
    gains = ((name, point, gain) for name, point in points.items() if (gain := _gain(point, day, goal.day)) > 0)
    picks, left = [], goal.minutes * 60
    for name, point, gain in sorted(gains, key=lambda one: (-one[2] / one[1].seconds, one[0])):
        if point.seconds <= left:
            left -= point.seconds
            picks.append(Pick(point=name, gain=gain, minutes=point.seconds / 60, is_new=point.memory is None))
    return tuple(picks)


def _gain(point: _Point, day: dt.date, exam: dt.date) -> float:
    """Share of the exam that a review on `day` adds; 0 where it was asked that day already, or later by a clock set back since."""
    if point.day is not None and point.day >= day:
        return 0.0
    left = (exam - day).days
    chance, good, again = _outcomes(point, day)
    after = chance * retrievability(good, left) + (1 - chance) * retrievability(again, left)
    return point.weight * (after - _known_on(point, exam))


def _outcomes(point: _Point, day: dt.date) -> tuple[float, Trace, Trace]:
    """The chance of a right answer, and the memory after a right and after a wrong one."""
    if point.memory is None or point.day is None:
        return _KNOWN_AT_FIRST, formulas().first(GOOD), formulas().first(AGAIN)
    days = (day - point.day).days
    return retrievability(point.memory, days), formulas().after(point.memory, GOOD, days), formulas().after(point.memory, AGAIN, days)


def _after(point: _Point, day: dt.date, exam: dt.date) -> _Point:
    """The point after a review on `day`, as one memory that is known on the exam day as often as both outcomes are on average."""
    chance, good, again = _outcomes(point, day)
    left = max((exam - day).days, 1)
    known = chance * retrievability(good, left) + (1 - chance) * retrievability(again, left)
    memory = Trace(stability_for(known, left), chance * good.difficulty + (1 - chance) * again.difficulty)
    return _Point(weight=point.weight, seconds=point.seconds, memory=memory, day=day)


def _known_on(point: _Point, day: dt.date) -> float:
    if point.memory is None or point.day is None:
        return 0.0
    return retrievability(point.memory, (day - point.day).days)


def _known(points: Mapping[str, _Point], day: dt.date) -> float:
    return sum(point.weight * _known_on(point, day) for point in points.values())


def _outlook(day: dt.date, picks: Sequence[Pick], known: float) -> Outlook:
    new = sum(pick.is_new for pick in picks)
    return Outlook(day=day, reviews=len(picks) - new, first_times=new, minutes=sum(pick.minutes for pick in picks), known=known)
