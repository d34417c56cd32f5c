"""A limit that is not kept."""

from __future__ import annotations

import functools
from typing import NamedTuple

from engine.words import significant


class Failure(NamedTuple):
    """What was needed and what there is, with units, ready to be put into the limit's sentence."""

    limit: str
    """Id below `knowledge/data/limits`."""
    need: str
    has: str
    shortfall: float = 0.0
    """How far off, as a ratio of 1 or more; 0 where it is not a matter of degree. Orders the nearest misses."""
    sources: tuple[str, ...] = ()
    """Of the fact that stopped it, beside the limit's own."""


_SECOND_MS, _MINUTE_S, _HOUR_S, _DAY_S = 1e3, 60.0, 3600.0, 86_400.0


def duration(milliseconds: float) -> str:
    """A time as people say it: "85.0 ms", "15.4 s", "3.6 min"."""
    seconds = milliseconds / _SECOND_MS
    if seconds < 1:
        return amount(milliseconds, "ms")
    if seconds < 2 * _MINUTE_S:
        return amount(seconds, "s")
    return amount(seconds / _MINUTE_S, "min") if seconds < 2 * _HOUR_S else amount(seconds / _HOUR_S, "h")


def rate(a_second: float) -> str:
    """A rate in the largest unit of time that leaves at least one: "16.7 requests a second", "300 requests a day"."""
    for seconds, unit in ((1.0, "second"), (_MINUTE_S, "minute"), (_HOUR_S, "hour")):
        if a_second * seconds >= 1:
            return f"{significant(a_second * seconds)} requests a {unit}"
    return f"{significant(a_second * _DAY_S)} requests a day"


@functools.lru_cache(maxsize=4096)
def amount(value: float, unit: str) -> str:
    """A figure with its unit, at three significant digits: "26.0 GB", "112 ms"; a count as a whole number."""
    if not unit:
        return f"{value:,.0f}"
    whole_digits = len(f"{abs(value):.0f}")
    return f"{value:,.{max(0, 3 - whole_digits)}f} {unit}".strip()
