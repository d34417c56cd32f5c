"""The grader against labelled answers: both halves of the first set, answers by people who never saw the rubrics, and later ones."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from quizzes.grading import grade
from tests.case_tables import for_each
from tests.depth import LONG
from tests.quizzes.grading.scorer import RIGHT, TRAPS, figures, gold, graded, items, trials

_KINDS = {"correct", "paraphrase", "partial", "wrong", "negated", "antonym", "number", "name", "swap", "soup"}


_SETS = ["tuned", "untouched", *(["fresh", "tried", "later", "third", "fourth"] if LONG else [])]


@for_each("half", _SETS)
def test_the_grader_agrees_with_people(half: str) -> None:
    """Of the decided answers nine in ten get the label of a person, far beyond chance, and few stay undecided."""
    found = figures(trials(half))
    assert found.agreement >= 0.90
    assert found.kappa >= 0.75
    assert found.unsure <= 0.15


@for_each("half", _SETS)
def test_no_trap_is_taken_for_correct(half: str) -> None:
    """No denial, opposite, wrong number, wrong name, exchange of roles or heap of key words is called correct; hardly anything else is."""
    found = figures(trials(half))
    assert found.trapped == 0
    assert found.false_correct <= 0.02


def test_the_gold_sets_are_large_enough() -> None:
    """Thirty or more typed items have twelve or more answers each, of all ten kinds together; no item is in both halves."""
    answers = Counter(item for item, _, _ in chain(gold("tuned"), gold("untouched")))
    assert len(answers) >= 30
    assert min(answers.values()) >= 12
    assert {kind for half in ("tuned", "untouched") for _, kind, _ in gold(half)} == _KINDS
    assert not {item for item, _, _ in gold("tuned")} & {item for item, _, _ in gold("untouched")}
    assert {"partial", "wrong"} | RIGHT | TRAPS == _KINDS


@for_each("item", sorted(items()))
def test_every_model_answer_is_correct(item: str) -> None:
    """A model answer of the bank is graded correct by its own rubric."""
    for reference in items()[item].references:
        assert graded(item, reference).verdict == "correct"
        assert grade(items()[item], f"Well, {reference}").verdict in {"correct", "unsure"}


def test_answers_written_meanwhile_are_never_falsely_correct() -> None:
    """None of the further wrong answers is taken for correct, and few of the right ones for wrong."""
    verdicts = Counter((kind, graded(item, text).verdict) for item, kind, text in gold("practice"))
    assert verdicts["incorrect", "correct"] == 0
    right = sum(count for (kind, _), count in verdicts.items() if kind == "correct")
    assert verdicts["correct", "correct"] / right >= 0.9
