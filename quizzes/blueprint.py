"""Blueprints: what an exam asks, how much of it, in which time. A new exam is a new file."""

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
    """The publication that the figures come from."""

    title: Text
    publisher: Text
    url: Annotated[str, Bound(min_length=8)]
    read: dt.date
    note: str = ""


class Task(Record):
    """A task statement, in our own words."""

    name: Text
    compute: bool = False
    """True where it asks which compute to take: the slice that the base knows in full."""


class Domain(Record):
    """One part of the scored content."""

    name: Text
    share: Share
    """Of the scored content."""
    tasks: dict[str, Task]
    """By number, "3.1"."""


class Scale(Record):
    """How a result is written."""

    lowest: int
    highest: int
    passing: int


class Blueprint(Record):
    """One exam."""

    id: str
    """What items name it by: the code in lower case."""
    code: Text
    name: Text
    status: Literal["live", "retired"]
    live_from: dt.date | None = None
    retired_on: dt.date | None = None
    guides: Annotated[tuple[Guide, ...], Several]
    questions: Annotated[int, Bound(ge=1)]
    scored: Annotated[int, Bound(ge=1)]
    """Those that count; the rest are on trial, and nobody sees which."""
    minutes: Annotated[int, Bound(ge=1)]
    scale: Scale
    mix: dict[Form, Share]
    """Its question types and the share of each: our assumption, for no guide publishes one."""
    domains: Annotated[dict[str, Domain], Several]
    """By number."""
    translated: dict[str, str] = field(default_factory=dict)
    """Task statement of the live exam -> the nearest one of this exam; empty for the live one itself."""
    out_of_scope: tuple[Text, ...] = ()
    """Beginnings of words, in lower case, that an item in its scope does not turn on."""
    note: str = ""

    @property
    def tasks(self) -> dict[str, Task]:
        """Every task statement by number."""
        return {number: task for domain in self.domains.values() for number, task in domain.tasks.items()}

    @property
    def compute_share(self) -> float:
        """Share of the scored content that asks for compute, if the tasks of a domain weigh the same."""
        return sum(
            domain.share * sum(task.compute for task in domain.tasks.values()) / len(domain.tasks) for domain in self.domains.values()
        )

    def task_of(self, number: str) -> str | None:
        """The task of this exam for a task of the live one; None where it has none."""
        number = self.translated.get(number, "") if self.translated else number
        return number if number in self.tasks else None

    def domain_of(self, task: str) -> str:
        """The number of the domain that holds `task` of this exam. Raises StopIteration for a task it does not have."""
        return next(number for number, domain in self.domains.items() if task in domain.tasks)
