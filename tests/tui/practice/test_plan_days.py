"""The plan until an exam, day by day: what was foreseen, what `quiz due` says each morning, and what is practised with it."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from knowledge import Knowledge
from quizzes.bank import Bank
from quizzes.fsrs_formulas import recall_probability
from quizzes.progress import measure_progress
from quizzes.study_plan import DAYS_TO_REPEAT, Goal
from tests.case_tables import for_each
from tests.depth import rounds
from tests.quizzes.sample_items import LIVE, TASKS, bank, choice
from tests.tui.practice.conftest import Seat
from tests.tui.practice.student import Student, right_texts
from tui.cli.quiz.due import Today, build_today, due_lines
from tui.cli.quiz.learner import Learner

DAYS = 28
POINTS = 96
SECONDS = 90
"""Of an answer, as the plan assumes for a choice."""


class Study(NamedTuple):
    """How somebody studies."""

    minutes: int
    first_right: float
    """Share of right answers on what was never asked."""
    days: int = DAYS
    """To the exam."""
    keeps: Callable[[int], bool] = lambda _: True
    """Whether a day is used."""
    sure: str = "3"
    """Confidence: 1 for somebody who guesses."""


STUDIES = {
    "a beginner": Study(minutes=8, first_right=0.4),
    "an expert": Study(minutes=15, first_right=0.95),
    "one who guesses": Study(minutes=8, first_right=0.25, sure="1"),
    "one who has seven days": Study(minutes=30, first_right=0.5, days=7),
    "one who has two days": Study(minutes=30, first_right=0.5, days=2),
    "one who skips every other day": Study(minutes=15, first_right=0.5, keeps=lambda day: day % 2 == 0),
}


def points_of(knowledge: Knowledge) -> Bank:
    """A bank with a choice for each of many points, evenly over the tasks."""
    names = sorted(knowledge.glossary)[:POINTS]
    return bank(
        *(choice(f"on-{name}", number % 4, task=TASKS[number % 12], stands_on=(f"glossary/{name}",)) for number, name in enumerate(names))
    )


def looked_up(student: Student, goal: Goal) -> tuple[Today, list[str]]:
    """What `quiz due` says now, as a record and as lines."""
    context = student.context
    items = list(context.supply.askable_by_id.values())
    store = context.store
    found = measure_progress(store.read_rows(), store.state, items, context.bank.course, LIVE, today=context.today, goal=goal)
    learner = Learner(student.knowledge, store, LIVE, found)
    today = build_today(learner)
    return today, list(due_lines(today, learner))


def practise_share(student: Student, study: Study, chance: random.Random) -> int:
    """Practise today's share of the plan to its end, in as many sessions as that takes; the number of questions."""
    asked = 0
    while student.head.startswith("What do you want") and "today" in student.lines:
        shown = student.says("today")
        if not student.head.startswith("Question"):
            break
        while student.head.startswith("Question"):
            asked += 1
            shown = answer_shown(student, shown, study, chance)
    return asked


def answer_shown(student: Student, shown: str, study: Study, chance: random.Random) -> str:
    """Answer the question in the text `shown`, rightly as often as it is known; what is shown next."""
    context = student.context
    item = context.bank.find_item(" ".join(shown.split()).partition("Which of these suits ")[2].partition("?")[0])
    card = context.store.state.cards.get(item.stands_on[0])
    known = recall_probability(card.memory, (context.today - card.day).days) if card else study.first_right
    right = student.letters(right_texts(item))
    student.time += dt.timedelta(seconds=SECONDS - 5)
    student.seconds += SECONDS - 5
    wrong = next(letter for letter in "abcd" if letter != right)
    return student.says(right if chance.random() < known else wrong, study.sure, "next")


@for_each("who", sorted(STUDIES)[:: rounds(quick=2, long=1)])
def test_each_day_asks_what_the_plan_says_and_the_plan_on_paper_comes_true(
    who: str, knowledge: Knowledge, seat: Seat, tmp_path: Path
) -> None:
    """On each of the days until the exam, whoever studies: the rows, the minutes, the end of what is new, and how much is known."""
    study, chance = STUDIES[who], random.Random(who)  # noqa: S311  # the same luck every time
    student = seat(of=points_of(knowledge), folder=tmp_path / who)  # cases share the test's own folder
    start = student.time
    goal = Goal(day=start.date() + dt.timedelta(days=study.days), minutes=study.minutes)
    student.says(f"exam date {goal.day} {study.minutes}")
    paper = looked_up(student, goal)[0].days
    assert [one.day for one in paper] == [start.date() + dt.timedelta(days=ahead) for ahead in range(study.days)]
    asked, begun = 0, 0
    for ahead in range(study.days):
        student.time = start + dt.timedelta(days=ahead)
        today, lines = looked_up(student, goal)
        row = today.days[0]
        assert [one.day for one in today.days] == [one.day for one in paper[ahead:]]
        assert any(line.split()[:4] == [str(row.day), str(row.reviews), str(row.first_times), f"{row.minutes:.0f}"] for line in lines)
        assert (row.reviews + row.first_times, row.first_times) == (len(today.plan), sum(one.is_new for one in today.plan))
        assert all(one.minutes <= study.minutes for one in today.days)
        check_end_of_new(student, today, study.days - ahead)
        if study.keeps(ahead):
            done = practise_share(student, study, chance)
            assert done == len(today.plan)
            assert looked_up(student, goal)[0].plan == ()
            asked, begun = asked + done, begun + row.first_times
    if study.keeps(1):
        assert abs(begun - sum(one.first_times for one in paper)) <= POINTS / 8
        assert abs(asked - sum(one.first_times + one.reviews for one in paper)) <= asked / 8


def check_end_of_new(student: Student, today: Today, left: int) -> None:
    """In the last days a new point is only picked where everything else that was ever asked is picked too."""
    if left <= DAYS_TO_REPEAT and any(one.is_new for one in today.plan):
        assert {one.point for one in today.plan} >= set(student.context.store.state.cards)


def test_what_was_practised_today_is_not_planned_again(knowledge: Knowledge, seat: Seat) -> None:
    """Half of the minutes leaves half of the share."""
    student = seat(of=points_of(knowledge))
    goal = Goal(day=student.time.date() + dt.timedelta(days=20), minutes=30)
    student.says(f"exam date {goal.day} 30")
    before = looked_up(student, goal)[0]
    shown, chance = student.says("today"), random.Random(1)  # noqa: S311  # the same luck every time
    for _ in range(10):
        shown = answer_shown(student, shown, STUDIES["a beginner"], chance)
    after = looked_up(student, goal)[0]
    assert (len(before.plan), len(after.plan)) == (20, 10)
    assert after.days[0].minutes == before.days[0].minutes / 2
