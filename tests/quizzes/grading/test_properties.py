"""What holds for every answer, whatever the item."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Final

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.grading import grade
from tests.case_tables import for_each, read_table
from tests.depth import LONG, rounds
from tests.quizzes.grading.scorer import RIGHT, gold, graded, items, labelled

CASES: Final[dict[str, Any]] = read_table(Path(__file__).with_name("properties_cases.yaml"))

_RIGHT = [(item, text) for item, kind, text in gold("tuned") if kind in RIGHT]

# A claim with a place for a denial; without it the claim is correct.
_DENIED = CASES["denied"]


@for_each(("item", "claim"), _DENIED)
@for_each("denial", ["not", "never", "hardly"])
def test_a_denied_claim_is_not_correct(item: str, claim: str, denial: str) -> None:
    """Adding `not` to a correct short claim takes its verdict away."""
    if "does {}" not in claim or denial == "not":
        assert grade(items()[item], claim.replace("does {}", "does").replace(" {}", "").replace("does have", "has")).verdict == "correct"
        assert grade(items()[item], claim.format(denial)).verdict != "correct"


@for_each("item", sorted(items()))
def test_words_of_a_model_answer_in_disorder_are_not_correct(item: str) -> None:
    """However the words of a model answer are shuffled, the heap is not correct."""
    for reference in items()[item].references:
        words = reference.split()
        if len(words) < 9:
            continue
        for seed in range(rounds(quick=1, long=100)):
            random.Random(seed).shuffle(words)  # noqa: S311  # the same each time
            assert grade(items()[item], " ".join(words)).verdict != "correct"


def test_learners_words_in_disorder_are_hardly_ever_correct() -> None:
    """Of shuffled right answers at most one in a hundred passes, by making sense again."""
    passed = total = 0
    for item, text in _RIGHT:
        words = text.split()
        for seed in range(rounds(2, 5) if len(words) > 8 else 0):
            random.Random(seed).shuffle(words)  # noqa: S311  # the same each time
            total += 1
            passed += grade(items()[item], " ".join(words)).verdict == "correct"
    assert total > 100
    assert passed / total <= 0.01


@for_each(("item", "text"), _RIGHT[:: rounds(12, 1)])
def test_case_and_final_marks_do_not_matter(item: str, text: str) -> None:
    """Capitals, spaces and marks at the end change no verdict."""
    verdict = graded(item, text).verdict
    for same in (text.upper(), text.lower(), f"  {text}  ", text.replace(" ", "  "), f"{text.rstrip('.')}!!!", text.replace("'", "’")):
        assert grade(items()[item], same).verdict == verdict


@settings(max_examples=rounds(25, 400), deadline=None)
@given(item=st.sampled_from(sorted(items())), text=st.text(max_size=400))
def test_any_text_gets_the_same_grade_again(item: str, text: str) -> None:
    """Whatever is typed is graded without an error, twice with the same bytes."""
    first, second = (msgspec.json.encode(grade(items()[item], text)) for _ in range(2))
    assert first == second


@for_each(
    "text",
    ["x" * 100_000, "not " * 25_000, "\x1b[31mGPU\x1b[0m " * 9_000, "a1.b2." * 16_000, "\u202e\U0001f600 " * 30_000, "[/b]" * 25_000],
)
def test_hostile_answers_are_read_in_part_and_not_correct(text: str) -> None:
    """Only the beginning of a huge answer is read, and it is never correct."""
    asked = list(items().values())[:: rounds(quick=60, long=1)]
    assert all(grade(item, text).verdict != "correct" for item in asked)


@for_each("text", ["", "   ", "???", "I don't know.", "no idea"])
def test_nothing_said_is_incorrect(text: str) -> None:
    """An empty answer, or one that says that nothing is known, is incorrect and misses everything."""
    graded = grade(items()["checkpoint-01"], text)
    assert (graded.verdict, graded.score, graded.found) == ("incorrect", 0.0, ())
    assert graded.missing


def _accepted(*sets_of_long_runs: str) -> list[tuple[str, str]]:
    """Right answers that are called correct, each with its item."""
    sets = ("tuned", *(sets_of_long_runs if LONG else ()))
    rows = ((item, text) for name in sets for item, _, verdict, text in labelled(name) if verdict == "correct")
    return [(item, text) for item, text in rows if graded(item, text).verdict == "correct"]


_VERBS = re.compile(r"\b(?:is|are|can|will|may|should|must)\b(?! not|n't| no | never)")


def test_a_denial_put_anywhere_is_hardly_ever_passed_over() -> None:
    """Of right answers with `not` behind one of their verbs, at most one in ten is still correct: most denials touch what was asked."""
    accepted = _accepted("practice", "fresh", "tried")
    denied = [(item, f"{text[: found.end()]} not{text[found.end() :]}") for item, text in accepted for found in _VERBS.finditer(text)]
    passed = sum(grade(items()[item], text).verdict == "correct" for item, text in denied)
    assert len(denied) > 40
    assert passed / len(denied) <= 0.10


_DIGITS = re.compile(r"(?<![\w.,:/-])\d+(?= ?(?:[A-Z]|min|sec|hour|GPU|chip|%| per))")


def test_a_number_put_off_is_hardly_ever_passed_over() -> None:
    """Of right answers with one of their numbers three times as large, at most one in ten is still correct."""
    changed = [
        (item, f"{text[: found.start()]}{3 * int(found[0])}{text[found.end() :]}")
        for item, text in _accepted("practice", "fresh", "tried", "later")
        for found in _DIGITS.finditer(text)
    ]
    passed = sum(grade(items()[item], text).verdict == "correct" for item, text in changed)
    assert len(changed) > (60 if LONG else 20)
    assert passed / len(changed) <= 0.10
