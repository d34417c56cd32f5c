"""What single rules of a rubric take for said, denied and false."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.errors import InputError
from quizzes.grading import grade_generic, read_rubric

_CHEAPER: dict[str, Any] = {
    "sides": {"a": ["G4dn"], "b": ["G5"]},
    "required": [{"name": "G4dn costs less", "about": "a", "any": ["cost-"]}],
}


def _verdict(rubric: dict[str, Any], answer: str) -> str:
    return grade_generic("Which?", (), answer, read_rubric(rubric)).verdict


@pytest.mark.parametrize(
    "answer",
    [
        "G4dn is cheaper than G5.",
        "G5 is more expensive than G4dn.",
        "G5 costs more than G4dn.",
        "G4dn costs less than G5.",
        "G4dn has a lower price.",
        "G5 is pricey, whereas G4dn saves money.",
        "Unlike G5, G4dn is inexpensive.",
        "Compared to G5, G4dn is less expensive.",
        "G4dn is not as expensive as G5.",
    ],
)
def test_a_comparison_is_read_in_its_direction(answer: str) -> None:
    """Whichever side a comparison begins with, it says the same."""
    assert _verdict(_CHEAPER, answer) == "correct"


@pytest.mark.parametrize(
    "answer",
    [
        "G5 is cheaper than G4dn.",
        "G4dn is more expensive than G5.",
        "G4dn costs more than G5.",
        "G5 costs less than G4dn.",
        "G4dn is not cheaper than G5.",
        "G4dn is pricey, whereas G5 saves money.",
        "Unlike G4dn, G5 is inexpensive.",
    ],
)
def test_the_opposite_direction_is_false(answer: str) -> None:
    """The same words with the sides exchanged, or denied, contradict."""
    assert _verdict(_CHEAPER, answer) == "incorrect"


@pytest.mark.parametrize(
    ("answer", "verdict"), [("ml.g5.xlarge is it", "correct"), ("g5.xlarge is it", "correct"), ("ml.g5.12xlarge is it", "incorrect")]
)
def test_a_name_is_exact(answer: str, verdict: str) -> None:
    """Another size is another name, however alike they look."""
    assert _verdict({"required": [{"name": "the type", "any": ["ml.g5.xlarge"]}]}, answer) == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("It takes 6 MB", "correct"),
        ("It takes 6MB", "correct"),
        ("It takes 6,000 kB", "correct"),
        ("It takes six megabytes", "correct"),
        ("It takes 60 MB", "incorrect"),
        ("It takes 6 GB", "incorrect"),
        ("It takes 6 s", "incorrect"),
        ("It takes not 6 MB", "incorrect"),
    ],
)
def test_a_number_needs_its_unit(answer: str, verdict: str) -> None:
    """A number counts with its unit, in whatever way both are written."""
    assert _verdict({"required": [{"name": "6 MB", "number": {"value": 6, "unit": "MB"}}]}, answer) == verdict


@pytest.mark.parametrize("answer", ["It uses checkpionts", "It uses chekpoints", "It checkpointed"])
def test_a_slip_of_the_finger_is_forgiven(answer: str) -> None:
    """A misspelt or inflected word is still the word."""
    assert _verdict({"required": ["checkpoint"]}, answer) == "correct"


@pytest.mark.parametrize("answer", ["Synchronous inference fits.", "It is not asynchronous.", "Anything but asynchronous."])
def test_an_opposite_is_no_slip(answer: str) -> None:
    """A word with the opposite prefix is not taken for a misspelling."""
    assert _verdict({"required": [{"name": "asynchronous", "any": ["synchrony-"]}]}, answer) == "incorrect"


def test_a_forbidden_claim_counts_unless_it_is_denied() -> None:
    """Saying what is false is incorrect; denying it is fine."""
    rubric = {"required": ["cheap"], "forbidden": ["spot guaranteed"]}
    assert _verdict(rubric, "Spot is cheap.") == "correct"
    assert _verdict(rubric, "Spot is cheap and guaranteed.") == "incorrect"
    assert _verdict(rubric, "Spot is cheap but not guaranteed.") == "correct"


def test_part_of_what_is_asked_is_partial() -> None:
    """With one of two concepts an answer is partial, and what is missing is named."""
    graded = grade_generic("Why?", (), "It is cheap.", read_rubric({"required": ["cheap", ["fast", "quick"]]}))
    assert (graded.verdict, graded.score, graded.found, graded.missing) == ("partial", 0.5, ("cheap",), ("fast",))


def test_a_denial_that_nobody_asked_about_is_unsure() -> None:
    """What the rubric knows nothing of may turn the sense: the learner decides."""
    assert _verdict({"required": ["cheap"]}, "It is cheap, but it never works in Frankfurt.") == "unsure"


@pytest.mark.parametrize(
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
