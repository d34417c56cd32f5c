"""Answers that their writers marked otherwise than the grader."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from quizzes.disputed_grades import list_disputed_grades, self_marked_answer
from quizzes.grading import Graded
from quizzes.grading.rubric import Verdict
from quizzes.item import Item
from quizzes.practice_log import LogRow, answer_row, undo_row
from tests.case_tables import read_table
from tests.quizzes.practice_rows import at, numbered
from tests.quizzes.sample_items import choice, typed

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("disputed_grades_cases.yaml"))

WHY = typed("why")
ITEMS: Mapping[str, Item] = {"why": WHY, "pick": choice("pick")}


@pytest.fixture(autouse=True)
def grader(monkeypatch: pytest.MonkeyPatch) -> dict[str, Verdict]:
    """What the grader says of some words; "incorrect" of all others."""
    verdicts: dict[str, Verdict] = {}

    def graded(_: object, words: str) -> Graded:
        return Graded(verdict=verdicts.get(words, "incorrect"), score=0.0, missing=("interruption",))

    monkeypatch.setattr("quizzes.disputed_grades.grade", graded)
    return verdicts


def own(words: object, verdict: Verdict = "correct", grader: Verdict = "incorrect", days: float = 0, about: Item = WHY) -> LogRow:
    """An answer with its writer's verdict."""
    right = verdict == "correct"
    return answer_row(
        about, time=at(days), verdict="correct" if right else "incorrect", answer=self_marked_answer(words, grader), mode="learn"
    )


def test_what_the_grader_does_not_know_is_listed_with_what_it_missed() -> None:
    """The words as they were written first, how often they came in whatever case, and when last."""
    rows = numbered([own("It may be  taken away"), own("it may be taken away", days=3), own("other words", days=1)])
    first, second = list_disputed_grades(rows, ITEMS)
    assert (first.item, first.answer, first.times, first.last) == ("why", "It may be  taken away", 2, at(3))
    assert (first.grader, first.learner, first.missing) == ("incorrect", "correct", ("interruption",))
    assert second.answer == "other words"


@pytest.mark.parametrize(
    ("now", "learner", "listed"),
    CASES["what_the_grader_has_learned_since_is_left_out"],
)
def test_what_the_grader_has_learned_since_is_left_out(grader: dict[str, Verdict], now: Verdict, learner: Verdict, *, listed: bool) -> None:
    """Today's rubric decides, not that of the day: an alias that was added closes the case."""
    grader["words"] = now
    assert bool(list_disputed_grades(numbered([own("words", learner, "unsure")]), ITEMS)) is listed


def test_other_rows_are_no_candidates() -> None:
    """Graded answers, letters, what was taken back, items that are gone, and answers of any shape that a file may hold."""
    plain = answer_row(WHY, time=at(), verdict="incorrect", answer="words", mode="learn")
    held: list[object] = [None, [], {"text": 3}, {"text": "x"}]
    shapes = [answer_row(WHY, time=at(), verdict="correct", answer=answer, mode="learn") for answer in held]
    rows = numbered(
        [
            plain,
            *shapes,
            own(7),
            own("x", about=ITEMS["pick"]),
            own("x", about=typed("gone")),
            own("taken"),
            undo_row(len(shapes) + 5, time=at()),
        ]
    )
    assert list_disputed_grades(rows, ITEMS) == ()
