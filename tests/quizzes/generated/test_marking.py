"""Typed numbers: value, unit and the usual mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from quizzes.generated import NumberQuestion
from quizzes.generated.marking import mark_number
from quizzes.generated.numbers import Slip


def _question(value: float, unit: str, *, whole: bool = False, slips: tuple[Slip, ...] = ()) -> NumberQuestion:
    head = {"id": "number-x", "bank": "numbers", "exams": (), "task": "3.1", "difficulty": 1, "stands_on": ("places/lambda",)}
    texts = {"stem": "How much?", "principle": "Count.", "sources": ("aws-lambda-quotas",), "references": ("So much.",)}
    return NumberQuestion(**head, **texts, value=value, unit=unit, tolerance=0.02, whole=whole, slips=slips)  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    ("answer", "value", "unit", "verdict"),
    [
        ("14", 14, "GB", "correct"),
        ("14 GB", 14, "GB", "correct"),
        ("about 14.1 gigabytes", 14, "GB", "correct"),
        ("14,000 MB", 14, "GB", "correct"),
        ("0.014 TB", 14, "GB", "correct"),
        ("13.04 GiB", 14, "GB", "correct"),
        ("7 x 2 = 14 GB", 14, "GB", "correct"),
        ("2 bytes each, so 7 billion × 2 = 14 GB", 14, "GB", "correct"),
        ("14e0", 14, "GB", "correct"),
        ("14 Gbit", 14, "GB", "incorrect"),
        ("14 hours", 14, "GB", "incorrect"),
        ("15 GB", 14, "GB", "incorrect"),
        ("112 GB", 14, "GB", "incorrect"),
        ("-14 GB", 14, "GB", "incorrect"),
        ("between 10 and 20 GB", 14, "GB", "unsure"),
        ("14 or 28", 14, "GB", "unsure"),
        ("a lot", 14, "GB", "incorrect"),
        ("", 14, "GB", "incorrect"),
        ("$2,150", 2150, "USD", "correct"),
        ("2150 dollars a month", 2150, "USD", "correct"),
        ("2.15k USD", 2150, "USD", "correct"),
        ("215000 cents", 2150, "USD", "correct"),
        ("$2,121", 2150.288, "USD", "correct"),
        ("90 min", 1.5, "hours", "correct"),
        ("1,5 h", 1.5, "hours", "correct"),
        ("1.5 days", 1.5, "hours", "incorrect"),
        ("45 m", 45, "min", "correct"),
        ("5", 5, "instances", "correct"),
        ("five", 5, "instances", "correct"),
        ("5 × ml.g5.12xlarge", 5, "instances", "correct"),
        ("5 instances", 5, "instances", "correct"),
        ("4.9", 5, "instances", "incorrect"),
        ("16.7/s", 16.7, "requests a second", "correct"),
        ("16.7 requests a second", 16.7, "requests a second", "correct"),
        ("16.7 rps", 16.7, "requests a second", "correct"),
        ("9.31 million", 9.31, "million requests", "correct"),
        ("9,310,000", 9.31, "million requests", "correct"),
        ("9.31", 9.31, "million requests", "correct"),
    ],
)
def test_a_number_is_read_with_its_unit(answer: str, value: float, unit: str, verdict: str, knowledge: Knowledge) -> None:
    """Units of one kind are converted, others are wrong; a working counts by its result; several numbers are left to the learner."""
    assert mark_number(_question(value, unit, whole=unit == "instances"), answer, knowledge).verdict == verdict


def test_a_known_mistake_is_named(knowledge: Knowledge) -> None:
    """The number of a slip is answered with what it is; any other with how far off it lies."""
    item = _question(14, "GB", slips=(Slip(value=112, why="This takes bits for bytes."),))
    assert mark_number(item, "112", knowledge).contradicted == ("112 GB. This takes bits for bytes.",)
    assert mark_number(item, "42", knowledge).contradicted == ("42 GB: 3 times too much.",)
    assert mark_number(item, "7 GB", knowledge).contradicted == ("7 GB: too little by a factor of 2.",)


@given(text=st.text(max_size=300))
def test_any_text_gets_a_verdict(text: str, knowledge: Knowledge) -> None:
    """Whatever is typed, nothing is raised, and what holds no digit and no number word is never correct."""
    graded = mark_number(_question(14, "GB"), text, knowledge)
    assert graded.verdict in ("correct", "incorrect", "unsure")
    assert graded.verdict != "correct" or any(character.isdigit() for character in text)


@given(value=st.floats(0.001, 1e6), off=st.floats(0.05, 10))
def test_tolerance_holds_both_ways(value: float, off: float, knowledge: Knowledge) -> None:
    """A number within a part in 100 is right; one that is a twentieth or more too large is not, nor one too small by as much."""
    item = _question(value, "GB")
    assert mark_number(item, f"{value * 1.01:.9f} GB", knowledge).verdict == "correct"
    assert mark_number(item, f"{value * (1 + off):.9f} GB", knowledge).verdict == "incorrect"
    assert mark_number(item, f"{value / (1 + off):.9f} GB", knowledge).verdict == "incorrect"
