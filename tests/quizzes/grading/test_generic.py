"""Grading by model answers alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.grading import grade_generic
from tests.quizzes.grading.fit_generic import NAMES, NEGATIVE, Row, fit, rows, thresholds, unseen_scores
from tests.quizzes.grading.scorer import RIGHT, general, gold, items

_QUESTION = "Why does water in a wide pan evaporate faster?"
_MODEL = ("The wide pan has more surface area, so more water is exposed to the air.",)
_FUSE = "Why did the fan stop when the fuse melted?"
_GAP = ("the fuse leaves a gap", "the circuit is not complete", "the path is open")


def test_a_model_answer_is_correct_and_the_question_is_not() -> None:
    """The model answer itself passes; the question said back does not."""
    assert grade_generic(_QUESTION, _MODEL, _MODEL[0]).verdict == "correct"
    assert grade_generic(_QUESTION, _MODEL, "Water in a wide pan does evaporate faster.").verdict == "incorrect"


@pytest.mark.parametrize(("model", "answer"), [("A", "a."), ("Both of them.", "both of them"), ("16", "16"), ("Yes.", "yes")])
def test_a_model_answer_without_words_of_weight_is_correct_word_for_word(model: str, answer: str) -> None:
    """Capitals and marks aside, what is said as the model says it is correct, however little it holds."""
    assert grade_generic("Is it a or both of them, 16 or 32, yes or no?", (model,), answer).verdict == "correct"


@given(st.text(max_size=200), st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_any_text_gets_a_grade(answer: str, question: str, references: list[str]) -> None:
    """Whatever is typed as answer, question or model, there is a verdict with a score between 0 and 1, and always the same one."""
    graded = grade_generic(question, references, answer)
    assert graded.verdict in {"correct", "incorrect", "unsure"}
    assert 0 <= graded.score <= 1
    assert graded == grade_generic(question, references, answer)


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


@pytest.mark.parametrize(
    "answer",
    [
        "there is a gap",
        "because it made a gap in the circut",
        "the path isn't closed",
        "the path is no longer closed",
        "the circuit is incomplete",
    ],
)
def test_one_of_several_model_answers_is_enough(answer: str) -> None:
    """The best of them counts; a slip of the finger, an opposite that is denied and another form of a word say the same."""
    assert grade_generic(_FUSE, _GAP, answer).verdict == "correct"


@pytest.mark.parametrize(
    "answer", ["the path is closed", "the circuit is complete", "there is no gap", "the fuse melted", "the fan is damaged"]
)
def test_the_contrary_and_the_question_are_not_correct(answer: str) -> None:
    """What says the contrary of the model answers, or what everybody knows from the question, is not correct."""
    assert grade_generic(_FUSE, _GAP, answer).verdict != "correct"


def test_what_speaks_against_an_answer_is_named() -> None:
    """The words by which an answer contradicts its model, and those of the model that it lacks, are told."""
    graded = grade_generic(_FUSE, ("the path is open",), "the path is closed")
    assert (graded.found, graded.contradicted) == (("path",), ("closed",))
    assert grade_generic(_FUSE, ("a gap in the circuit",), "there is a gap").missing == ("circuit",)


@pytest.mark.parametrize("answer", ["I do not know.", "idk", "i dont understand this", "tell me the answer", "not sure!", ""])
def test_saying_that_one_does_not_know_is_incorrect(answer: str) -> None:
    """It is nothing to be unsure about."""
    assert (grade_generic(_FUSE, _GAP, answer).verdict, grade_generic(_FUSE, _GAP, answer).score) == ("incorrect", 0.0)


def test_sides_of_a_comparison_that_are_exchanged_are_not_correct() -> None:
    """A better than B is not B better than A, though the words are the same."""
    question, model = "Why does a metal spoon feel hotter?", ("Metal conducts heat better than wood.",)
    assert grade_generic(question, model, "Metal is better at conducting heat than wood.").verdict == "correct"
    assert grade_generic(question, model, "Wood conducts heat better than metal.").verdict != "correct"


def test_a_number_that_nobody_gave_is_not_correct() -> None:
    """A foreign number leaves an answer unsure at best."""
    model = ("It has 16 chips with 32 GiB each.",)
    assert grade_generic("What does it hold?", model, "It has 16 chips with 32 GiB each.").verdict == "correct"
    assert grade_generic("What does it hold?", model, "It has 64 chips with 32 GiB each.").verdict != "correct"


def test_the_passive_turns_opposites() -> None:
    """If the harder one scratches, the one that is scratched is softer."""
    question, model = "How does a test with two stones tell?", ("The harder stone scratches the other.",)
    assert grade_generic(question, model, "The stone that is scratched is the softer one.").contradicted == ()
    assert grade_generic(question, model, "The softer stone scratches the other.").contradicted == ("softer",)


def test_without_model_answers_it_says_so() -> None:
    """There is nothing to hold an answer against, so it is unsure."""
    assert grade_generic(_QUESTION, (), "Because of the surface.").verdict == "unsure"


def test_long_and_strange_answers_are_graded_all_the_same() -> None:
    """Marks alone, other scripts and far too much text are incorrect or unsure, and raise nothing."""
    for answer in ("?!…", "\u202eабв 🙂 \x1b[31m", "gap " * 30_000, "no " * 500, "than than less less"):
        assert grade_generic(_FUSE, _GAP, answer).verdict != "correct"


def test_more_than_is_read_is_not_correct() -> None:
    """Of an answer of many pages only the beginning is read, so that it is unsure at best."""
    assert grade_generic(_QUESTION, _MODEL, _MODEL[0] + " The glass is tall." * 300).verdict != "correct"


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


def test_it_grades_questions_that_it_was_not_fitted_to() -> None:
    """By weights fitted without the question, verdicts hold for two in three answers called right and three in four called wrong."""
    beyond = general().keys()
    data = [row for row in rows() if row.question in beyond]
    found = unseen_scores(data)
    wrong, clear = thresholds(found, data)
    right = np.array([row.right for row in data])
    assert right[found >= clear].mean() >= 2 / 3
    assert 1 - right[found <= wrong].mean() >= 3 / 4
    assert ((found > wrong) & (found < clear)).mean() <= 1 / 5


def test_what_speaks_against_an_answer_never_raises_its_chance() -> None:
    """Weights keep the sign that their feature has by nature, whatever the answers they are fitted to."""
    full, bare = np.array([[1.0, *[1.0] * len(NAMES)]]), np.array([[1.0, *[0.0] * len(NAMES)]])
    for is_right in (True, False):
        _, *weights = fit([Row("q", full, right=is_right, weight=1.0), Row("q", bare, right=not is_right, weight=1.0)])
        assert all(weight <= 0 for name, weight in zip(NAMES, weights, strict=True) if name in NEGATIVE)
        assert all(weight >= 0 for name, weight in zip(NAMES, weights, strict=True) if name not in NEGATIVE)
