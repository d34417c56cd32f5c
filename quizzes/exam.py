"""A mock exam: one value that every step returns anew, and its JSON, so that it can be stopped and gone on with."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.answers import Picked, read_answer
from quizzes.bank import Bank
from quizzes.item import Exact, Form
from quizzes.order import Order

SCHEMA: Final = 1
Scope = Literal["whole", "compute"]
"""All domains by their weight, or the tasks that ask for compute alone."""
Confidence = Literal[1, 2, 3]
"""Guessed, fairly sure, sure."""


class Slot(Record):
    """One question of an exam, how it was shown, and what was answered."""

    item: str
    part: int | None = None
    """Which question of a case, from 0; None for an item that is one question."""
    type: Form
    """That of the item: `case` for a question of a case."""
    domain: str
    task: str
    """Domain and task of the exam, not of the live one where they differ."""
    order: Order
    picked: Picked | None = None
    """None where nothing was answered, which counts as wrong."""
    flagged: bool = False
    confidence: Confidence | None = None
    seconds: float = 0
    """For which it was shown."""


class Shortfall(Record):
    """A domain for which the bank has fewer questions than its weight asks for."""

    domain: str
    wanted: int
    found: int


class Exam(Record):
    """A mock exam under way, or handed in."""

    schema: int = SCHEMA
    blueprint: str
    scope: Scope
    seed: int
    seconds_allowed: int | None
    """None for one without a timer."""
    seconds_spent: float = 0
    at: int = 0
    """The slot that is shown."""
    slots: tuple[Slot, ...]
    shortfalls: tuple[Shortfall, ...] = ()
    handed_in: bool = False

    @property
    def seconds_left(self) -> float | None:
        """Until the time is over; None where there is no timer."""
        return None if self.seconds_allowed is None else max(self.seconds_allowed - self.seconds_spent, 0)

    @property
    def over(self) -> bool:
        """True where nothing can be answered any more."""
        return self.handed_in or self.seconds_left == 0

    @property
    def unanswered(self) -> tuple[int, ...]:
        """Slots without an answer, from 0."""
        return tuple(index for index, slot in enumerate(self.slots) if slot.picked is None)

    @property
    def flags(self) -> tuple[int, ...]:
        """Slots that were flagged, from 0."""
        return tuple(index for index, slot in enumerate(self.slots) if slot.flagged)

    def question(self, bank: Bank, index: int | None = None) -> Exact:
        """The question in a slot (in the one that is shown, for None).

        Raises InputError where the bank lost it, or there is no such slot.
        """
        slot = self._slot(self.at if index is None else index)
        return bank.part(slot.item, slot.part)

    def answer(self, bank: Bank, answer: object, *, index: int | None = None, confidence: Confidence | None = None) -> Exam:
        """The exam with an answer in a slot, letters as shown there; None takes an answer back.

        Raises InputError for what is no answer, and where the exam is over.
        """
        index = self.at if index is None else index
        slot = self._slot(index)
        picked = None if answer is None else read_answer(self.question(bank, index), answer, slot.order)
        return self._with(index, msgspec.structs.replace(slot, picked=picked, confidence=confidence))

    def flag(self, index: int | None = None) -> Exam:
        """The exam with the flag of a slot set, or taken off where it was."""
        index = self.at if index is None else index
        slot = self._slot(index)
        return self._with(index, msgspec.structs.replace(slot, flagged=not slot.flagged))

    def go(self, index: int) -> Exam:
        """The exam with another slot shown; looking back is free after the end."""
        self._slot(index)
        return msgspec.structs.replace(self, at=index)

    def spend(self, seconds: float) -> Exam:
        """The exam some seconds later, which the slot that is shown took; a clock that runs backwards spends nothing."""
        if self.handed_in or seconds <= 0:
            return self
        slot = self._slot(self.at)
        slots = self._replaced(self.at, msgspec.structs.replace(slot, seconds=slot.seconds + seconds))
        return msgspec.structs.replace(self, seconds_spent=self.seconds_spent + seconds, slots=slots)

    def hand_in(self) -> Exam:
        """The exam at its end."""
        return msgspec.structs.replace(self, handed_in=True)

    def _slot(self, index: int) -> Slot:
        if not 0 <= index < len(self.slots):
            raise InputError(f"question: there is no {index + 1}; they are numbered from 1 to {len(self.slots)}.")
        return self.slots[index]

    def _with(self, index: int, slot: Slot) -> Exam:
        if self.over:
            raise InputError("exam: it is handed in." if self.handed_in else "exam: the time is over; hand it in to see the review.")
        return msgspec.structs.replace(self, slots=self._replaced(index, slot))

    def _replaced(self, index: int, slot: Slot) -> tuple[Slot, ...]:
        return (*self.slots[:index], slot, *self.slots[index + 1 :])


def to_json(exam: Exam) -> bytes:
    """The exam as one JSON document."""
    return msgspec.json.encode(exam)


def from_json(data: bytes) -> Exam:
    """The exam that `to_json` wrote. Raises InputError for anything else, and for one that a newer Sizewise wrote."""
    try:
        version = msgspec.json.decode(data, type=_Version).schema
        if version > SCHEMA:
            raise InputError(f"exam: a newer Sizewise saved it (schema {version}; this one reads up to {SCHEMA}).")
        return msgspec.json.decode(data, type=Exam)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"exam: this is no saved exam ({error}).") from None


class _Version(msgspec.Struct):
    schema: int
