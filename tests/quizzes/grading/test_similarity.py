"""Grading by model answers alone, as a whole; what single answers get stands in readings.yaml."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.grading import grade_generic
from tests.depth import LONG, rounds
from tests.quizzes.grading.scorer import SETS, general, items, labelled

_SETS = (*SETS, "untouched") if LONG else ("practice", "later")


@settings(max_examples=rounds(25, 100))
@given(st.text(max_size=200), st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_any_text_gets_a_grade(answer: str, question: str, references: list[str]) -> None:
    """Whatever is typed as answer, question or model, there is a verdict with a score between 0 and 1, and always the same one."""
    graded = grade_generic(question, references, answer)
    assert graded.verdict in {"correct", "incorrect", "unsure"}
    assert 0 <= graded.score <= 1
    assert graded == grade_generic(question, references, answer)


def test_far_too_much_text_is_not_correct() -> None:
    """Of an answer of many pages only the beginning is read, so that it is unsure at best."""
    model = ("The wide pan has more surface area, so more water is exposed to the air.",)
    for answer in (model[0] + " The glass is tall." * 300, "surface " * 30_000, "no " * 500):
        assert grade_generic("Why does water in a wide pan evaporate faster?", model, answer).verdict != "correct"


def test_it_seldom_takes_a_wrong_answer_for_correct() -> None:
    """Of wrong answers at most one in ten, on our own field one in twenty-five, is called correct; of right ones one in four incorrect."""
    some = list(general().values())[:: rounds(3, 1)]
    every = [(entry["question"], tuple(entry["references"]), text, label == "correct") for entry in some
             for label in ("correct", "incorrect") for text in entry[label]]  # fmt: skip
    own = [(items()[item].stem, items()[item].references, text, verdict == "correct")
           for name in _SETS for item, _, verdict, text in labelled(name)]  # fmt: skip
    for rows, most_falsely_correct in ((every, 0.1), (own, 0.04)):
        verdicts = Counter((is_right, grade_generic(question, references, text).verdict) for question, references, text, is_right in rows)
        count = Counter(is_right for *_, is_right in rows)
        assert verdicts[False, "correct"] / count[False] <= most_falsely_correct
        assert verdicts[True, "incorrect"] / count[True] <= 1 / 4
