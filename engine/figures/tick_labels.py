"""Labels of the ticks of an axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

TickFormatter = Callable[[float], str]
"""Formats the value of a tick."""
_LARGE: Final = ((1e12, "T"), (1e9, "B"), (1e6, "M"))
_SECOND_MS: Final = 1e3


def format_number(value: float) -> str:
    """A round number: "0.02", "5,000", "20M"."""
    for size, letter in _LARGE:
        if value >= size:
            return f"{value / size:,.6g}{letter}"
    return f"{value:,.6g}"


def format_dollars(value: float) -> str:
    """A round sum: "$500"."""
    return f"${format_number(value)}"


def format_milliseconds(value: float) -> str:
    """A round time: "50 ms", "2 s"."""
    return f"{format_number(value)} ms" if value < _SECOND_MS else f"{format_number(value / _SECOND_MS)} s"


def format_hours(value: float) -> str:
    """A round time: "0.5 h"."""
    return f"{format_number(value)} h"
