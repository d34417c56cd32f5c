"""The exam room: whatever is answered, flagged or looked at, and however often it is left, the paper is what was written on it."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from knowledge.errors import InputError
from quizzes.answers import Picked, read_answer
from quizzes.exam import Confidence, Exam, decode_exam, encode_exam
from quizzes.exam_assembly import assemble_exam
from quizzes.exam_result import mark_exam
from quizzes.item_supply import ItemSupply
from tests.machines import depth
from tests.quizzes.sample_items import LIVE, plenty

BANK: Final = plenty(2)
QUESTIONS: Final = 9
WORDS: Final = ("a", "b", "d", "a c", "c a b d", "abcd", "d c b a", "1a 2b 3a", "1-b, 2-c", "option number 1", "", "z", "a a")
ANSWERS: Final[tuple[object, ...]] = (*WORDS, None, 1, ["a"], {})
SURE: Final[tuple[Confidence | None, ...]] = (None, 1, 2, 3)


class Sitting(RuleBasedStateMachine):
    """One exam, and what should stand on the paper."""

    @initialize(seed=st.integers(0, 50), timed=st.booleans())
    def begin(self, seed: int, timed: bool) -> None:  # noqa: FBT001  # Hypothesis passes by name
        """Sit down."""
        self.exam: Exam = assemble_exam(ItemSupply(BANK), LIVE, seed=seed, questions=QUESTIONS, timed=timed)
        self.picked: dict[int, Picked] = {}
        self.flags: set[int] = set()
        self.spent = [0.0] * QUESTIONS

    @rule(index=st.integers(-1, QUESTIONS), answer=st.sampled_from(ANSWERS), sure=st.sampled_from(SURE))
    def answer(self, index: int, answer: object, sure: Confidence | None) -> None:
        """Give an answer to any question; what is none changes nothing, and after the end none is taken."""
        before = self.exam
        try:
            self.exam = before.with_answer(BANK, answer, index=index, confidence=sure)
        except InputError:
            assert self.exam == before
            return
        assert not before.is_over
        if answer is None:
            self.picked.pop(index, None)
        else:
            self.picked[index] = read_answer(before.question_at(BANK, index), answer, before.slots[index].order)

    @rule(index=st.none() | st.integers(-1, QUESTIONS))
    def flag(self, index: int | None) -> None:
        """Set a flag, or take it off."""
        before = self.exam
        at = before.at if index is None else index
        try:
            self.exam = before.with_flag_toggled(index)
        except InputError:
            assert before.is_over or not 0 <= at < len(before.slots)
            return
        assert not before.is_over
        self.flags ^= {at}

    @rule(index=st.integers(-1, QUESTIONS))
    def go(self, index: int) -> None:
        """Look at another question, also after the end."""
        try:
            self.exam = self.exam.with_shown_slot(index)
        except InputError:
            assert not 0 <= index < len(self.exam.slots)
            return
        assert self.exam.at == index

    @rule(seconds=st.sampled_from([0.5, 30, 400, -5, 0]) | st.floats(-10, 200))
    def think(self, seconds: float) -> None:
        """The clock runs; it gives nothing back, and stands after the end."""
        before = self.exam
        self.exam = before.with_time_spent(seconds)
        if not before.handed_in:
            self.spent[before.at] += max(seconds, 0.0)

    @rule()
    def leave_and_enter_again(self) -> None:
        """The paper is put away, and taken out as it was."""
        again = decode_exam(encode_exam(self.exam))
        assert again == self.exam
        assert mark_exam(again, BANK) == mark_exam(self.exam, BANK)
        self.exam = again

    @precondition(lambda self: len(self.picked) > 1 or self.exam.is_over)
    @rule()
    def hand_in(self) -> None:
        """Once or several times."""
        self.exam = self.exam.as_handed_in()
        assert self.exam.is_over

    @invariant()
    def the_paper_is_what_was_written(self) -> None:
        """Answers, flags and time; all of it is counted."""
        exam = self.exam
        assert {index: slot.picked for index, slot in enumerate(exam.slots) if slot.picked is not None} == self.picked
        assert set(exam.flagged_slots) == self.flags
        assert set(exam.unanswered_slots) | set(self.picked) == set(range(len(exam.slots)))
        assert [slot.seconds for slot in exam.slots] == pytest.approx(self.spent)
        assert exam.seconds_spent == pytest.approx(sum(self.spent))
        assert exam.seconds_left is None or exam.seconds_left >= 0

    @invariant()
    def the_result_counts_every_question(self) -> None:
        """At any time."""
        found = mark_exam(self.exam, BANK)
        assert (found.asked, found.gone) == (len(self.exam.slots), ())
        assert found.unanswered == len(self.exam.unanswered_slots)
        assert found.right <= len(self.picked)
        assert sum(domain.asked for domain in found.domains) == sum(task.asked for task in found.tasks) == found.asked


TestSitting = Sitting.TestCase
TestSitting.settings = depth(15, 30)
