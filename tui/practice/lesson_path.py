"""The learning path of a new engineer: lessons in order, each with questions at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from knowledge.errors import InputError, quote_value
from quizzes.course import LESSON_PREFIX
from quizzes.item import Item
from quizzes.item_selection import interleave_items
from quizzes.learning_state import ItemHistory
from quizzes.lesson_path import Stop, next_stop, trace_path
from quizzes.practice_log import Askable, lesson_row
from tui.practice.log_answers import append_rows
from tui.practice.practice_session import PracticeSession
from tui.practice.stage import (
    STOP_WORDS,
    DrawLines,
    PracticeContext,
    StageView,
    lines_part,
    normalize_line,
    number_choices,
    numbered_view,
    sentences_part,
)
from tui.views.choice import Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line

QUESTIONS_A_LESSON: Final = 4
"""Written questions asked at the end of a lesson."""
GENERATED_A_LESSON: Final = 1
"""Generated scenarios or calculations asked after them."""


class LessonPath:
    """Shows one lesson after the other."""

    def __init__(self, context: PracticeContext) -> None:
        """Start at the first lesson that is not done."""
        self._say = context.sentence
        self._context = context
        self._stops = trace_path(context.store.state, context.supply.askable_by_id.values(), context.bank.course)
        following = next_stop(self._stops)
        self._at = self._stops.index(following) if following is not None else len(self._stops)
        self._session: PracticeSession | None = None
        self.is_over = following is None
        """True once every lesson is read or the learner stopped."""

    def opening_parts(self) -> Iterator[ReplyPart]:
        """The lesson, or that none is left."""
        if self.is_over:
            yield sentences_part(self._say("path_done"))
        else:
            yield lines_part(self._lesson_lines(self._at))

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """Take "read", "skip" or "back", or an answer to a question of the lesson."""
        word = normalize_line(line)
        if self._session is not None:
            yield from self._session.handle_line(line)
            if self._session.is_over:
                self._session = None
                yield from self._leave_path() if word in STOP_WORDS else self._move_by(1)
        elif word in STOP_WORDS:
            yield from self._leave_path()
        elif word in ("skip", "next"):
            yield from self._move_by(1)
        elif word in ("back", "before", "undo"):
            yield from self._move_by(-1)
        elif word in ("", "read", "1"):
            yield from self._ask_questions()
        else:
            raise InputError(self._say("no_way_on", text=quote_value(word)))

    def _leave_path(self) -> Iterator[ReplyPart]:
        self.is_over = True
        yield sentences_part(self._say("path_left"))

    def _ask_questions(self) -> Iterator[ReplyPart]:
        stop = self._stops[self._at]
        yield from append_rows(self._context, lesson_row(stop.lesson, time=self._context.clock()))
        items = self._lesson_items(stop)
        if not items:
            yield from self._move_by(1)
            return
        self._session = PracticeSession(self._context, items, "path")
        yield from self._session.opening_parts()

    def _lesson_items(self, stop: Stop) -> list[Item]:
        """Written questions on the lesson, a generated one, and its open checkpoints."""
        state, supply = self._context.store.state, self._context.supply
        found = [supply.askable_by_id[one] for one in stop.questions if one not in state.flagged]
        named = f"{LESSON_PREFIX}{stop.lesson}"
        ranked = sorted(found, key=lambda one: _question_rank(one, state.items.get(one.id), named))
        written, made = ([one for one in ranked if (one.id in supply.generated_by_id) is is_made] for is_made in (False, True))
        checkpoints = [supply.askable_by_id[one] for one in stop.checkpoints if one not in stop.passed and one not in state.flagged]
        questions, applied, at_end = (
            supply.make_items(several, seed=state.through, most=most)
            for several, most in ((written, QUESTIONS_A_LESSON), (made, GENERATED_A_LESSON), (checkpoints, len(checkpoints)))
        )
        return [*interleave_items(questions), *applied, *at_end]

    def _move_by(self, step: int) -> Iterator[ReplyPart]:
        self._at = max(self._at + step, 0)
        if self._at >= len(self._stops):
            self.is_over = True
            yield sentences_part(self._say("path_end"))
        else:
            yield lines_part(self._lesson_lines(self._at))

    def _lesson_lines(self, at: int) -> DrawLines:
        from tui.views.article import ArticleWriter  # noqa: PLC0415  # 14 ms, only for a lesson

        base, lesson = self._context.knowledge, self._context.knowledge.lessons[self._stops[at].lesson]

        def lines(width: int) -> Iterator[Line]:
            yield Line(self._position_text(at), "dim")
            yield from ArticleWriter(base, width).write_lines(lesson)

        return lines

    def _position_text(self, at: int) -> str:
        return self._say("lesson", number=min(at + 1, len(self._stops)), all=len(self._stops))

    def current_view(self) -> StageView:
        """The view of the questions under way, or the choices below a lesson."""
        if self._session is not None:
            return self._session.current_view()
        where = self._position_text(self._at)
        choices = number_choices(self._lesson_choices())
        return numbered_view(self._say("lesson_next"), choices, panel=(Line(where, "head"),), enter=choices[0].line)

    def _lesson_choices(self) -> Iterator[Choice]:
        yield Choice(self._say("lesson_read"), "read")
        yield Choice(self._say("lesson_skip"), "skip")
        if self._at:
            yield Choice(self._say("lesson_before"), "back")
        yield Choice(self._say("stop"), "stop")


def _question_rank(one: Askable, seen: ItemHistory | None, lesson: str) -> tuple[bool, bool, int, int]:
    """Sort key: questions not right yet first, then those naming the lesson, then the least asked, then the easiest."""
    return seen is not None and seen.was_right, lesson not in one.stands_on, seen.times if seen is not None else 0, one.difficulty
