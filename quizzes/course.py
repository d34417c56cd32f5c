"""Courses: lessons in order, each with what it teaches. A new course is a new file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

LESSONS = "lessons/"
"""How a lesson is named as a knowledge point."""
REST = "*"
"""Stands for every entry of a kind that no lesson names."""


class Part(Record):
    """One lesson of a course."""

    name: Text
    """The id of the lesson."""
    teaches: tuple[Text, ...] = ()
    """What it teaches beside its terms, as kind/id of the base, or kind/* for the rest of a kind."""


class Course(Record):
    """Lessons, each resting on those before it."""

    id: str
    name: Text
    lessons: Annotated[tuple[Part, ...], Bound(min_length=1)]
    taught: dict[str, str] = field(default_factory=dict)
    """Entry, or kind/* -> its one lesson, the terms of the lessons included."""

    @property
    def order(self) -> tuple[str, ...]:
        """The lessons in their order."""
        return tuple(part.name for part in self.lessons)

    def lesson_of(self, points: Iterable[str]) -> str | None:
        """The lesson of a question on some points: the first of the course that they name, else the one that teaches most of them.

        Among equals the one that teaches the first point. None where none does.
        """
        points = tuple(points)
        named = {point.removeprefix(LESSONS) for point in points if point.startswith(LESSONS)}
        if (first := next((lesson for lesson in self.order if lesson in named), None)) is not None:
            return first
        votes = Counter(lesson for point in points if (lesson := self._teaching(point)) is not None)
        return max(votes, key=lambda lesson: votes[lesson], default=None)  # a Counter keeps the order of the points

    def _teaching(self, point: str) -> str | None:
        kind, _, _ = point.partition("/")
        return self.taught.get(point, self.taught.get(f"{kind}/{REST}"))
