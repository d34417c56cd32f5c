"""How answers are read: by the rules of a rubric, in short and casual words, with figures, and by model answers alone."""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Any

import pytest

from knowledge.errors import InputError
from quizzes.grading import Graded, grade, grade_generic, read_rubric
from quizzes.grading.case import phrases_of
from quizzes.grading.lexicon import known_form
from quizzes.grading.senses import turns
from tests.case_tables import for_each, read_table
from tests.quizzes.grading.scorer import items

_HERE = Path(__file__).parent
_VERDICTS = ("correct", "partial", "incorrect", "unsure", "not correct")


def _graded(group: dict[str, Any], answer: str) -> Graded:
    if "item" in group:
        return grade(items()[group["item"]], answer)
    rubric = read_rubric(group["rubric"]) if "rubric" in group else None
    return grade_generic(group.get("question", "Which?"), group.get("model", ()), answer, rubric)


@for_each("group", read_table(_HERE / "readings.yaml"))
def test_an_answer_is_read_as_it_is_meant(group: dict[str, Any]) -> None:
    """Each answer of the table gets its verdict; what the group shows stands beside it."""
    for verdict in _VERDICTS:
        for answer in group.get(verdict, ()):
            found = _graded(group, answer)
            assert found.verdict != "correct" if verdict == "not correct" else found.verdict == verdict, (answer, found)


@for_each("case", read_table(_HERE / "figures.yaml"))
def test_only_a_true_figure_leaves_an_answer_right(case: dict[str, Any]) -> None:
    """A figure beside what is asked: a true one spoils nothing, and another in its place is no right answer."""
    for figure in (*case["right"], *case["wrong"]):
        found = grade(items()[case["item"]], Template(case["answer"]).substitute(figure=figure))
        assert (found.verdict == "correct") is (figure in case["right"]), (figure, found)


@for_each("word", ["newer", "mode", "usable", "weigh", "alter", "latter", "remote", "shape"])
def test_everyday_words_are_no_slips(word: str) -> None:
    """A word that looks like one of the field stands for itself: newer is not never."""
    assert known_form(word) == word


def test_what_is_found_lacking_or_contradicted_is_named() -> None:
    """With one of two concepts an answer is partial, without any it is worth nothing; beside a model answer its words are told apart."""
    found = grade_generic("Why?", (), "It is cheap.", read_rubric({"required": ["cheap", ["fast", "quick"]]}))
    assert (found.verdict, found.score, found.found, found.missing) == ("partial", 0.5, ("cheap",), ("fast",))
    assert grade_generic("Why?", ("It is cheap.",), "idk").score == 0
    found = grade_generic("Why this one?", ("It is cheap and starts at once.",), "It is expensive and starts later.")
    assert (found.found, found.missing, found.contradicted) == (("starts",), ("cheap", "once"), ("expensive",))


@for_each("item", sorted(items()))
def test_a_rubric_names_what_there_is(item: str) -> None:
    """Senses that are known, and required concepts as they are called: a misspelt one would never be found."""
    rubric, known = items()[item].rubric, {turn.sense for found in turns().values() for turn in found}
    words = {word for phrase in phrases_of(rubric) for part in phrase.split() for word in part.split("|")}
    assert {word for word in words if word.startswith("@")} <= known
    assert {name for concept in rubric.forbidden for name in concept.of} <= {concept.name for concept in rubric.required}


@for_each(
    ("raw", "says"),
    [
        ({"requird": []}, 'rubric: there is no field "requird". Did you mean required?'),
        ({"required": [3]}, "rubric: "),
        ({"subject": 4}, "rubric: "),
    ],
)
def test_a_bad_rubric_is_refused_in_one_line(raw: dict[str, Any], says: str) -> None:
    """The line names the field, and the nearest valid one."""
    with pytest.raises(InputError) as error:
        read_rubric(raw)
    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)
