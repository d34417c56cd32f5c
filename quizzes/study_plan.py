"""What to practise so that most is known on the day of the exam.

The rule: each day take the points whose review today adds most to what is known on that day, per minute, weighed by the share
of the exam, until the minutes are used up. What a review adds is reckoned with FSRS: the chance that the point is known on the
exam day after a right and after a wrong answer, weighed by the chance of either, less the chance without the review. A point that
was never asked counts as not known, as it does in FSRS. In the last days before the exam what was asked before goes first, so that
nothing new is begun that could not come again. Minutes already spent today are not planned twice.

The days after today are reckoned with one memory in place of both outcomes, known on the exam day as often as they are on average;
played through by chance, one or two points in a hundred less are known in the end than that foresees. That an item teaches its other
points too is left out: where items stand on several points, more is known than foreseen.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Final

import msgspec

from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.fsrs_formulas import AGAIN, GOOD, MemoryTrace, default_formulas, recall_probability, stability_for
from quizzes.learning_state import LearningState
from quizzes.practice_log import Askable, LogRow, rows_in_force

DEFAULT_SECONDS: Final = {"choice": 90.0, "response": 105.0, "ordering": 105.0, "matching": 120.0, "case": 240.0, "typed": 150.0}
"""Assumed time of an answer and its feedback, until the log has measured it."""
_DEFAULT_SECONDS_ANY_FORM: Final = 90.0
_MIN_TIMED_ANSWERS: Final = 5
"""Answers after which the log's own times of a type are used."""
_MAX_MINUTES_A_DAY: Final = 24 * 60
_MAX_DAYS_AHEAD: Final = 366
DAYS_TO_REPEAT: Final = 3
"""Last days before the exam, on which new points come only where minutes are left after all that can be repeated: FSRS lets two days pass
after a right first answer."""
_FIRST_ANSWER_PROBABILITY: Final = 0.5
"""Probability that the first answer about a point is right."""


class Goal(Record):
    """An exam date and the time to practise."""

    day: dt.date
    """Date of the exam."""
    minutes: float
    """Minutes a day."""


class Pick(Record):
    """A point to practise today."""

    point: str
    gain: float
    """Share of the exam that it adds to what is known on the exam day."""
    minutes: float
    is_new: bool


class Outlook(Record):
    """One day of the plan."""

    day: dt.date
    reviews: int
    first_times: int
    """Points asked for the first time."""
    minutes: float
    known: float
    """Share of the exam known on its day if practice ended with this day."""


class Plan(Record):
    """What to practise until the exam."""

    today: tuple[Pick, ...]
    """The most useful first."""
    known_now: float
    """Share of the exam known on its day without more practice."""
    outlook: tuple[Outlook, ...]
    """One entry a day, from today to the day before the exam; what is left of today."""

    @property
    def known_then(self) -> float:
        """Share of the exam known on its day if the plan is kept."""
        return self.outlook[-1].known if self.outlook else self.known_now


class _Point(msgspec.Struct):
    """A point while the days are simulated."""

    weight: float
    seconds: float
    memory: MemoryTrace | None
    day: dt.date | None


def plan_study(
    state: LearningState,
    weights: Mapping[str, float],
    goal: Goal,
    *,
    today: dt.date,
    seconds: Mapping[str, float] | None = None,
    spent: float = 0,
) -> Plan:
    """What to practise today, and what the plan leads to. `weights` as from `point_weights`, `seconds` as from `point_seconds`.

    `spent` are the minutes already practised today, by which today's share is shorter. Suspended points and those already asked today are
    skipped. Raises InputError for an exam in the past or too far ahead, and for minutes out of range.
    """
    _check_goal(goal, today)
    points = _points_today(state, weights, seconds or {})
    known_now = _share_known(points, goal.day)
    first: tuple[Pick, ...] = ()
    outlook = []
    for ahead in range(max((goal.day - today).days, 1)):
        day = today + dt.timedelta(days=ahead)
        askable = {name: point for name, point in points.items() if name not in state.suspended}
        picks = _pick_points(askable, goal, day, goal.minutes - (spent if ahead == 0 else 0))
        first = picks if ahead == 0 else first
        for pick in picks:
            points[pick.point] = _point_after_review(points[pick.point], day, goal.day)
        outlook.append(_day_outlook(day, picks, _share_known(points, goal.day)))
    return Plan(today=first, known_now=known_now, outlook=tuple(outlook))


def point_weights(items: Iterable[Askable], tasks: Mapping[str, float]) -> dict[str, float]:
    """Point -> its share of the exam; the shares sum to 1. A task's share is split over its items, an item's over its points."""
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


def form_seconds(rows: Iterable[LogRow]) -> dict[str, float]:
    """Type -> seconds an answer takes: the median in the log if it has five answers, else an assumption."""
    times: dict[str, list[float]] = {}
    for row in rows_in_force(rows):
        if row.kind == "answer" and row.seconds is not None:
            times.setdefault(row.type, []).append(row.seconds)
    return DEFAULT_SECONDS | {form: median(several) for form, several in times.items() if len(several) >= _MIN_TIMED_ANSWERS}


def point_seconds(items: Iterable[Askable], forms: Mapping[str, float]) -> dict[str, float]:
    """Point -> mean seconds of an answer over the items that test it; `forms` as from `form_seconds`."""
    times: dict[str, list[float]] = {}
    for item in items:
        for point in set(item.stands_on):
            times.setdefault(point, []).append(forms.get(item.type, _DEFAULT_SECONDS_ANY_FORM))
    return {point: sum(several) / len(several) for point, several in times.items()}


def minutes_spent(rows: Iterable[LogRow], day: dt.date) -> float:
    """Minutes of the answers given on a day, as far as their durations are known."""
    return sum(row.seconds or 0 for row in rows_in_force(rows) if row.kind == "answer" and row.time.date() == day) / 60


def _check_goal(goal: Goal, today: dt.date) -> None:
    days = (goal.day - today).days
    if days < 0:
        raise InputError(f"exam: {goal.day} is past; give a day from {today} on.")
    if days > _MAX_DAYS_AHEAD:
        raise InputError(f"exam: {goal.day} is {days} days away; a plan reaches {_MAX_DAYS_AHEAD} days.")
    if not 1 <= goal.minutes <= _MAX_MINUTES_A_DAY:
        raise InputError(f"minutes: {goal.minutes:g} a day is out of range; give a number from 1 to {_MAX_MINUTES_A_DAY}.")


def _points_today(state: LearningState, weights: Mapping[str, float], seconds: Mapping[str, float]) -> dict[str, _Point]:
    found = {}
    for name, weight in weights.items():
        card = state.cards.get(name)
        memory, day = (MemoryTrace(card.memory.stability, card.memory.difficulty), card.day) if card else (None, None)
        found[name] = _Point(weight=weight, seconds=seconds.get(name, _DEFAULT_SECONDS_ANY_FORM), memory=memory, day=day)
    return found


def _pick_points(points: Mapping[str, _Point], goal: Goal, day: dt.date, minutes: float) -> tuple[Pick, ...]:
    """The points with the greatest gain per minute that fit into the day; close to the exam the new ones last."""
    is_late = (goal.day - day).days <= DAYS_TO_REPEAT
    gains = ((name, point, gain) for name, point in points.items() if (gain := _review_gain(point, day, goal.day)) > 0)
    picks, left = [], minutes * 60
    for name, point, gain in sorted(gains, key=lambda one: (is_late and one[1].memory is None, -one[2] / one[1].seconds, one[0])):
        if point.seconds <= left:
            left -= point.seconds
            picks.append(Pick(point=name, gain=gain, minutes=point.seconds / 60, is_new=point.memory is None))
    return tuple(picks)


def _review_gain(point: _Point, day: dt.date, exam: dt.date) -> float:
    """Share of the exam that a review on `day` adds; 0 if the point was asked that day or, after the clock was set back, later."""
    if point.day is not None and point.day >= day:
        return 0.0
    left = (exam - day).days
    chance, good, again = _review_outcomes(point, day)
    after = chance * recall_probability(good, left) + (1 - chance) * recall_probability(again, left)
    return point.weight * (after - _probability_known(point, exam))


def _review_outcomes(point: _Point, day: dt.date) -> tuple[float, MemoryTrace, MemoryTrace]:
    """Probability of a right answer, and the memory after a right and after a wrong one."""
    if point.memory is None or point.day is None:
        return _FIRST_ANSWER_PROBABILITY, default_formulas().first_review(GOOD), default_formulas().first_review(AGAIN)
    days = (day - point.day).days
    return (
        recall_probability(point.memory, days),
        default_formulas().next_review(point.memory, GOOD, days),
        default_formulas().next_review(point.memory, AGAIN, days),
    )


def _point_after_review(point: _Point, day: dt.date, exam: dt.date) -> _Point:
    """The point after a review on `day`, with one memory that matches the mean recall of both outcomes on the exam day."""
    chance, good, again = _review_outcomes(point, day)
    left = max((exam - day).days, 1)
    known = chance * recall_probability(good, left) + (1 - chance) * recall_probability(again, left)
    memory = MemoryTrace(stability_for(known, left), chance * good.difficulty + (1 - chance) * again.difficulty)
    return _Point(weight=point.weight, seconds=point.seconds, memory=memory, day=day)


def _probability_known(point: _Point, day: dt.date) -> float:
    if point.memory is None or point.day is None:
        return 0.0
    return recall_probability(point.memory, (day - point.day).days)


def _share_known(points: Mapping[str, _Point], day: dt.date) -> float:
    return sum(point.weight * _probability_known(point, day) for point in points.values())


def _day_outlook(day: dt.date, picks: Sequence[Pick], known: float) -> Outlook:
    new = sum(pick.is_new for pick in picks)
    return Outlook(day=day, reviews=len(picks) - new, first_times=new, minutes=sum(pick.minutes for pick in picks), known=known)
