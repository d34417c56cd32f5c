"""The path of a new engineer: lessons in order, each with questions and checkpoints, and how far somebody has come."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from knowledge.schema.record import Record
from quizzes.learned import State, lesson_of
from quizzes.log import Askable

ORDER: Final = (
    "lifecycle-of-compute",
    "processors-for-machine-learning",
    "cpu-against-gpu",
    "instance-families-and-their-letters",
    "preprocessing-compute",
    "training-compute",
    "memory-of-a-model",
    "inference-compute",
    "latency-and-throughput",
    "inferentia-and-trainium",
    "sagemaker-endpoint-types",
    "serverless-and-lambda",
    "batch-and-processing-jobs",
    "containers-ecs-and-eks",
    "distributed-training-and-networking",
    "scaling-policies",
    "purchasing-options",
    "spot-and-checkpoints",
    "rightsizing-tools",
    "production-and-test-environments",
)
"""Lessons, each resting on those before it. One that is not named here comes at the end."""
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


def path(state: State, items: Sequence[Askable], lessons: Iterable[str]) -> tuple[Stop, ...]:
    """Every lesson in order with how far it has come. An item belongs to the first lesson of the path that it stands on."""
    order = _ordered(lessons)
    by_lesson: dict[str, list[Askable]] = {lesson: [] for lesson in order}
    for item in items:
        if (lesson := _lesson(item, order, items)) is not None:
            by_lesson[lesson].append(item)
    return tuple(_stop(lesson, by_lesson[lesson], state) for lesson in order)


def next_stop(stops: Iterable[Stop]) -> Stop | None:
    """The first that is not done; None at the end of the path."""
    return next((stop for stop in stops if stop.reached != "done"), None)


def _ordered(lessons: Iterable[str]) -> dict[str, int]:
    """Lesson -> its place."""
    known = set(lessons)
    ordered = [lesson for lesson in ORDER if lesson in known]
    return {lesson: place for place, lesson in enumerate([*ordered, *sorted(known.difference(ordered))])}


def _lesson(item: Askable, order: Mapping[str, int], items: Sequence[Askable]) -> str | None:
    """The lesson of an item; a checkpoint that names none belongs where its points are taught."""
    named = [point.removeprefix("lessons/") for point in item.stands_on]
    if not any(name in order for name in named) and item.id.startswith(CHECKPOINT):
        beside = [other.stands_on for other in items if not other.id.startswith(CHECKPOINT)]
        named = [found.removeprefix("lessons/") for point in item.stands_on if (found := lesson_of(point, beside))]
    return min((name for name in named if name in order), key=order.__getitem__, default=None)


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
