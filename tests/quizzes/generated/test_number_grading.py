"""Typed numbers: value, unit and the usual mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from knowledge import Knowledge
from quizzes.generated import NumberQuestion
from quizzes.generated.number_grading import grade_number
from quizzes.generated.number_items import NumberSlip
from tests.case_tables import for_each, read_table

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("number_grading_cases.yaml"))


def _question(value: float, unit: str, *, whole: bool = False, slips: tuple[NumberSlip, ...] = ()) -> NumberQuestion:
    head = {"id": "number-x", "bank": "numbers", "exams": (), "task": "3.1", "difficulty": 1, "stands_on": ("places/lambda",)}
    texts = {"stem": "How much?", "principle": "Count.", "sources": ("aws-lambda-quotas",), "references": ("So much.",)}
    return NumberQuestion(**head, **texts, value=value, unit=unit, tolerance=0.02, whole=whole, slips=slips)  # type: ignore[arg-type]  # fields by name


@for_each(("answer", "value", "unit", "verdict"), CASES["a_number_is_read_with_its_unit"])
def test_a_number_is_read_with_its_unit(answer: str, value: float, unit: str, verdict: str, knowledge: Knowledge) -> None:
    """Units of one kind are converted, others are wrong; a working counts by its result; several numbers are left to the learner."""
    assert grade_number(_question(value, unit, whole=unit == "instances"), answer, knowledge).verdict == verdict


def test_a_known_mistake_is_named(knowledge: Knowledge) -> None:
    """The number of a slip is answered with what it is; any other with how far off it lies."""
    item = _question(14, "GB", slips=(NumberSlip(value=112, why="This takes bits for bytes."),))
    assert grade_number(item, "112", knowledge).contradicted == ("112 GB. This takes bits for bytes.",)
    assert grade_number(item, "42", knowledge).contradicted == ("42 GB: 3 times too much.",)
    assert grade_number(item, "7 GB", knowledge).contradicted == ("7 GB: too little by a factor of 2.",)


@given(text=st.text(max_size=300))
def test_any_text_gets_a_verdict(text: str, knowledge: Knowledge) -> None:
    """Whatever is typed, nothing is raised, and what holds no digit and no number word is never correct."""
    graded = grade_number(_question(14, "GB"), text, knowledge)
    assert graded.verdict in ("correct", "incorrect", "unsure")
    assert graded.verdict != "correct" or any(character.isdigit() for character in text)


@given(value=st.floats(0.001, 1e6), off=st.floats(0.05, 10))
def test_tolerance_holds_both_ways(value: float, off: float, knowledge: Knowledge) -> None:
    """A number within a part in 100 is right; one that is a twentieth or more too large is not, nor one too small by as much."""
    item = _question(value, "GB")
    assert grade_number(item, f"{value * 1.01:.9f} GB", knowledge).verdict == "correct"
    assert grade_number(item, f"{value * (1 + off):.9f} GB", knowledge).verdict == "incorrect"
    assert grade_number(item, f"{value / (1 + off):.9f} GB", knowledge).verdict == "incorrect"
