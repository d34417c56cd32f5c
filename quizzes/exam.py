"""A mock exam as an immutable value that every step replaces, and its JSON form, so that it can be resumed."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from knowledge.errors import InputError
from knowledge.schema.record import Record
from quizzes.answers import Picked, read_answer
from quizzes.bank import Bank
from quizzes.display_order import Order
from quizzes.item import Form, KeyedQuestion, Response, ResponseQuestion

SCHEMA: Final = 1
Scope = Literal["whole", "compute"]
"""The whole exam by the weights of its domains, or only the tasks that ask for compute."""
Confidence = Literal[1, 2, 3]
"""Guessed, fairly sure, sure."""


class Slot(Record):
    """One question of an exam: how it was shown and what was answered."""

    item: str
    part: int | None = None
    """Number of the question within its case, from 0; None for an item that is one question."""
    type: Form
    """Type of the item: `case` for a question of a case."""
    domain: str
    task: str
    """Domain and task are those of this exam, not of the live one."""
    order: Order
    picked: Picked | None = None
    """None without an answer, which counts as wrong."""
    flagged: bool = False
    confidence: Confidence | None = None
    seconds: float = 0
    """Time for which it was shown."""


class Shortfall(Record):
    """A domain with fewer questions in the bank than its weight asks for."""

    domain: str
    wanted: int
    found: int


class Exam(Record):
    """A mock exam, under way or handed in."""

    schema: int = SCHEMA
    blueprint: str
    scope: Scope
    seed: int
    seconds_allowed: int | None
    """None without a timer."""
    seconds_spent: float = 0
    at: int = 0
    """Index of the slot shown."""
    slots: tuple[Slot, ...]
    shortfalls: tuple[Shortfall, ...] = ()
    asked_before: int = 0
    """Questions that the learner had been asked before the exam began."""
    handed_in: bool = False

    @property
    def seconds_left(self) -> float | None:
        """Time left; None without a timer."""
        return None if self.seconds_allowed is None else max(self.seconds_allowed - self.seconds_spent, 0)

    @property
    def is_over(self) -> bool:
        """True once nothing can be answered any more."""
        return self.handed_in or self.seconds_left == 0

    @property
    def unanswered_slots(self) -> tuple[int, ...]:
        """Indices of the slots without an answer."""
        return tuple(index for index, slot in enumerate(self.slots) if slot.picked is None)

    @property
    def flagged_slots(self) -> tuple[int, ...]:
        """Indices of the flagged slots."""
        return tuple(index for index, slot in enumerate(self.slots) if slot.flagged)

    def question_at(self, bank: Bank, index: int | None = None) -> KeyedQuestion:
        """The question of a slot, by default the one shown. Raises InputError if there is no such slot or item."""
        slot = self._slot_at(self.at if index is None else index)
        return bank.find_question(slot.item, slot.part)

    def with_answer(self, bank: Bank, answer: object, *, index: int | None = None, confidence: Confidence | None = None) -> Exam:
        """The exam with an answer in a slot, in the letters shown; None takes an answer back.

        A question that asks for two takes exactly two. Raises InputError for what is no answer, and if the exam is over.
        """
        index = self.at if index is None else index
        slot = self._slot_at(index)
        picked = None if answer is None else self._read_whole_answer(self.question_at(bank, index), answer, slot.order)
        return self._with_slot(index, msgspec.structs.replace(slot, picked=picked, confidence=confidence))

    def with_flag_toggled(self, index: int | None = None) -> Exam:
        """The exam with the flag of a slot set or removed."""
        index = self.at if index is None else index
        slot = self._slot_at(index)
        return self._with_slot(index, msgspec.structs.replace(slot, flagged=not slot.flagged))

    def with_shown_slot(self, index: int) -> Exam:
        """The exam with another slot shown, which is allowed after its end too."""
        self._slot_at(index)
        return msgspec.structs.replace(self, at=index)

    def with_time_spent(self, seconds: float) -> Exam:
        """The exam some seconds later, spent on the slot shown; a clock that runs backwards spends nothing."""
        if self.handed_in or seconds <= 0:
            return self
        slot = self._slot_at(self.at)
        slots = self._replace_slot(self.at, msgspec.structs.replace(slot, seconds=slot.seconds + seconds))
        return msgspec.structs.replace(self, seconds_spent=self.seconds_spent + seconds, slots=slots)

    def as_handed_in(self) -> Exam:
        """The exam, handed in."""
        return msgspec.structs.replace(self, handed_in=True)

    @staticmethod
    def _read_whole_answer(question: KeyedQuestion, answer: object, order: Order) -> Picked:
        """The places picked. Raises InputError for what is no answer, and for more or fewer options than are asked for."""
        picked = read_answer(question, answer, order)
        if isinstance(question, Response | ResponseQuestion):
            wanted = sum(option.right for option in question.options)
            if len(picked) != wanted:
                raise InputError(f"answer: {len(picked)} of {wanted} options are given; give {wanted} letters.")
        return picked

    def _slot_at(self, index: int) -> Slot:
        if not 0 <= index < len(self.slots):
            raise InputError(f"question: there is no {index + 1}; they are numbered from 1 to {len(self.slots)}.")
        return self.slots[index]

    def _with_slot(self, index: int, slot: Slot) -> Exam:
        if self.is_over:
            raise InputError("exam: it is handed in." if self.handed_in else "exam: the time is over; hand it in to see the review.")
        return msgspec.structs.replace(self, slots=self._replace_slot(index, slot))

    def _replace_slot(self, index: int, slot: Slot) -> tuple[Slot, ...]:
        return (*self.slots[:index], slot, *self.slots[index + 1 :])


def encode_exam(exam: Exam) -> bytes:
    """The exam as JSON."""
    return msgspec.json.encode(exam)


def decode_exam(data: bytes) -> Exam:
    """The exam that `encode_exam` wrote. Raises InputError for anything else, and for an exam of a newer Sizewise."""
    try:
        version = msgspec.json.decode(data, type=_SchemaOnly).schema
        if version > SCHEMA:
            raise InputError(f"exam: a newer Sizewise saved it (schema {version}; this one reads up to {SCHEMA}).")
        return msgspec.json.decode(data, type=Exam)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"exam: this is no saved exam ({error}).") from None


class _SchemaOnly(msgspec.Struct):
    schema: int
