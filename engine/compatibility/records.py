"""What is told of a question whether software runs on some hardware."""

from __future__ import annotations

from typing import Literal

from knowledge.schema.record import Record

Outcome = Literal["passes", "fails", "unknown"]
CompatVerdict = Literal["runs", "fails", "unknown"]


class Requirement(Record):
    """One thing that software needs, held against one piece of hardware."""

    what: str
    software: str
    """Its name, with the version where one was told."""
    need: str
    has: str
    verdict: Outcome
    because: str
    sources: tuple[str, ...]


class Compatibility(Record):
    """Whether software runs on a machine, a device or a place."""

    target: str
    """The hardware or the place, as it is called here; empty where none was named."""
    software: tuple[str, ...]
    """What was asked about, by name."""
    verdict: CompatVerdict
    sentence: str
    """The verdict in words."""
    because: tuple[str, ...]
    nearest: tuple[str, ...]
    """Instance types on which everything passes, the cheapest first; empty where it runs."""
    requirements: tuple[Requirement, ...]
    mends: tuple[str, ...]
    """What else helps, the likeliest first."""
    ask: str = ""
    """What would decide, where it is unknown."""
    symptom: str = ""
    """What it is like, where a failure is told of and nothing that is known stands in the way; `diagnose` tells more."""
