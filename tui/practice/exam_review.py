"""The review after an exam: wrong answers first, each with the right answer and the deciding words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from knowledge.errors import InputError, quote_value
from quizzes.exam_result import MarkedQuestion
from tui.practice.feedback import feedback_lines
from tui.practice.follow_up import follow_up_choices
from tui.practice.question_card import MarkedAnswer as Answer
from tui.practice.question_card import QuestionCard
from tui.practice.stage import PracticeContext, StageView, lines_part, number_choices, numbered_view, question_part, sentences_part
from tui.views.choice import Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line


class ExamReview:
    """Shows one question after the other, forwards and back."""

    def __init__(
        self, context: PracticeContext, found: Sequence[MarkedQuestion], question_card: Callable[[int], QuestionCard | None]
    ) -> None:
        """`found` are the questions in order; `question_card` gives the question of a slot, None if it is gone."""
        self._say = context.sentence
        self._context, self._found, self._question_card = context, found, question_card
        self._at = -1
        """Index of the question shown; -1 while the learner still reads the result."""
        self.is_over = not found

    def opening_parts(self) -> Iterator[ReplyPart]:
        """How many questions there are to review. The first is shown on request, so that the result stays in view."""
        key = "exam_all_right" if self.is_over else "exam_review"
        yield sentences_part(self._say(key, count=len(self._found)))

    def handle_line(self, word: str) -> Iterator[ReplyPart]:
        """Go to the next question or to the one before."""
        if word in ("", "next", "1"):
            if self._at + 1 >= len(self._found):
                self.is_over = True
                yield sentences_part(self._say("exam_reviewed"))
                return
            self._at += 1
        elif word in ("back", "before", "previous", "undo"):
            self._at = max(self._at - 1, 0)
        else:
            raise InputError(self._say("no_way_on", text=quote_value(word)))
        yield from self._show_question()

    def _show_question(self) -> Iterator[ReplyPart]:
        one, base = self._found[self._at], self._context.knowledge
        asking = self._question_card(one.slot)
        if asking is None:
            return
        yield question_part(asking.question_lines)
        verdict = one.grade.verdict if one.answered else "unknown"
        marked = Answer(None, verdict, one.grade.score, one.grade)
        if not one.answered:
            yield sentences_part(self._say("exam_no_answer"))
        yield lines_part(lambda width: feedback_lines(asking.item, marked, one.confidence, base, width))

    def current_view(self) -> StageView:
        """How many are left, and where to go."""
        key = "review_at" if self._at >= 0 else "review_begin"
        where = self._say(key, number=self._at + 1, all=len(self._found))
        choices = number_choices(self._review_choices())
        return numbered_view(where, choices, panel=(Line(where, "head"),), enter=choices[0].line)

    def _review_choices(self) -> Iterator[Choice]:
        base, is_last = self._context.knowledge, self._at + 1 >= len(self._found)
        if self._at < 0:
            yield Choice(self._say("review_first"), "next")
        else:
            yield Choice(self._say("finish_review" if is_last else "exam_again"), "next")
            asking = self._question_card(self._found[self._at].slot)
            yield from follow_up_choices(asking.item, asking.part, base) if asking is not None else ()
        if self._at > 0:
            yield Choice(self._say("exam_before"), "back")
        if not is_last:
            yield Choice(self._say("stop"), "stop")
