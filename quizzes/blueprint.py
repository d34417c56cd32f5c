"""Exam blueprints: what an exam asks, how much of it and in which time. A new exam is a new file."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.record import Record, Text
from quizzes.item import Form

Several = Bound(min_length=1)
Share = Annotated[float, Bound(ge=0, le=1)]


class Guide(Record):
    """The publication that states the figures."""

    title: Text
    publisher: Text
    url: Annotated[str, Bound(min_length=8)]
    read: dt.date
    note: str = ""


class Task(Record):
    """A task statement in our own words."""

    name: Text
    compute: bool = False
    """True if the task asks which compute to use: the part that the knowledge base covers in full."""


class Domain(Record):
    """One part of the scored content."""

    name: Text
    share: Share
    """Share of the scored content."""
    tasks: dict[str, Task]
    """By number, "3.1"."""


class Scale(Record):
    """The scale of exam results."""

    lowest: int
    highest: int
    passing: int


class Blueprint(Record):
    """One exam."""

    id: str
    """The code in lower case, by which items name the exam."""
    code: Text
    name: Text
    status: Literal["live", "retired"]
    live_from: dt.date | None = None
    retired_on: dt.date | None = None
    guides: Annotated[tuple[Guide, ...], Several]
    questions: Annotated[int, Bound(ge=1)]
    scored: Annotated[int, Bound(ge=1)]
    """Questions that count; the others are on trial, and candidates cannot tell them apart."""
    minutes: Annotated[int, Bound(ge=1)]
    scale: Scale
    mix: dict[Form, Share]
    """Question type -> share: our assumption, as no guide publishes one."""
    domains: Annotated[dict[str, Domain], Several]
    """By number."""
    translated: dict[str, str] = field(default_factory=dict)
    """Task of the live exam -> the matching task of this one; empty for the live exam itself."""
    out_of_scope: tuple[Text, ...] = ()
    """Word beginnings, in lower case, that must not decide an item in scope."""
    note: str = ""

    @property
    def tasks(self) -> dict[str, Task]:
        """Task statements by number."""
        return {number: task for domain in self.domains.values() for number, task in domain.tasks.items()}

    @property
    def compute_share(self) -> float:
        """Share of the scored content that asks for compute, assuming that the tasks of a domain weigh the same."""
        return sum(
            domain.share * sum(task.compute for task in domain.tasks.values()) / len(domain.tasks) for domain in self.domains.values()
        )

    def task_of(self, number: str) -> str | None:
        """This exam's task for a task of the live exam; None if there is none."""
        number = self.translated.get(number, "") if self.translated else number
        return number if number in self.tasks else None

    def domain_of(self, task: str) -> str:
        """Number of the domain that holds `task`. Raises StopIteration for an unknown task."""
        return next(number for number, domain in self.domains.items() if task in domain.tasks)
