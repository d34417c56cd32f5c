"""The result of a mock exam: right answers by domain and task, what to review, and an estimated score."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.answers import OPEN, Picked
from quizzes.bank import Bank
from quizzes.blueprint import Blueprint, Domain, Task
from quizzes.display_order import Order, written_order
from quizzes.exact_grading import Grade, grade_question
from quizzes.exam import Confidence, Exam, Scope, Slot
from quizzes.item import KeyedQuestion, Matching, Ordering

MIN_QUESTIONS: Final = 10
"""Number of questions below which nothing is estimated."""
_Z: Final = 1.6449
"""Half-width of a 90 % interval in standard deviations."""


class Interval(Record):
    """Wilson's 90 % interval of a share of right answers."""

    low: float
    high: float


class Tally(Record):
    """Right answers in one domain or task."""

    id: str
    name: str
    right: int
    asked: int
    interval: Interval | None
    """None for too few questions."""


class Estimate(Record):
    """The estimated scaled score. The scale is not published: a straight line from lowest to highest is assumed."""

    scaled: int
    low: int
    high: int
    passing: int
    standing: Literal["above", "below", "open"]
    """Where the whole interval lies, compared with the pass mark."""


class MarkedQuestion(Record):
    """One question, marked."""

    slot: int
    """Index of its slot in the exam."""
    item: str
    part: int | None
    answered: bool
    flagged: bool
    confidence: Confidence | None
    grade: Grade

    @property
    def is_right(self) -> bool:
        """True if the exam counts it."""
        return self.grade.verdict == "correct"


class ExamResult(Record):
    """The result of a mock exam."""

    blueprint: str
    scope: Scope
    right: int
    asked: int
    """Questions that count: without those that the bank has lost or changed since."""
    unanswered: int
    """Counted as wrong."""
    asked_before: int
    """Questions that the learner had been asked before the exam."""
    gone: tuple[int, ...]
    """Slots whose item no longer exists in the form that was shown."""
    domains: tuple[Tally, ...]
    tasks: tuple[Tally, ...]
    interval: Interval | None
    """Share of right answers to questions like those that count; None for too few questions."""
    estimate: Estimate | None
    """None for too few questions, and for the compute part alone, from which no score of the whole exam follows."""
    questions: tuple[MarkedQuestion, ...]

    @property
    def questions_to_review(self) -> tuple[MarkedQuestion, ...]:
        """Wrong answers, the most confident first; then right ones that were flagged or guessed."""
        wrong = sorted((one for one in self.questions if not one.is_right), key=lambda one: -(one.confidence or 0))
        again = (one for one in self.questions if one.is_right and (one.flagged or one.confidence == 1))
        return (*wrong, *again)


def mark_exam(exam: Exam, bank: Bank) -> ExamResult:
    """The result so far; a question without an answer counts as wrong."""
    blueprint = bank.find_blueprint(exam.blueprint)
    questions = [_question_as_shown(slot, bank) for slot in exam.slots]
    marked = [
        _marked_question(index, slot, grade_question(question, slot.picked, slot.order))
        for index, (slot, question) in enumerate(zip(exam.slots, questions, strict=True))
        if question is not None
    ]
    right = sum(one.is_right for one in marked)
    return ExamResult(
        blueprint=exam.blueprint,
        scope=exam.scope,
        right=right,
        asked=len(marked),
        unanswered=sum(not one.answered for one in marked),
        asked_before=exam.asked_before,
        gone=tuple(index for index, question in enumerate(questions) if question is None),
        domains=_tallies(blueprint.domains, [(exam.slots[one.slot].domain, one) for one in marked]),
        tasks=_tallies(blueprint.tasks, [(exam.slots[one.slot].task, one) for one in marked]),
        interval=wilson_interval(right, len(marked)),
        estimate=estimate_scaled_score(right, len(marked), blueprint) if exam.scope == "whole" else None,
        questions=tuple(marked),
    )


def wilson_interval(right: int, asked: int) -> Interval | None:
    """Wilson's 90 % interval of a share; None below ten questions."""
    if asked < MIN_QUESTIONS:
        return None
    share, weight = right / asked, _Z * _Z / asked
    middle = (share + weight / 2) / (1 + weight)
    half = _Z * math.sqrt(share * (1 - share) / asked + weight / (4 * asked)) / (1 + weight)
    low, high = min(middle - half, share), max(middle + half, share)  # floats may miss the share by a hair
    return Interval(low=max(low, 0.0), high=min(high, 1.0))


def estimate_scaled_score(right: int, asked: int, blueprint: Blueprint) -> Estimate | None:
    """The estimated scaled score of a whole exam; None below ten questions."""
    around = wilson_interval(right, asked)
    if around is None:
        return None
    scale = blueprint.scale
    scaled, low, high = (round(scale.lowest + (scale.highest - scale.lowest) * share) for share in (right / asked, around.low, around.high))
    standing: Literal["above", "below", "open"] = "above" if low >= scale.passing else "below" if high < scale.passing else "open"
    return Estimate(scaled=scaled, low=low, high=high, passing=scale.passing, standing=standing)


def _question_as_shown(slot: Slot, bank: Bank) -> KeyedQuestion | None:
    """The question as it was shown; None if it was lost, or order and answer no longer fit it."""
    try:
        question = bank.find_question(slot.item, slot.part)
    except InputError:
        return None
    places = written_order(question)
    fits = sorted(slot.order) == list(places) and (slot.picked is None or _is_possible_answer(slot.picked, question, places))
    return question if fits else None


def _is_possible_answer(picked: Picked, question: KeyedQuestion, places: Order) -> bool:
    """True if the places can be an answer to `question`."""
    match question:
        case Ordering():
            return sorted(picked) == list(places)
        case Matching():
            return len(picked) == len(question.pairs) and set(picked) <= {OPEN, *places}
        case _:
            return set(picked) <= set(places)


def _marked_question(index: int, slot: Slot, grade: Grade) -> MarkedQuestion:
    return MarkedQuestion(
        slot=index,
        item=slot.item,
        part=slot.part,
        answered=slot.picked is not None,
        flagged=slot.flagged,
        confidence=slot.confidence,
        grade=grade,
    )


def _tallies(parts: Mapping[str, Domain | Task], marked: Sequence[tuple[str, MarkedQuestion]]) -> tuple[Tally, ...]:
    """A tally for each part of the exam with a question; `marked` gives the number of each question's part."""
    found = []
    for number, part in parts.items():
        right = [one.is_right for own_number, one in marked if own_number == number]
        if right:
            interval = wilson_interval(sum(right), len(right))
            found.append(Tally(id=number, name=part.name, right=sum(right), asked=len(right), interval=interval))
    return tuple(found)
