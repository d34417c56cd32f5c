"""How single turns of an answer are read: limits told by what is refused, figures in products, sides left out, everyday words."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.grading import grade, read_rubric
from quizzes.grading.lexicon import known_form
from tests.quizzes.grading.scorer import Item, items

_LIMIT: dict[str, Any] = {"required": [{"name": "a minute", "number": {"value": 60, "unit": "s", "most": True}}]}
_SIZES: dict[str, Any] = {
    "required": [
        {"name": "12 chips", "number": {"value": 12, "unit": "chips", "bare": 12}},
        {"name": "32 GB", "number": {"value": 32, "unit": "GB"}},
    ],
    "numbers": [{"unit": "GB", "value": 384}],
}


def _verdict(rubric: dict[str, Any], answer: str) -> str:
    return grade(Item("Which?", (), read_rubric(rubric)), answer).verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("A call that takes more than 60 seconds is cut.", "correct"),
        ("If it is not done after a minute, it gets killed.", "correct"),
        ("It gives the container a minute.", "correct"),
        ("It has a full minute.", "correct"),
        ("It takes more than 60 seconds.", "incorrect"),
        ("Ten requests a minute.", "incorrect"),
    ],
)
def test_a_limit_may_be_told_by_what_is_refused_beyond_it(answer: str, verdict: str) -> None:
    """More than a minute is cut: a minute is the most. A rate is no length."""
    assert _verdict(_LIMIT, answer) == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("12 x 32 GB = 384 GB", "correct"),
        ("There are 12 of them, with 32 GB each.", "correct"),
        ("16 x 32 GB", "partial"),
        ("12 x 16 GB", "partial"),
    ],
)
def test_a_product_is_no_factor(answer: str, verdict: str) -> None:
    """In 12 x 32 GB the twelve counts things; it is no twelvefold."""
    assert _verdict(_SIZES, answer) == verdict


@pytest.mark.parametrize("word", ["newer", "mode", "usable", "weigh", "alter", "latter", "remote", "shape"])
def test_everyday_words_are_no_slips(word: str) -> None:
    """A word that looks like one of the field stands for itself: newer is not never."""
    assert known_form(word) == word


@pytest.mark.parametrize(
    ("item", "answer", "verdict"),
    [
        ("nvlink-or-pcie", "Splitting a model needs a fast interconnect. P4d offers NVLink, G5 doesn't.", "correct"),
        ("nvlink-or-pcie", "Splitting a model needs a fast interconnect. G5 offers NVLink, P4d doesn't.", "incorrect"),
        ("dates-for-h100", "A capacity block: the machines are reserved for a set time window.", "correct"),
        ("trainium-or-inferentia", "Trn is for the training phase, Inf for answering requests.", "correct"),
        ("trainium-or-inferentia", "Inf is for the training phase, Trn for answering requests.", "incorrect"),
    ],
)
def test_short_names_and_left_out_verbs_are_read(item: str, answer: str, verdict: str) -> None:
    """What is left out of the second half is that of the first; the short name of a family is a name, a common word is none."""
    assert grade(items()[item], answer).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("A Capacity Block.", "partial"),
        ("A Capacity Block, since Rome was built by patient masons who carried stones uphill.", "unsure"),
        ("Spot, since Rome was built by patient masons who carried stones uphill.", "incorrect"),
    ],
)
def test_a_reason_in_unforeseen_words_is_left_to_the_learner(answer: str, verdict: str) -> None:
    """A right choice with a reason that is not understood may be right; a bare one lacks its reason, and a wrong one stays wrong."""
    assert grade(items()["dates-for-h100"], answer).verdict == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("A multi-model endpoint, all models share one machine. A dedicated server for each would idle.", "correct"),
        ("A multi-model endpoint, all models share one machine. It keeps a dedicated server for each.", "partial"),
    ],
)
def test_what_would_be_otherwise_is_no_claim(answer: str, verdict: str) -> None:
    """What a wrong choice would lead to may be said; the same as a fact is false."""
    assert grade(items()["many-small-models"], answer).verdict == verdict
