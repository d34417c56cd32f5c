"""The result of a mock exam: what was right by domain and task, what to look at again, and an estimate that says it is one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, Literal

from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.answers import OPEN, Picked
from quizzes.bank import Bank
from quizzes.blueprint import Blueprint
from quizzes.exact import Grade, grade_part
from quizzes.exam import Confidence, Exam, Scope, Slot
from quizzes.item import Exact, Matching, Ordering
from quizzes.order import Order, as_written

LEAST_ANSWERS: Final = 10
"""Questions below which nothing is estimated."""
_Z: Final = 1.6449
"""Half-width of a 90 % interval in standard deviations."""


class Interval(Record):
    """A share of right answers that would make the result plausible: Wilson's interval, 90 %."""

    low: float
    high: float


class Tally(Record):
    """What was right in one domain or task."""

    id: str
    name: str
    right: int
    asked: int
    interval: Interval | None
    """None where there are too few questions to say anything."""


class Estimate(Record):
    """Where a scaled result would lie. The scale is not published: a straight line from lowest to highest is assumed."""

    scaled: int
    low: int
    high: int
    passing: int
    standing: Literal["above", "below", "open"]
    """Of the whole interval, against the pass mark."""
    covers: Scope
    """An estimate over the compute slice says nothing of the rest of the exam."""


class Marked(Record):
    """One question at the end."""

    slot: int
    """Its place in the exam, from 0."""
    item: str
    part: int | None
    answered: bool
    flagged: bool
    confidence: Confidence | None
    grade: Grade

    @property
    def right(self) -> bool:
        """True where the exam counts it."""
        return self.grade.verdict == "correct"


class Outcome(Record):
    """The result of a mock exam."""

    blueprint: str
    scope: Scope
    right: int
    asked: int
    """Questions that count: without those that the bank has lost or changed since."""
    unanswered: int
    """They count as wrong."""
    gone: tuple[int, ...]
    """Slots whose item the bank no longer has in the form that was shown."""
    domains: tuple[Tally, ...]
    tasks: tuple[Tally, ...]
    estimate: Estimate | None
    """None where too few questions were asked."""
    questions: tuple[Marked, ...]

    @property
    def review(self) -> tuple[Marked, ...]:
        """What to look at again: the wrong ones, those answered with most confidence first; then flagged ones and right guesses."""
        wrong = sorted((one for one in self.questions if not one.right), key=lambda one: -(one.confidence or 0))
        again = (one for one in self.questions if one.right and (one.flagged or one.confidence == 1))
        return (*wrong, *again)


def outcome(exam: Exam, bank: Bank) -> Outcome:
    """The result so far; a question without an answer counts as wrong."""
    blueprint = bank.blueprint(exam.blueprint)
    marked, gone = [], []
    for index, slot in enumerate(exam.slots):
        question = _question(slot, bank)
        if question is None:
            gone.append(index)
        else:
            marked.append(_marked(index, slot, grade_part(question, slot.picked, slot.order)))
    right = sum(one.right for one in marked)
    return Outcome(
        blueprint=exam.blueprint,
        scope=exam.scope,
        right=right,
        asked=len(marked),
        unanswered=sum(not one.answered for one in marked),
        gone=tuple(gone),
        domains=tuple(_domains(exam, blueprint, marked)),
        tasks=tuple(_tasks(exam, blueprint, marked)),
        estimate=estimated(right, len(marked), blueprint, exam.scope),
        questions=tuple(marked),
    )


def interval(right: int, asked: int) -> Interval | None:
    """Wilson's 90 % interval of a share; None below ten questions."""
    if asked < LEAST_ANSWERS:
        return None
    share, weight = right / asked, _Z * _Z / asked
    middle = (share + weight / 2) / (1 + weight)
    half = _Z * math.sqrt(share * (1 - share) / asked + weight / (4 * asked)) / (1 + weight)
    return Interval(
        low=max(min(middle - half, share), 0.0), high=min(max(middle + half, share), 1.0)
    )  # floats may miss the share by a hair


def estimated(right: int, asked: int, blueprint: Blueprint, scope: Scope) -> Estimate | None:
    """Where the scaled result would lie; None below ten questions."""
    around = interval(right, asked)
    if around is None:
        return None
    scale = blueprint.scale
    scaled, low, high = (round(scale.lowest + (scale.highest - scale.lowest) * share) for share in (right / asked, around.low, around.high))
    standing: Literal["above", "below", "open"] = "above" if low >= scale.passing else "below" if high < scale.passing else "open"
    return Estimate(scaled=scaled, low=low, high=high, passing=scale.passing, standing=standing, covers=scope)


def _question(slot: Slot, bank: Bank) -> Exact | None:
    """The question as it was shown; None where the bank has lost it, or where order and answer no longer fit it."""
    try:
        question = bank.part(slot.item, slot.part)
    except InputError:
        return None
    places = as_written(question)
    fits = sorted(slot.order) == list(places) and (slot.picked is None or _fits(slot.picked, question, places))
    return question if fits else None


def _fits(picked: Picked, question: Exact, places: Order) -> bool:
    """True where an answer could be one to `question`."""
    match question:
        case Ordering():
            return sorted(picked) == list(places)
        case Matching():
            return len(picked) == len(question.pairs) and set(picked) <= {OPEN, *places}
        case _:
            return set(picked) <= set(places)


def _marked(index: int, slot: Slot, grade: Grade) -> Marked:
    return Marked(
        slot=index,
        item=slot.item,
        part=slot.part,
        answered=slot.picked is not None,
        flagged=slot.flagged,
        confidence=slot.confidence,
        grade=grade,
    )


def _domains(exam: Exam, blueprint: Blueprint, marked: list[Marked]) -> Iterable[Tally]:
    for number, domain in blueprint.domains.items():
        yield from _tally(number, domain.name, [one for one in marked if exam.slots[one.slot].domain == number])


def _tasks(exam: Exam, blueprint: Blueprint, marked: list[Marked]) -> Iterable[Tally]:
    for number, task in blueprint.tasks.items():
        yield from _tally(number, task.name, [one for one in marked if exam.slots[one.slot].task == number])


def _tally(identity: str, name: str, marked: list[Marked]) -> Iterable[Tally]:
    if marked:
        right = sum(one.right for one in marked)
        yield Tally(id=identity, name=name, right=right, asked=len(marked), interval=interval(right, len(marked)))
