"""A mock exam: no feedback until it is handed in, then a review."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from knowledge.errors import InputError
from quizzes.display_order import written_order
from quizzes.exam import Exam
from quizzes.exam_result import ExamResult, mark_exam
from quizzes.knowledge_points import points_tested
from quizzes.practice_log import LogRow, answer_row
from quizzes.quiz_sentences import introduce_exam, summarize_result
from tui.practice.exam_review import ExamReview
from tui.practice.log_answers import append_rows
from tui.practice.practice_files import PracticeFiles
from tui.practice.practice_sentences import confidence_choices, parse_confidence
from tui.practice.question_card import AskedPart, QuestionCard
from tui.practice.stage import STOP_WORDS, DrawLines, PracticeContext, StageView, normalize_line, question_part, sentences_part
from tui.views.choice import CardContent, Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line, wrap_text

Phase = Literal["question", "sure", "review", "over"]
_HAND_IN: Final = frozenset({"hand in", "submit", "finish"})
_NEXT, _BEFORE, _FLAG = "n", "p", "!"
"""Marks of the navigation choices; no option gets a letter that late in the alphabet, and digits stand for options too."""
_ROW: Final = 10
"""Questions in one row of the panel."""
_MOST_DIGITS: Final = 3
"""Of the number of a question."""


class MockExam:
    """One exam. It is saved after every step, so that neither a crash nor a stop loses anything."""

    def __init__(self, context: PracticeContext, exam: Exam, files: PracticeFiles) -> None:
        """Start or resume `exam`. Raises InputError if its blueprint no longer exists."""
        self._say = context.sentence
        self._blueprint = context.bank.find_blueprint(exam.blueprint)
        self._bank = context.supply.bank_for_exam(exam)
        self._context, self._exam, self._files = context, exam, files
        self._phase: Phase = "question"
        self._asked_to_hand_in = False
        self._answer_line = ""
        """The answer whose confidence is being asked."""
        self._shown_since = context.seconds()
        self._review: ExamReview | None = None
        self._reported_problem = ""
        """The last saving problem that was reported."""

    @property
    def is_over(self) -> bool:
        """True once the review is done or the learner stopped."""
        return self._phase == "over"

    def opening_parts(self) -> Iterator[ReplyPart]:
        """Introduce the exam and show its first question; for an exam handed in before, show the result and the review."""
        if self._exam.handed_in:
            yield from self._result_parts(mark_exam(self._exam, self._bank))
            return
        self._files.save_exam(self._exam)
        yield from self._saving_notices()
        open_, base = len(self._exam.unanswered_slots), self._context.knowledge
        is_new = not self._exam.seconds_spent and open_ == len(self._exam.slots)
        yield (
            sentences_part(*introduce_exam(self._exam, self._blueprint, base))
            if is_new
            else sentences_part(self._say("exam_goes_on", open=open_))
        )
        yield question_part(self._question_lines(self._exam.at))

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Take an answer, a step to another question, or the end."""
        word = normalize_line(line)
        if self._review is not None:
            yield from self._handle_review_word(self._review, word)
            return
        self._exam = self._exam.with_time_spent(self._context.seconds() - self._shown_since)
        self._shown_since = self._context.seconds()
        if self._exam.is_over:
            yield sentences_part(self._say("exam_time"), kind="notice")
            yield from self._hand_in()
            return
        try:
            yield from self._handle_word(word, line)
        finally:
            self._asked_to_hand_in = word in _HAND_IN
            self._save_exam()
        yield from self._saving_notices()

    def _save_exam(self) -> None:
        if not self._exam.handed_in:
            self._files.save_exam(self._exam)

    def _saving_notices(self) -> Iterator[ReplyPart]:
        """Notices on saving: it fails, it works again, or an unreadable exam file was moved aside."""
        files = self._files
        if files.exam_problem != self._reported_problem:
            yield sentences_part(
                self._say("exam_unsaved" if files.exam_problem else "exam_saved_again", problem=files.exam_problem),
                kind="notice",
            )
            self._reported_problem = files.exam_problem
        if files.set_aside_name:
            yield sentences_part(self._say("exam_aside", file=files.set_aside_name), kind="notice")
            files.set_aside_name = ""

    def _handle_word(self, word: str, line: str) -> Iterator[ReplyPart]:
        level = parse_confidence(word, self._context.knowledge) if self._phase == "sure" else None
        if level is not None:
            self._exam = self._exam.with_answer(self._bank, self._answer_line, confidence=level)
            yield from self._go_on()
        elif word in STOP_WORDS:
            self._phase = "over"
            self._save_exam()
            yield sentences_part(self._say("exam_in_window" if self._files.exam_problem else "exam_kept"))
        elif word in _HAND_IN:
            yield from self._confirm_hand_in()
        elif word == "flag":
            self._exam = self._exam.with_flag_toggled()
        elif word == "undo":
            yield from self._undo_answer()
        elif (index := self._target_slot(word)) is not None:
            yield from self._show_slot(index)
        else:
            yield from self._take_answer(line)

    def _target_slot(self, word: str) -> int | None:
        """The slot that a navigation word leads to; None for an answer. Raises InputError where there is no such slot."""
        exam, last = self._exam, len(self._exam.slots) - 1
        if word in ("next", "skip"):
            return min(exam.at + 1, last)
        if word in ("back", "before", "previous"):
            return max(exam.at - 1, 0)
        if word in ("open", "flagged"):
            return self._next_slot_among(exam.unanswered_slots if word == "open" else exam.flagged_slots, word)
        verb, _, number = word.partition(" ")
        if verb == "go" and number.isdecimal():
            return int(number) - 1 if len(number) <= _MOST_DIGITS else len(exam.slots)
        return None

    def _next_slot_among(self, slots: tuple[int, ...], word: str) -> int:
        """The next of some slots after the one shown, wrapping around."""
        if not slots:
            raise InputError(self._say(f"exam_none_{word}"))
        return next((slot for slot in slots if slot > self._exam.at), slots[0])

    def _take_answer(self, line: str) -> Iterator[ReplyPart]:
        """Record an answer; its confidence may follow or not."""
        asking = self._question_card(self._exam.at)
        if asking is None:
            raise InputError(self._say("exam_gone"))
        self._exam = self._exam.with_answer(self._bank, line)
        self._answer_line, self._phase = line, "sure"
        picked = self._exam.slots[self._exam.at].picked
        yield sentences_part(self._say("exam_taken", answer=asking.letters_of(picked)))

    def _undo_answer(self) -> Iterator[ReplyPart]:
        if self._exam.slots[self._exam.at].picked is None:
            yield sentences_part(self._say("nothing_undone"), kind="notice")
            return
        self._exam = self._exam.with_answer(self._bank, None)
        yield sentences_part(self._say("undone"), kind="notice")
        yield from self._show_slot(self._exam.at)

    def _go_on(self) -> Iterator[ReplyPart]:
        """Show the next question; after the last one, stay."""
        if self._exam.at + 1 < len(self._exam.slots):
            yield from self._show_slot(self._exam.at + 1)
        else:
            self._phase = "question"
            yield sentences_part(self._say("exam_last"))

    def _show_slot(self, index: int) -> Iterator[ReplyPart]:
        self._exam = self._exam.with_shown_slot(index)
        self._phase = "question"
        yield question_part(self._question_lines(index))

    def _confirm_hand_in(self) -> Iterator[ReplyPart]:
        open_ = len(self._exam.unanswered_slots)
        if open_ and not self._asked_to_hand_in:
            yield sentences_part(self._say("exam_sure", open=open_), kind="notice")
        else:
            yield from self._hand_in()

    def _hand_in(self) -> Iterator[ReplyPart]:
        """Log every answer, save the exam for its review, show the result."""
        self._exam = self._exam.as_handed_in()
        found = mark_exam(self._exam, self._bank)
        yield from append_rows(self._context, *self._answer_rows(found))
        self._files.save_exam(self._exam)
        yield from self._result_parts(found)

    def _answer_rows(self, found: ExamResult) -> Iterator[LogRow]:
        """Log rows of the questions answered or at least seen; an unseen question counts in the exam but says nothing about its points."""
        for one in found.questions:
            slot, item = self._exam.slots[one.slot], self._bank.find_item(one.item)
            if not (one.answered or slot.seconds):
                continue
            yield answer_row(
                item,
                time=self._context.clock(),
                verdict=one.grade.verdict if one.answered else "unknown",
                answer=list(slot.picked) if slot.picked is not None else None,
                mode="exam",
                score=one.grade.score,
                confidence=one.confidence,
                seconds=slot.seconds if one.answered else None,
                part=one.part,
                points=points_tested(item, one.part, slot.picked or (), right=one.is_right),
            )

    def _result_parts(self, found: ExamResult) -> Iterator[ReplyPart]:
        base = self._context.knowledge
        yield sentences_part(*summarize_result(found, self._blueprint, base))
        tallies = (*found.domains, *found.tasks)
        yield sentences_part(*(self._say("exam_tally", id=one.id, name=one.name, right=one.right, asked=one.asked) for one in tallies))
        self._review, self._phase = ExamReview(self._context, found.questions_to_review, self._question_card), "review"
        yield from self._review.opening_parts()
        self._close_if_reviewed()

    def _handle_review_word(self, review: ExamReview, word: str) -> Iterator[ReplyPart]:
        if word in STOP_WORDS:
            self._phase = "over"
        else:
            yield from review.handle_line(word)
            self._close_if_reviewed()

    def _close_if_reviewed(self) -> None:
        """With its review the exam is finished, and its file deleted."""
        if self._review is not None and self._review.is_over:
            self._phase = "over"
            self._files.delete_exam()

    def _question_card(self, index: int) -> QuestionCard | None:
        """The question of a slot; None if the bank has since lost or changed it."""
        slot, bank = self._exam.slots[index], self._bank
        try:
            question = bank.find_question(slot.item, slot.part)
        except InputError:
            return None
        if sorted(slot.order) != list(written_order(question)):
            return None
        return QuestionCard(AskedPart(bank.find_item(slot.item), slot.part), self._exam.seed, slot.order)

    def _question_lines(self, index: int) -> DrawLines:
        asking = self._question_card(index)
        if asking is None:
            return lambda width: wrap_text(self._say("exam_gone"), width)
        return asking.question_lines

    def current_view(self) -> StageView:
        """Position in the exam, time left, and what can be done."""
        if self._review is not None:
            return self._review.current_view()
        exam = self._exam
        left = exam.with_time_spent(self._context.seconds() - self._shown_since).seconds_left
        until = None if left is None else self._context.seconds() + left
        asking = self._question_card(exam.at)
        return StageView(
            self._card_content(), tuple(self._panel_lines(exam)), until, allows_repeats=asking is not None and asking.allows_repeats
        )

    def _card_content(self) -> CardContent:
        base, exam = self._context.knowledge, self._exam
        if self._phase == "sure":
            return (
                self._say("sure"),
                [*confidence_choices(base), Choice(self._say("exam_next"), "next", mark=_NEXT)],
                self._say("exam_sure_how"),
            )
        where = self._say("exam_at", number=exam.at + 1, all=len(exam.slots), open=len(exam.unanswered_slots))
        asking = self._question_card(exam.at)
        given = asking.letters_of(exam.slots[exam.at].picked) if asking is not None else ""
        if given:
            where = self._say("exam_given", where=where, answer=given)
        if exam.slots[exam.at].flagged:
            where = self._say("exam_flagged", where=where)
        how = self._say(asking.instruction_key(), example=asking.example_answer()) if asking is not None else ""
        return where, list(self._card_choices(asking)), f"{how} {self._say('exam_how')}".lstrip()

    def _card_choices(self, asking: QuestionCard | None) -> Iterator[Choice]:
        slot = self._exam.slots[self._exam.at]
        yield from asking.answer_choices() if asking is not None else ()
        yield Choice(self._say("exam_next"), "next", mark=_NEXT)
        yield Choice(self._say("exam_before"), "back", mark=_BEFORE)
        yield Choice(self._say("exam_unflag" if slot.flagged else "exam_flag"), "flag", mark=_FLAG)
        yield Choice(self._say("exam_hand_in"), "hand in")
        yield Choice(self._say("exam_stop"), "stop")

    def _panel_lines(self, exam: Exam) -> Iterator[Line]:
        """One sign per question: answered, flagged or open, with an arrow at the one shown."""
        yield Line(self._blueprint.code, "head")
        signs = [_FLAG if slot.flagged else "●" if slot.picked is not None else "·" for slot in exam.slots]
        cells = [f"{'›' if at == exam.at else ' '}{sign}" for at, sign in enumerate(signs)]
        for begin in range(0, len(cells), _ROW):
            yield Line(f"{begin + 1:>3} {''.join(cells[begin : begin + _ROW])}")
        yield Line(self._say("exam_legend"), "dim")
