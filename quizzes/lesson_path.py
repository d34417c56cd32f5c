"""The learning path of a new engineer: lessons in order, each with questions and checkpoints, and how far the learner is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final, Literal

from knowledge.schema.record import Record
from quizzes.course import Course
from quizzes.learning_state import LearningState
from quizzes.practice_log import Askable

CHECKPOINT: Final = "checkpoint-"
"""Prefix of the ids of checkpoints."""
_QUESTIONS: Final = 3
"""Right answers that a lesson needs besides its checkpoints, or all of its questions if it has fewer."""
StopStatus = Literal["open", "begun", "done"]


class Stop(Record):
    """One lesson of the path."""

    lesson: str
    read: dt.datetime | None
    """When it was first read."""
    questions: tuple[str, ...]
    """Items about it, without checkpoints."""
    right: int
    """How many of them were right the last time."""
    wanted: int
    """How many must be."""
    checkpoints: tuple[str, ...]
    passed: tuple[str, ...]
    """Checkpoints that were right the last time."""

    @property
    def progress_status(self) -> StopStatus:
        """Done once the lesson was read, enough questions were right and all checkpoints passed."""
        if self.read is not None and self.right >= self.wanted and len(self.passed) == len(self.checkpoints):
            return "done"
        return "begun" if self.read is not None or self.right or self.passed else "open"


def trace_path(state: LearningState, items: Iterable[Askable], course: Course) -> tuple[Stop, ...]:
    """Every lesson in order, with how far the learner is."""
    by_lesson: dict[str, list[Askable]] = {lesson: [] for lesson in course.order}
    for item in items:
        if (lesson := course.find_lesson(item.stands_on)) is not None:
            by_lesson[lesson].append(item)
    return tuple(_lesson_stop(lesson, several, state) for lesson, several in by_lesson.items())


def next_stop(stops: Iterable[Stop]) -> Stop | None:
    """The first lesson that is not done; None at the end of the path."""
    return next((stop for stop in stops if stop.progress_status != "done"), None)


def _lesson_stop(lesson: str, items: Iterable[Askable], state: LearningState) -> Stop:
    ids = sorted(item.id for item in items)
    questions = tuple(one for one in ids if not one.startswith(CHECKPOINT))
    checkpoints = tuple(one for one in ids if one.startswith(CHECKPOINT))
    return Stop(
        lesson=lesson,
        read=state.lessons.get(lesson),
        questions=questions,
        right=sum(_was_right(one, state) for one in questions),
        wanted=min(_QUESTIONS, len(questions)),
        checkpoints=checkpoints,
        passed=tuple(one for one in checkpoints if _was_right(one, state)),
    )


def _was_right(item: str, state: LearningState) -> bool:
    return item in state.items and state.items[item].was_right
