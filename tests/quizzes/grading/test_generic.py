"""Grading by model answers alone."""

from __future__ import annotations

import pytest

from quizzes.grading import grade_generic
from tests.quizzes.grading.scorer import RIGHT, general, gold, items

_QUESTION = "Why does water in a wide pan evaporate faster?"
_MODEL = ("The wide pan has more surface area, so more water is exposed to the air.",)


def test_a_model_answer_is_correct_and_the_question_is_not() -> None:
    """The model answer itself passes; the question said back does not."""
    assert grade_generic(_QUESTION, _MODEL, _MODEL[0]).verdict == "correct"
    assert grade_generic(_QUESTION, _MODEL, "Water in a wide pan does evaporate faster.").verdict == "incorrect"


@pytest.mark.parametrize(
    "answer",
    [
        "The wide pan has less surface area, so less water is exposed to the air.",
        "The wide pan does not have more surface area, so no water is exposed to the air.",
        "air the to exposed water surface wide area pan more has so is more",
        "water surface area air pan exposed wide evaporation",
    ],
)
def test_a_model_answer_turned_round_is_not_correct(answer: str) -> None:
    """Opposites, denials and heaps of its words are at most unsure."""
    assert grade_generic(_QUESTION, _MODEL, answer).verdict != "correct"


def test_without_model_answers_it_says_so() -> None:
    """There is nothing to hold an answer against, so it is unsure."""
    assert grade_generic(_QUESTION, (), "Because of the surface.").verdict == "unsure"


def test_scores_tell_right_from_wrong_on_questions_of_any_field() -> None:
    """On the questions it was fitted to, four in five answers lie on their side of one half."""
    rows = [(label, grade_generic(entry["question"], entry["references"], text).score) for entry in general().values()
            for label in ("correct", "incorrect") for text in entry[label]]  # fmt: skip
    assert sum((score >= 0.5) == (label == "correct") for label, score in rows) / len(rows) >= 0.8


def test_it_seldom_takes_a_right_answer_for_wrong() -> None:
    """Of right answers that nobody looked at, at most one in six is called incorrect."""
    right = [(items()[item], text) for item, kind, text in gold("untouched") if kind in RIGHT]
    missed = [text for item, text in right if grade_generic(item.stem, item.references, text).verdict == "incorrect"]
    assert len(missed) / len(right) <= 1 / 6
