"""What leaves an answer undecided that says all that is asked: contrary words, and numbers that nothing vouches for."""

from __future__ import annotations

import functools
import re

import pytest

from quizzes.grading import grade
from tests.quizzes.grading.scorer import graded, items, labelled

_DIGITS = re.compile(r"(?<![\w.,:/-])\d+(?= ?(?:[A-Z]|min|sec|hour|GPU|chip|%| per))")


@functools.cache
def accepted() -> list[tuple[str, str]]:
    """Right answers that are called correct, each with its item."""
    return [
        (item, text)
        for half in ("tuned", "practice", "fresh", "tried", "later")
        for item, _, verdict, text in labelled(half)
        if verdict == "correct" and graded(item, text).verdict == "correct"
    ]


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("weights-in-memory", "14 GB, because each of the 70 billion parameters takes 2 bytes."),
        ("checkpoint-02", "Because hosting is inference. Inf1 is purpose built for it and cheap, p4d has 16 A100s for training."),
        (
            "provisioned-concurrency",
            "It keeps a number of environments warm, so requests meet no cold start; you pay for 70 hours of them while idle.",
        ),
    ],
)
def test_a_word_or_number_that_nothing_vouches_for_is_never_correct(item: str, text: str) -> None:
    """An answer that says what is asked beside a contrary word or a foreign number is not called correct."""
    assert grade(items()[item], text).verdict != "correct"


def test_a_number_put_off_is_hardly_ever_passed_over() -> None:
    """Of right answers with one of their numbers three times as large, at most one in ten is still correct."""
    changed = [
        (item, f"{text[: found.start()]}{3 * int(found[0])}{text[found.end() :]}")
        for item, text in accepted()
        for found in _DIGITS.finditer(text)
    ]
    passed = sum(grade(items()[item], text).verdict == "correct" for item, text in changed)
    assert len(changed) > 60
    assert passed / len(changed) <= 0.10
