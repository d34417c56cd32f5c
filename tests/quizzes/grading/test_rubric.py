"""What single rules of a rubric take for said, denied and false."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.errors import InputError
from quizzes.grading import grade, grade_generic, read_rubric
from quizzes.grading.case import phrases_of
from quizzes.grading.senses import turns
from tests.quizzes.grading.scorer import items

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


_SURVIVES: dict[str, Any] = {"required": [{"name": "it survives a stop", "any": ["@survives"]}]}


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("The job copes with interruptions.", "correct"),
        ("Losing the machine does not ruin the run.", "correct"),
        ("The plug may be pulled at any moment.", "correct"),
        ("The job never copes with interruptions.", "incorrect"),
        ("The job is written in Python.", "incorrect"),
    ],
)
def test_a_sense_stands_for_its_turns_of_speech(answer: str, verdict: str) -> None:
    """A rubric that names a sense takes every turn of speech for it, also one that holds a denial itself; a denial before it counts."""
    assert _verdict(_SURVIVES, answer) == verdict


@pytest.mark.parametrize("item", sorted(items()))
def test_every_sense_of_a_rubric_is_known(item: str) -> None:
    """A misspelt sense would never be found."""
    known = {turn.sense for found in turns().values() for turn in found}
    words = {word for phrase in phrases_of(items()[item].rubric) for part in phrase.split() for word in part.split("|")}
    assert {word for word in words if word.startswith("@")} <= known


@pytest.mark.parametrize("item", sorted(items()))
def test_what_a_false_claim_spoils_is_required(item: str) -> None:
    """A false claim names the required concepts that it spoils as they are called."""
    rubric = items()[item].rubric
    assert {name for concept in rubric.forbidden for name in concept.of} <= {concept.name for concept in rubric.required}


_HALVES: dict[str, Any] = {
    "sides": {"t": ["Trainium"], "i": ["Inferentia"]},
    "required": [
        {"name": "Trainium trains", "about": "t", "any": ["training"]},
        {"name": "Inferentia infers", "about": "i", "any": ["inference"]},
    ],
    "forbidden": [{"name": "Inferentia trains", "about": "i", "any": ["training"], "of": ["Inferentia infers"]}],
}


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("Trainium is for training, Inferentia is for inference.", "correct"),
        ("The first is for training, the second for inference.", "correct"),
        ("Trainium is for training, and Inferentia is for training too.", "partial"),
        ("Trainium is for training.", "partial"),
        ("Inferentia is for training, Trainium is for inference.", "incorrect"),
        ("Trainium is not for training and Inferentia is not for inference.", "incorrect"),
    ],
)
def test_half_a_right_answer_is_partial(answer: str, verdict: str) -> None:
    """One half right and the other false is partial; both exchanged or denied is incorrect."""
    assert _verdict(_HALVES, answer) == verdict


_LIMIT: dict[str, Any] = {"required": [{"name": "15 minutes", "number": {"value": 15, "unit": "min", "most": True}}]}


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("At most 15 minutes", "correct"),
        ("It cannot run longer than fifteen minutes", "correct"),
        ("nine hundred seconds", "correct"),
        ("At least 15 minutes", "incorrect"),
        ("Not less than 15 minutes", "incorrect"),
        ("It is not limited to 15 minutes", "incorrect"),
    ],
)
def test_a_limit_said_to_be_the_least_is_false(answer: str, verdict: str) -> None:
    """A number that is the most is told from one that is the least."""
    assert _verdict(_LIMIT, answer) == verdict


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


@pytest.mark.parametrize(
    ("item", "answer", "verdict"),
    [
        (
            "checkpoint-03",
            "One is the workhorse for training huge networks (P), the other the economical choice for rendering (G).",
            "correct",
        ),
        (
            "checkpoint-03",
            "One is the workhorse for training huge networks (G), the other the economical choice for rendering (P).",
            "incorrect",
        ),
        ("checkpoint-03", "If I train a large model, I take P; if I only render video, a G will do.", "correct"),
        ("checkpoint-03", "If I train a large model, I take G; if I only render video, a P will do.", "incorrect"),
        ("checkpoint-07", "It reads utilization metrics and recommends the right size, so you don't pay for idle machines.", "correct"),
        ("checkpoint-07", "It does not read utilization metrics and does not recommend the right size.", "incorrect"),
    ],
)
def test_the_side_of_a_clause_is_told_by_what_stands_around_it(item: str, answer: str, verdict: str) -> None:
    """A side in brackets, after a condition or as the other one counts like a named one; a conclusion that denies is no denial."""
    assert grade(items()[item], answer).verdict == verdict
