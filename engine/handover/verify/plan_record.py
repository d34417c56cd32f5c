"""What is to be measured, and how: the records that `sizewise verify plan` prints."""

from __future__ import annotations

from typing import Any, Literal

from engine.advice import PlanInShort, Range
from knowledge.schema.record import Record

StepName = Literal["alone", "half", "peak", "above"]
JobKind = Literal["Default", "Advanced"]


class Step(Record):
    """One run at one load."""

    name: StepName
    rate_per_s: float | None
    """None where one request follows the other."""
    requests: int
    seconds: int
    users: int
    """Requests under way at once that it takes where answers are as slow as the estimate's range allows, with some to spare."""
    users_ladder: tuple[int, ...]
    """Requests under way at once by Little's law where answers take the least, the estimate, and the most of its range."""


class LoadTest(Record):
    """How to load one plan."""

    send: str
    warm_up_seconds: int
    steps: tuple[Step, ...]
    repetitions: int
    """Of the peak."""
    repeat_spread: float
    """Share by which their percentiles may differ."""
    percentiles: tuple[str, ...]
    stop_when: tuple[str, ...]
    arithmetic: tuple[str, ...]


class Command(Record):
    """One run of one load generator."""

    tool: str
    step: StepName
    run: str
    """Its name, which is in the name of its results."""
    rate_per_s: float | None
    text: str
    """For a shell."""


class Finalist(Record):
    """One plan, what is expected of it, and its test."""

    role: str
    plan: PlanInShort
    place: str
    """Its name."""
    latency_ms: Range
    capacity_per_s: float | None
    """Requests, for the whole plan."""
    utilization: float | None
    hours_per_run: float | None
    cost: str
    test: LoadTest | None
    """For what answers requests."""
    trial: str
    """What to do instead: a short run of a job, or why there is nothing to measure."""
    folder: str
    """Where its results belong; the name says the place and the machines."""
    endpoint: str
    """The variable that says where its requests go; empty without a load test."""
    commands: tuple[Command, ...]


class RecommenderJob(Record):
    """The parameters of CreateInferenceRecommendationsJob."""

    name: str
    kind: JobKind
    parameters: dict[str, Any]


class Blank(Record):
    """What only the person knows."""

    name: str
    meaning: str


class VerifyPlan(Record):
    """The whole plan."""

    schema: Literal[1] = 1
    title: str
    finalists: tuple[Finalist, ...]
    jobs: tuple[RecommenderJob, ...]
    fill_in: tuple[Blank, ...]
    notes: tuple[str, ...]
