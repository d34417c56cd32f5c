"""Figures as bars of characters: a range against its target, a sum before and after."""

from __future__ import annotations

from typing import Final

_REST, _RANGE, _ESTIMATE, _TARGET, _MISSED = "·", "━", "●", "┃", "╍"
_ROOM: Final = 1.1
"""The scale ends a little behind the largest value."""


def length_bar(value: float, largest: float, length: int) -> str:
    """A bar for a value, as long as `length` where it is the largest; at least one character."""
    return _RANGE * max(round(length * value / largest), 1) if largest > 0 else _RANGE


def range_bar(low: float, estimate: float, high: float, target: float, length: int) -> str:
    """A bar of so many characters from zero: the range, the estimate in it, the target, and what of the range lies beyond it."""
    end = max(high, target) * _ROOM

    def at(value: float) -> int:
        return min(int(value / end * length), length - 1)

    cells = [_REST] * length
    for place in range(at(low), at(high) + 1):
        cells[place] = _MISSED if place > at(target) else _RANGE
    cells[at(target)] = _TARGET
    cells[at(estimate)] = _ESTIMATE  # last: where it lies on the target, both cannot be shown
    return "".join(cells)
