"""Figures that an answer gives beside what is asked: a true one spoils nothing, and another in its place is no right answer."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Any

import pytest

from quizzes.grading import grade
from tests.quizzes.grading.scorer import items
from tests.tables import table

FIGURES: list[dict[str, Any]] = table(Path(__file__).with_name("figures.yaml"))
CASES = [
    (case["item"], case["answer"], figure, kind == "right") for case in FIGURES for kind in ("right", "wrong") for figure in case[kind]
]


@pytest.mark.parametrize(("item", "answer", "figure", "is_true"), CASES)
def test_only_a_true_figure_leaves_an_answer_right(item: str, answer: str, figure: float, *, is_true: bool) -> None:
    """The answer says all that is asked for either way."""
    graded = grade(items()[item], Template(answer).substitute(figure=figure))
    assert (graded.verdict == "correct") is is_true, graded
