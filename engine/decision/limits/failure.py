"""A limit that is not kept."""

from __future__ import annotations

from typing import NamedTuple


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


def amount(value: float, unit: str) -> str:
    """A figure with its unit, at three significant digits: "26.0 GB", "112 ms"; a count as a whole number."""
    if not unit:
        return f"{value:,.0f}"
    whole_digits = len(f"{abs(value):.0f}")
    return f"{value:,.{max(0, 3 - whole_digits)}f} {unit}".strip()
