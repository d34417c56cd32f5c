"""How the choice came about as a tree: what each fact separated, where another answer would have led, what is still open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.decision.choice import Decision
from engine.decision.costs import advised_purchase
from engine.dialogue.desk import Turn
from engine.workload import SUBJECT_FACTS, Value, Workload, tells_of_workload
from knowledge.schema.record import Record

_MOST_OPEN: Final = 3
"""Open questions whose answers are followed."""
_NO_STEPS: Final = frozenset({*SUBJECT_FACTS, "stage", "task", "asks", "compare", "symptoms"})
"""Facts that say what the work is, or what is asked: without them there is nothing to choose for."""


class Leaf(Record):
    """One answer, and the choice it leads to."""

    value: Value
    label: str = ""
    """The answer as the question words it; "" for a value that no question offers."""
    what: str = ""
    """The instance type, or what stands for one; "" where nothing fits."""
    count: int = 1
    place: str = ""
    purchase: str = ""
    """How it is paid for, as its id."""


class PathStep(Record):
    """One fact that was told: what it left of the instance families, and what led after it."""

    fact: str
    taken: Leaf
    before: int
    """Instance families that kept every limit before."""
    after: int
    others: tuple[Leaf, ...] = ()
    """The nearest other answers that lead to another choice."""


class OpenBranch(Record):
    """One question that is still open, with its answers by the choice they lead to."""

    fact: str
    effect: float
    """Probability that the answer changes the choice."""
    leaves: tuple[Leaf, ...]


class DecisionPath(Record):
    """The way to the choice."""

    begin: int = 0
    """Instance families that kept every limit when only the work itself was known."""
    steps: tuple[PathStep, ...] = ()
    choice: Leaf | None = None
    open: tuple[OpenBranch, ...] = ()
    missing: Literal["", "no_plan"] = ""


def compute_decision_path(turn: Turn) -> DecisionPath:
    """The facts in the order of the record, each with the decision on what was known up to it; what left all as it was is no step."""
    decision = turn.decision
    if decision.best is None:
        return DecisionPath(missing="no_plan")
    flips: dict[str, list[Leaf]] = {}
    for flip in turn.what_if.find_flips():
        after = turn.what_if.decide_with(flip.fact, flip.to)
        flips.setdefault(flip.fact, []).append(_leaf_of(after, flip.fact, flip.to))
    known = _root_of(turn.stated)
    before = begin = decision.decide_again(known)
    steps: list[PathStep] = []
    for fact in _told_facts(turn.stated):
        known = known.with_fact(fact, getattr(turn.stated, fact), turn.stated.origins[fact])
        after = decision.decide_again(known)
        step = PathStep(
            fact=fact,
            taken=_leaf_of(after, fact, getattr(turn.stated, fact)),
            before=len(before.families),
            after=len(after.families),
            others=tuple(flips.get(fact, ())),
        )
        if step.others or step.before != step.after or after.choice_key() != before.choice_key():
            steps.append(step)
        before = after
    choice = _leaf_of(decision, "", "")
    return DecisionPath(begin=len(begin.families), steps=tuple(steps), choice=choice, open=tuple(_open_branches(turn)))


def _root_of(stated: Workload) -> Workload:
    """The workload with nothing but what the work is, and what was only assumed of it."""
    root = Workload()
    for fact, value in stated.known_facts().items():
        if fact in _NO_STEPS or stated.is_assumed(fact) or not tells_of_workload(fact):
            root = root.with_fact(fact, value, stated.origins[fact])
    return root


def _told_facts(stated: Workload) -> Iterator[str]:
    for fact in stated.known_facts():
        if fact not in _NO_STEPS and not stated.is_assumed(fact) and tells_of_workload(fact):
            yield fact


def _open_branches(turn: Turn) -> Iterator[OpenBranch]:
    """The questions that can still change the choice, and where each of their answers leads; answers with the same end stand together."""
    questions = turn.decision.context.knowledge.questions
    for question in turn.what_if.next_questions()[:_MOST_OPEN]:
        leaves = [
            _leaf_of(turn.what_if.decide_with(question.fact, choice.value), question.fact, choice.value, choice.label)
            for choice in turn.what_if.choices_of(questions[question.fact])
        ]
        yield OpenBranch(fact=question.fact, effect=question.effect, leaves=tuple(leaves))


def _leaf_of(decision: Decision, fact: str, value: Value, label: str = "") -> Leaf:
    best, question = decision.best, decision.context.knowledge.questions.get(fact)
    offered = next((choice.label for choice in question.choices if choice.value == value), "") if question is not None else ""
    if best is None:
        return Leaf(value=value, label=label or offered)
    purchase = advised_purchase(decision.context, best)
    return Leaf(value=value, label=label or offered, what=best.what, count=best.count, place=best.place.id, purchase=purchase)
