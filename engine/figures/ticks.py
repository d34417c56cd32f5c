"""How round numbers are written beside an axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Write = Callable[[float], str]
"""How a tick is written."""
_LARGE: Final = ((1e12, "T"), (1e9, "B"), (1e6, "M"))
_SECOND_MS: Final = 1e3


def number(value: float) -> str:
    """A round number: "0.02", "5,000", "20M"."""
    for size, letter in _LARGE:
        if value >= size:
            return f"{value / size:,.6g}{letter}"
    return f"{value:,.6g}"


def dollars(value: float) -> str:
    """A round sum: "$500"."""
    return f"${number(value)}"


def milliseconds(value: float) -> str:
    """A round time: "50 ms", "2 s"."""
    return f"{number(value)} ms" if value < _SECOND_MS else f"{number(value / _SECOND_MS)} s"


def hours(value: float) -> str:
    """A round time: "0.5 h"."""
    return f"{number(value)} h"
