"""Answers into the log, and back out of it."""

from __future__ import annotations

from collections.abc import Iterator

from quizzes.log import Row
from quizzes.progress import told as news_of
from quizzes.store import Saved
from tui.practice.stage import Room, told
from tui.practice.words import say
from tui.talk import Part


def keep(room: Room, *rows: Row) -> Iterator[Part]:
    """Add rows to the log, and say what should be known of it: that it cannot be written, that a point is left out, a clock set back."""
    yield from _news(room, room.store.append(*rows))


def take_back(room: Room, row: Row) -> bool:
    """Take back an answer that was kept; whether it stood in the log. Those of another window are left alone."""
    return room.store.undo(room.clock(), of=row) is not None


def lesson_about(room: Room, point: str) -> str:
    """The name of the lesson to read about a point; "" where no lesson teaches it."""
    lesson = room.knowledge.lessons.get(room.bank.course.lesson_of((point,)) or "")
    return lesson.name if lesson is not None else ""


def name_of(room: Room, point: str) -> str:
    """A knowledge point as people call it."""
    kind, _, identity = point.partition("/")
    entry = getattr(room.knowledge, kind, {}).get(identity)
    return str(getattr(entry, "name", "") or identity)


def _news(room: Room, saved: Saved) -> Iterator[Part]:
    base = room.knowledge
    if saved.told:
        yield told(saved.told, kind="notice")
    for point in saved.leeches:
        lesson = lesson_about(room, point) or name_of(room, point)
        yield told(news_of("leech", base, point=name_of(room, point), lesson=lesson), say(base, "leech_back"), kind="notice")
    if "clock_back" in saved.news:
        yield told(news_of("clock_back", base), kind="notice")
