"""Times to start: the pipes of a machine, and whether a range holds what was published."""

from __future__ import annotations

from engine.sizing.start.duration import Duration
from engine.sizing.start.parts import Pipes, pipes_of
from knowledge import Knowledge


def pipes(knowledge: Knowledge, instance: str, devices: int | None = None) -> Pipes:
    """The pipes of an instance type."""
    return pipes_of(knowledge.instances[instance], devices)


def holds(duration: Duration, seconds: float) -> bool:
    """Whether a published time lies within the range."""
    return duration.low <= seconds <= duration.high
