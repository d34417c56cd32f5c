"""Adds answers to the learner's log and takes them back, and says what the learner should know about it."""

from __future__ import annotations

from collections.abc import Iterator

from quizzes.practice_log import LogRow
from quizzes.progress import news_sentence as news_of
from quizzes.store import Saved
from tui.practice.stage import PracticeContext, sentences_part
from tui.views.reply import ReplyPart


def append_rows(context: PracticeContext, *rows: LogRow) -> Iterator[ReplyPart]:
    """Add rows to the log; yield notices: the log cannot be written, a point is suspended as a leech, the clock was set back."""
    yield from _saving_notices(context, context.store.append_rows(*rows))


def undo_row(context: PracticeContext, row: LogRow) -> bool:
    """Take back a logged answer; False if it was not in the log. Answers of another window are left alone."""
    return context.store.undo_answer(context.clock(), of=row) is not None


def lesson_name(context: PracticeContext, point: str) -> str:
    """Name of the lesson that teaches a knowledge point; "" if none does."""
    lesson = context.knowledge.lessons.get(context.bank.course.find_lesson((point,)) or "")
    return lesson.name if lesson is not None else ""


def point_name(context: PracticeContext, point: str) -> str:
    """Display name of a knowledge point."""
    kind, _, identity = point.partition("/")
    entry = getattr(context.knowledge, kind, {}).get(identity)
    return str(getattr(entry, "name", "") or identity)


def _saving_notices(context: PracticeContext, saved: Saved) -> Iterator[ReplyPart]:
    base = context.knowledge
    if saved.notice:
        yield sentences_part(saved.notice, kind="notice")
    for point in saved.leeches:
        lesson = lesson_name(context, point) or point_name(context, point)
        yield sentences_part(
            news_of("leech", base, point=point_name(context, point), lesson=lesson), context.sentence("leech_back"), kind="notice"
        )
    if saved.clock_back:
        yield sentences_part(news_of("clock_back", base), kind="notice")
