"""Progress reports of a refresh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one step has come."""

    step: str
    """What is being done: `AmazonEC2 price list`, `checking`, `replacing`."""
    done_bytes: int = 0
    total_bytes: int | None = None
    """None if unknown or if nothing is downloaded."""
    rows: int = 0
    """Useful rows found so far."""


Report = Callable[[Progress], None]
"""Called with each step. An exception from it ends the refresh and leaves the catalogue unchanged."""


def ignore_progress(progress: Progress) -> None:
    """Report nothing."""
    del progress
