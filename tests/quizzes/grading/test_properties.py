"""What holds for every answer, whatever the item."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.grading import grade
from tests.depth import rounds
from tests.quizzes.grading.scorer import RIGHT, gold, graded, items, labelled

_RIGHT = [(item, text) for item, kind, text in gold("tuned") if kind in RIGHT]

# A claim with a place for a denial; without it the claim is correct.
_DENIED = [
    ("checkpoint-10", "The T family is {} burstable."),
    ("checkpoint-01", "A CPU is {} best, because the work is sequential."),
    ("checkpoint-01", "Use a CPU, because it is {} flexible."),
    ("checkpoint-02", "Inf1 is {} built for inference and cheaper than p4d."),
    ("checkpoint-02", "Inf1 is built for inference and {} cheaper than p4d."),
    ("checkpoint-03", "P is {} for training large models, G is for inference."),
    ("checkpoint-03", "P is for training large models, G is {} for inference."),
    ("checkpoint-06", "G5 has NVIDIA GPUs and Inf2 does {} have Inferentia2 chips."),
    ("checkpoint-08", "A GPU does {} compute matrix operations in parallel, so training is faster."),
    ("checkpoint-09", "Training is {} compute intensive, inference is lighter and wants a cheaper chip."),
    ("checkpoint-11", "Spot is {} cheaper, and the job can be interrupted."),
    ("checkpoint-11", "Spot is cheaper, and the job can {} be interrupted."),
    ("checkpoint-12", "When traffic is {} intermittent and the model is small."),
    ("checkpoint-12", "When traffic is intermittent and the model is {} small."),
    ("trainium-or-inferentia", "Trainium is {} for training, Inferentia is for inference."),
    ("nvlink-or-pcie", "P4d GPUs are {} joined by NVLink, G5 has only slow PCIe."),
]


@pytest.mark.parametrize(("item", "claim"), _DENIED)
@pytest.mark.parametrize("denial", ["not", "never", "hardly"])
def test_a_denied_claim_is_not_correct(item: str, claim: str, denial: str) -> None:
    """Adding `not` to a correct short claim takes its verdict away."""
    if "does {}" not in claim or denial == "not":
        assert grade(items()[item], claim.replace("does {}", "does").replace(" {}", "").replace("does have", "has")).verdict == "correct"
        assert grade(items()[item], claim.format(denial)).verdict != "correct"


@pytest.mark.parametrize("item", sorted(items()))
def test_words_of_a_model_answer_in_disorder_are_not_correct(item: str) -> None:
    """However the words of a model answer are shuffled, the heap is not correct."""
    for reference in items()[item].references:
        words = reference.split()
        if len(words) < 9:
            continue
        for seed in range(rounds(quick=10, long=100)):
            random.Random(seed).shuffle(words)  # noqa: S311  # the same each time
            assert grade(items()[item], " ".join(words)).verdict != "correct"


def test_learners_words_in_disorder_are_hardly_ever_correct() -> None:
    """Of shuffled right answers at most one in a hundred passes, by making sense again."""
    passed = total = 0
    for item, text in _RIGHT:
        words = text.split()
        for seed in range(5 if len(words) > 8 else 0):
            random.Random(seed).shuffle(words)  # noqa: S311  # the same each time
            total += 1
            passed += grade(items()[item], " ".join(words)).verdict == "correct"
    assert total > 300
    assert passed / total <= 0.01


@pytest.mark.parametrize(("item", "text"), _RIGHT)
def test_case_and_final_marks_do_not_matter(item: str, text: str) -> None:
    """Capitals, spaces and marks at the end change no verdict."""
    verdict = graded(item, text).verdict
    for same in (text.upper(), text.lower(), f"  {text}  ", text.replace(" ", "  "), f"{text.rstrip('.')}!!!", text.replace("'", "’")):
        assert grade(items()[item], same).verdict == verdict


@settings(max_examples=60, deadline=None)
@given(item=st.sampled_from(sorted(items())), text=st.text(max_size=400))
def test_any_text_gets_the_same_grade_again(item: str, text: str) -> None:
    """Whatever is typed is graded without an error, twice with the same bytes."""
    first, second = (msgspec.json.encode(grade(items()[item], text)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    "text",
    ["x" * 100_000, "not " * 25_000, "\x1b[31mGPU\x1b[0m " * 9_000, "a1.b2." * 16_000, "\u202e\U0001f600 " * 30_000, "[/b]" * 25_000],
)
def test_hostile_answers_are_read_in_part_and_not_correct(text: str) -> None:
    """Only the beginning of a huge answer is read, and it is never correct."""
    asked = list(items().values())[:: rounds(quick=12, long=1)]
    assert all(grade(item, text).verdict != "correct" for item in asked)


@pytest.mark.parametrize("text", ["", "   ", "???", "I don't know.", "no idea"])
def test_nothing_said_is_incorrect(text: str) -> None:
    """An empty answer, or one that says that nothing is known, is incorrect and misses everything."""
    graded = grade(items()["checkpoint-01"], text)
    assert (graded.verdict, graded.score, graded.found) == ("incorrect", 0.0, ())
    assert graded.missing


_VERBS = re.compile(r"\b(?:is|are|can|will|may|should|must)\b(?! not|n't| no | never)")


def test_a_denial_put_anywhere_is_hardly_ever_passed_over() -> None:
    """Of right answers with `not` behind one of their verbs, at most one in ten is still correct: most denials touch what was asked."""
    accepted = (
        (item, text)
        for half in ("tuned", "practice", "fresh", "tried")
        for item, _, verdict, text in labelled(half)
        if verdict == "correct" and graded(item, text).verdict == "correct"
    )
    denied = [(item, f"{text[: found.end()]} not{text[found.end() :]}") for item, text in accepted for found in _VERBS.finditer(text)]
    passed = sum(grade(items()[item], text).verdict == "correct" for item, text in denied)
    assert len(denied) > 200
    assert passed / len(denied) <= 0.10
