"""The path of a new engineer: lessons in order, each with questions and checkpoints, and how far somebody has come."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final, Literal

from knowledge.schema.record import Record
from quizzes.course import Course
from quizzes.learned import State
from quizzes.log import Askable

CHECKPOINT: Final = "checkpoint-"
"""How the id of a checkpoint begins."""
_QUESTIONS: Final = 3
"""Right answers that a lesson asks for beside its checkpoints, or all of its questions where it has fewer."""
Reached = Literal["open", "begun", "done"]


class Stop(Record):
    """One lesson of the path."""

    lesson: str
    read: dt.datetime | None
    """When it was read first."""
    questions: tuple[str, ...]
    """Items about it, without the checkpoints."""
    right: int
    """Those of them that were right the last time."""
    wanted: int
    """How many have to be."""
    checkpoints: tuple[str, ...]
    passed: tuple[str, ...]
    """Checkpoints that were right the last time."""

    @property
    def reached(self) -> Reached:
        """Done when it was read, enough of its questions were right and all of its checkpoints were."""
        if self.read is not None and self.right >= self.wanted and len(self.passed) == len(self.checkpoints):
            return "done"
        return "begun" if self.read is not None or self.right or self.passed else "open"


def path(state: State, items: Iterable[Askable], course: Course) -> tuple[Stop, ...]:
    """Every lesson in order with how far it has come."""
    by_lesson: dict[str, list[Askable]] = {lesson: [] for lesson in course.order}
    for item in items:
        if (lesson := course.lesson_of(item.stands_on)) is not None:
            by_lesson[lesson].append(item)
    return tuple(_stop(lesson, several, state) for lesson, several in by_lesson.items())


def next_stop(stops: Iterable[Stop]) -> Stop | None:
    """The first that is not done; None at the end of the path."""
    return next((stop for stop in stops if stop.reached != "done"), None)


def _stop(lesson: str, items: Iterable[Askable], state: State) -> Stop:
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


def _was_right(item: str, state: State) -> bool:
    return item in state.items and state.items[item].was_right
