"""A length of time with its range, and how it is written."""

from __future__ import annotations

from typing import Final, NamedTuple

_MINUTES_FROM: Final = 120.0
"""Seconds from which a time is written in minutes."""
_DECIMAL_BELOW: Final = 10.0
"""Seconds below which a time is written with a decimal."""


class Duration(NamedTuple):
    """Seconds, with the ends of their range."""

    estimate: float
    low: float
    high: float


NO_TIME: Final = Duration(0.0, 0.0, 0.0)
"""For what is there already."""


def sum_durations(*parts: Duration) -> Duration:
    """One after the other. The ends of the range are summed too: what delays one part often delays the next."""
    return Duration(*map(sum, zip(*parts, strict=True)))


def longest_duration(*parts: Duration) -> Duration:
    """Side by side: the longest counts."""
    return Duration(*map(max, zip(*parts, strict=True)))


def format_seconds(seconds: float) -> str:
    """`seconds` as people write them: 4.2 s, 45 s, 3.5 min."""
    if seconds >= _MINUTES_FROM:
        return f"{seconds / 60:.3g} min"
    return f"{seconds:.1f} s" if seconds < _DECIMAL_BELOW else f"{seconds:.0f} s"
