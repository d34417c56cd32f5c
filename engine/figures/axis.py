"""Axes: from values to cells, and round numbers between."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

_LEAST: Final = 1e-12
_MOST: Final = 1e15
_LOG_FROM: Final = 6.0
"""The ratio of the greatest to the least value from which an axis is logarithmic."""
_STEPS: Final = (1.0, 2.0, 5.0)
_MANTISSAS: Final = ((1.0, 2.0, 5.0), (1.0, 3.0), (1.0,))
_DECADES: Final = range(2, 30)


def is_drawable(value: float | None) -> bool:
    """Whether a figure has a place on an axis: 0, or positive and of a size that people meet."""
    return value is not None and (value == 0 or _LEAST <= value <= _MOST)


@dataclasses.dataclass(frozen=True, slots=True)
class Axis:
    """A stretch of numbers; `low` is below `high`."""

    low: float
    high: float
    is_log: bool

    def share(self, value: float) -> float:
        """How far along the axis a value lies: 0 at its low end, 1 at its high one."""
        return (self._scaled(value) - self._scaled(self.low)) / (self._scaled(self.high) - self._scaled(self.low))

    def cell(self, value: float, cells: int) -> int:
        """The cell that a value falls into; those beyond an end fall into the last cell there."""
        return min(max(round(self.share(value) * (cells - 1)), 0), cells - 1)

    def ticks(self, cells: int, gap: int) -> list[float]:
        """Round numbers at least `gap` cells apart, as many as there is room for; at least one."""
        best: list[float] = []
        for ticks in self._round():
            cell = [self.cell(tick, cells) for tick in ticks]
            if len(ticks) > len(best) and all(after - before >= gap for before, after in pairwise(cell)):
                best = ticks
        return best or [self.low]

    def _scaled(self, value: float) -> float:
        return math.log10(max(value, self.low)) if self.is_log else value

    def _round(self) -> Iterator[list[float]]:
        """Ways to set round numbers, the closest first."""
        if not self.is_log:
            yield from _linear(self.low, self.high)
            return
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for mantissas in _MANTISSAS:
            yield self._inside(float(f"{mantissa}e{power}") for power in decades for mantissa in mantissas)
        for step in _DECADES:
            yield self._inside(float(f"1e{power}") for power in decades if power % step == 0)

    def _inside(self, ticks: Iterable[float]) -> list[float]:
        return [tick for tick in ticks if self.low <= tick <= self.high]


def axis_of(values: Iterable[float], *, wants_log: bool = False) -> Axis:
    """An axis that holds all the values, all of them drawable, between round numbers.

    It is logarithmic where they lie far apart, or that is wanted; never where one of them is 0.
    """
    found = sorted(values) or [0.0]
    low, high = found[0], found[-1]
    if low > 0 and (wants_log or high / low >= _LOG_FROM):
        low, high = _rounded(low, down=True), _rounded(high, down=False)
        return Axis(low if low < high else low / 2, high, is_log=True)
    if low == high:
        return Axis(0.0, 2 * high or 1.0, is_log=False)
    step = _step((high - low) / 4)
    return Axis(max(math.floor(low / step) * step, 0.0), math.ceil(high / step) * step, is_log=False)


def _rounded(value: float, *, down: bool) -> float:
    """The nearest 1, 2 or 5 times a power of ten at or beyond a positive value."""
    power = math.floor(math.log10(value))
    near = [float(f"{mantissa}e{exponent}") for exponent in (power - 1, power, power + 1) for mantissa in _STEPS]
    return max(one for one in near if one <= value) if down else min(one for one in near if one >= value)


def _step(size: float) -> float:
    """The least 1, 2 or 5 times a power of ten that is not below `size`."""
    return _rounded(size, down=False)


def _linear(low: float, high: float) -> Iterator[list[float]]:
    step = _step((high - low) / 40)
    while step <= high - low:
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        yield [min(max(float(f"{number * step:.12g}"), low), high) for number in range(first, last + 1)]
        step = _step(step * 1.5)
