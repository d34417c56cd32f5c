"""What to practise until an exam."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import InputError
from quizzes.fsrs_formulas import recall_probability
from quizzes.learning_state import LearningState, advance_state, rebuild_state
from quizzes.practice_log import LogRow, undo_row
from quizzes.study_plan import (
    DAYS_TO_REPEAT,
    DEFAULT_SECONDS,
    Goal,
    Plan,
    form_seconds,
    minutes_spent,
    plan_study,
    point_seconds,
    point_weights,
)
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.practice_rows import QUESTIONS, Question, answer, at, histories, numbered

TODAY = at(0).date()
POINTS = tuple(f"ideas/p{number:02}" for number in range(40))
EVEN = dict.fromkeys(POINTS, 1 / len(POINTS))


def in_days(days: int) -> dt.date:
    """A day from today."""
    return TODAY + dt.timedelta(days=days)


def planned(state: LearningState, weights: dict[str, float] = EVEN, *, days: int = 30, minutes: float = 15) -> Plan:
    """The plan for an exam in so many days."""
    return plan_study(state, weights, Goal(day=in_days(days), minutes=minutes), today=TODAY)


def mixed_state() -> LearningState:
    """Some points learned well, some badly, some not at all."""
    chance = random.Random(3)  # noqa: S311  # the same state every time
    rows: list[LogRow] = []
    for number, point in enumerate(POINTS[:30]):
        question = Question(id=f"item-{number}", stands_on=(point,))
        days = sorted(chance.sample(range(-90, 0), chance.randint(1, 6)))
        rows += [answer(question, day, "correct" if chance.random() < 0.7 else "incorrect") for day in days]
    return rebuild_state(numbered(sorted(rows, key=lambda row: row.time)))


@settings(max_examples=rounds(10, 100), deadline=None)
@given(histories(), st.integers(0, 20), st.floats(1, 60))
def test_a_plan_keeps_its_minutes_and_takes_no_point_twice_or_that_is_left_out(rows: list[LogRow], days: int, minutes: float) -> None:
    """Whatever the state is; and no day makes less known than the day before."""
    state = rebuild_state(rows)
    weights = point_weights(QUESTIONS, {"3.1": 1.0})
    found = planned(state, weights, days=days, minutes=minutes)
    assert sum(pick.minutes for pick in found.today) <= minutes + 1e-9
    assert all(day.minutes <= minutes + 1e-9 for day in found.outlook)
    names = [pick.point for pick in found.today]
    assert len(names) == len(set(names))
    assert not set(names) & set(state.suspended)
    assert all(pick.gain > 0 for pick in found.today)
    known = [found.known_now, *(day.known for day in found.outlook)]
    assert known == sorted(known)
    assert known[0] >= 0
    assert known[-1] <= 1 + 1e-9
    assert len(found.outlook) == max(days, 1)


def test_a_heavier_point_goes_first() -> None:
    """Of two that nobody asked yet the one with more of the exam; of two with as much the faster one."""
    state = LearningState()
    goal = Goal(day=in_days(9), minutes=60)
    heavier = plan_study(state, {"ideas/a": 0.3, "ideas/b": 0.7}, goal, today=TODAY)
    assert [pick.point for pick in heavier.today] == ["ideas/b", "ideas/a"]
    faster = plan_study(state, {"ideas/a": 0.5, "ideas/b": 0.5}, goal, today=TODAY, seconds={"ideas/a": 90, "ideas/b": 60})
    assert [pick.point for pick in faster.today] == ["ideas/b", "ideas/a"]


def test_what_was_asked_today_is_not_asked_again_today() -> None:
    """The first answer of the day has moved its schedule; more of them only learn."""
    question = Question(id="a", stands_on=(POINTS[0],))
    found = planned(rebuild_state(numbered([answer(question, 0, "incorrect")])), {POINTS[0]: 1.0})
    assert found.today == ()
    assert found.outlook[1].reviews == 1


def test_a_point_that_fades_before_the_exam_is_worth_more_than_one_that_stays() -> None:
    """A point learned once against one learned four times with growing gaps."""
    weak, strong = Question(id="w", stands_on=("ideas/w",)), Question(id="s", stands_on=("ideas/s",))
    rows = [*(answer(strong, day) for day in (-120, -117, -100, -40)), answer(weak, -40)]
    found = planned(rebuild_state(numbered(sorted(rows, key=lambda row: row.time))), {"ideas/w": 0.5, "ideas/s": 0.5})
    assert found.today[0].point == "ideas/w"


Choose = Callable[[LearningState, int], list[str]]


def by_plan(state: LearningState, day: int) -> list[str]:
    """Three minutes as the plan would have them."""
    goal = Goal(day=in_days(40), minutes=3)
    return [pick.point for pick in plan_study(state, EVEN, goal, today=in_days(day)).today]


def by_due_date(state: LearningState, day: int) -> list[str]:
    """As many points, those due for longest first, then new ones: what a scheduler without an exam does."""
    new = [point for point in POINTS if point not in state.cards]
    return [*state.points_due(in_days(day)), *new][:2]


def played(choose: Choose, seed: int) -> float:
    """The share known on the exam day when FSRS is true and somebody answers by chance, two points a day for forty days."""
    chance = random.Random(seed)  # noqa: S311  # the same luck for every way of choosing
    state = mixed_state()
    for day in range(40):
        for point in choose(state, day):
            card = state.cards.get(point)
            known = recall_probability(card.memory, (in_days(day) - card.day).days) if card else 0.5
            row = answer(Question(id=point, stands_on=(point,)), day, "correct" if chance.random() < known else "incorrect")
            state = advance_state(state, [row]) or state
    cards = [state.cards[point] for point in POINTS if point in state.cards]
    return sum(recall_probability(card.memory, (in_days(40) - card.day).days) for card in cards) / len(POINTS)


def test_the_plan_makes_more_known_on_the_exam_day_than_going_by_due_dates() -> None:
    """Played through with the same luck, where time is too short for everything; on average, and as the plan foresaw."""
    seeds = range(rounds(3, 6))
    planned_share = sum(played(by_plan, seed) for seed in seeds) / len(seeds)
    due_share = sum(played(by_due_date, seed) for seed in seeds) / len(seeds)
    assert planned_share > due_share + 0.1
    foreseen = plan_study(mixed_state(), EVEN, Goal(day=in_days(40), minutes=3), today=TODAY).known_then
    assert planned_share == pytest.approx(foreseen, abs=0.03)


@for_each(
    ("goal", "line"),
    [
        (Goal(day=in_days(-1), minutes=20), "exam: 2026-09-30 is past; give a day from 2026-10-01 on."),
        (Goal(day=in_days(400), minutes=20), "exam: 2027-11-05 is 400 days away; a plan reaches 366 days."),
        (Goal(day=in_days(9), minutes=0), "minutes: 0 a day is out of range; give a number from 1 to 1440."),
        (Goal(day=in_days(9), minutes=float("nan")), "minutes: nan a day is out of range; give a number from 1 to 1440."),
    ],
)
def test_a_goal_out_of_range_is_one_line(goal: Goal, line: str) -> None:
    """With the value and what would be right."""
    with pytest.raises(InputError) as caught:
        plan_study(LearningState(), EVEN, goal, today=TODAY)
    assert str(caught.value) == line


def test_on_the_day_of_the_exam_there_is_still_a_plan() -> None:
    """One sitting before it."""
    found = planned(mixed_state(), days=0)
    assert found.today
    assert found.known_then > found.known_now


def test_nothing_to_weigh_gives_an_empty_plan() -> None:
    """An empty bank."""
    found = planned(LearningState(), {})
    assert (found.today, found.known_then) == ((), 0)


def test_weights_of_points_follow_the_tasks_and_sum_to_one() -> None:
    """A task's share is split over its items, an item's over its points; what no exam asks weighs nothing."""
    items = [
        Question(id="a", task="3.1", stands_on=("ideas/x",)),
        Question(id="b", task="3.1", stands_on=("ideas/x", "ideas/y")),
        Question(id="c", task="4.2", stands_on=("ideas/z",)),
        Question(id="d", task="9.9", stands_on=("ideas/never",)),
    ]
    weights = point_weights(items, {"3.1": 0.3, "4.2": 0.1})
    assert weights == pytest.approx({"ideas/x": 0.5625, "ideas/y": 0.1875, "ideas/z": 0.25})
    assert point_weights([], {"3.1": 1}) == {}


def test_times_come_from_the_log_where_it_has_enough() -> None:
    """The median of five answers; forms with fewer keep the assumption; a point has the mean of its items."""
    rows = numbered([answer(Question(id="a"), day) for day in range(5)] + [answer(Question(id="b", type="case"), 6)])
    forms = form_seconds(rows)
    assert (forms["choice"], forms["case"]) == (30, DEFAULT_SECONDS["case"])
    items = [Question(id="a"), Question(id="b", type="case")]
    assert point_seconds(items, forms) == {"glossary/spot": (30 + DEFAULT_SECONDS["case"]) / 2}


def test_in_the_last_days_what_was_asked_comes_before_what_is_new() -> None:
    """Before that, what is new may come first; with nothing to repeat it may still come on the last day."""
    state = mixed_state()
    for days, minutes in ((1, 10), (DAYS_TO_REPEAT, 20), (DAYS_TO_REPEAT, 60)):
        order = [pick.is_new for pick in planned(state, days=days, minutes=minutes).today]
        assert order == sorted(order)
    assert sum(pick.is_new for pick in planned(state, days=DAYS_TO_REPEAT, minutes=15).today) == 0
    assert any(pick.is_new for pick in planned(state, days=DAYS_TO_REPEAT + 1, minutes=15).today)
    assert planned(LearningState(), days=1).today


def test_minutes_spent_today_shorten_today_alone() -> None:
    """Down to nothing; the days after keep theirs. Undone answers and other days do not count."""
    goal = Goal(day=in_days(10), minutes=15)
    plans = [plan_study(mixed_state(), EVEN, goal, today=TODAY, spent=spent) for spent in (0, 6, 15, 40)]
    assert [len(plan.today) for plan in plans] == [10, 6, 0, 0]
    assert all(plan.outlook[1].minutes == 15 for plan in plans)
    rows = numbered([answer(Question(id="a"), -1), answer(Question(id="b")), answer(Question(id="c")), undo_row(2, time=at(0))])
    assert minutes_spent(rows, TODAY) == 0.5
