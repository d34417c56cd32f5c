"""Short and casual answers: fragments, signs, examples, and what a clause leaves out."""

from __future__ import annotations

import pytest

from quizzes.grading import grade
from tests.quizzes.grading.scorer import items


@pytest.mark.parametrize(
    ("item", "answer", "verdict"),
    [
        ("checkpoint-12", "Sporadic requests, small CPU model, cold starts acceptable", "correct"),
        ("checkpoint-10", "AWS T3 - low baseline, bursts when needed, fine for dev/test", "correct"),
        ("checkpoint-08", "GPU - cores - parallel - matrix - faster - training", "incorrect"),
        ("checkpoint-12", "Lambda, sporadic, small, CPU, cheap, idle, endpoint", "incorrect"),
    ],
)
def test_a_few_fragments_are_an_answer_and_many_key_words_are_none(item: str, answer: str, verdict: str) -> None:
    """Telegram style is read like sentences; key words in a row are a heap, whatever stands between them."""
    assert grade(items()[item], answer).verdict == verdict


@pytest.mark.parametrize(
    ("item", "answer", "right"),
    [
        ("checkpoint-11", "Spot is 60-90 percent cheaper, if the job can be interrupted.", True),
        ("checkpoint-11", "Spot is 6-9 percent cheaper, if the job can be interrupted.", False),
        ("checkpoint-02", "Inf1 is built for inference and cheap, a p4d has 8x A100 for training.", True),
        ("checkpoint-02", "Inf1 is built for inference and cheap, a p4d has 16x A100 for training.", False),
        ("checkpoint-04", "No, a CPU fits a line through 500 points in no time.", True),
    ],
)
def test_ranges_counted_cards_and_examples_are_read_as_numbers(item: str, answer: str, *, right: bool) -> None:
    """Both ends of a range have its unit, `8x` counts cards, and a count that the learner made up raises no doubt."""
    assert (grade(items()[item], answer).verdict == "correct") is right


@pytest.mark.parametrize(
    ("item", "answer", "verdict"),
    [
        ("checkpoint-09", "Because learning needs gradients and lots of math in parallel but predicting doesn't.", "correct"),
        ("checkpoint-09", "Because predicting needs gradients and lots of math in parallel but learning doesn't.", "incorrect"),
        (
            "checkpoint-08",
            "A100s have 6912 CUDA cores, CPUs a few dozen; matmuls get done in parallel and the training finishes earlier.",
            "correct",
        ),
        ("checkpoint-12", "When you don't want to keep an instance alive for occasional predictions of a lightweight model.", "correct"),
        ("checkpoint-10", "T: when nothing is going on they save up credit, when tests start they use it up.", "correct"),
    ],
)
def test_a_clause_is_read_with_what_it_leaves_out(item: str, answer: str, verdict: str) -> None:
    """A denial without a verb denies what was said before, a new sentence has the subject again, and nobody's wish is left out."""
    assert grade(items()[item], answer).verdict == verdict
