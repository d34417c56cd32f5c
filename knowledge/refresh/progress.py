"""What a refresh tells while it runs."""

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
    """None where the server does not tell, or where nothing is downloaded."""
    rows: int = 0
    """Rows of use found so far."""


Report = Callable[[Progress], None]
"""Takes each step; what it raises ends the refresh and leaves the catalogue as it was."""


def silent(progress: Progress) -> None:
    """Tell nobody."""
    del progress
