"""Courses: lessons in order, and what each teaches. A new course is a new file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text

LESSON_PREFIX = "lessons/"
"""Prefix of a lesson named as a knowledge point."""
WILDCARD = "*"
"""Stands for every entry of a kind that no lesson names."""


class Part(Record):
    """One lesson of a course."""

    name: Text
    """The id of the lesson."""
    teaches: tuple[Text, ...] = ()
    """What it teaches besides its terms, as kind/id, or kind/* for the rest of a kind."""


class Course(Record):
    """Lessons, each building on those before."""

    id: str
    name: Text
    lessons: Annotated[tuple[Part, ...], Bound(min_length=1)]
    taught: dict[str, str] = field(default_factory=dict)
    """Entry or kind/* -> its lesson, including the lessons' terms."""

    @property
    def order(self) -> tuple[str, ...]:
        """Lesson ids in order."""
        return tuple(part.name for part in self.lessons)

    def find_lesson(self, points: Iterable[str]) -> str | None:
        """The lesson for some points: the first lesson among them, else the one that teaches most of them.

        Ties go to the lesson of the first point. None if no lesson teaches any.
        """
        points = tuple(points)
        named = {point.removeprefix(LESSON_PREFIX) for point in points if point.startswith(LESSON_PREFIX)}
        if (first := next((lesson for lesson in self.order if lesson in named), None)) is not None:
            return first
        votes = Counter(lesson for point in points if (lesson := self._lesson_teaching(point)) is not None)
        return max(votes, key=lambda lesson: votes[lesson], default=None)  # a Counter keeps the order of the points

    def _lesson_teaching(self, point: str) -> str | None:
        kind, _, _ = point.partition("/")
        return self.taught.get(point, self.taught.get(f"{kind}/{WILDCARD}"))
