"""Axes: values to character cells, and round ticks."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

_SMALLEST: Final = 1e-12
_LARGEST: Final = 1e15
_LOG_FROM: Final = 6.0
"""The ratio of the largest to the smallest value from which an axis is logarithmic."""
_STEPS: Final = (1.0, 2.0, 5.0)
_MANTISSAS: Final = ((1.0, 2.0, 5.0), (1.0, 3.0), (1.0,))
_DECADES: Final = range(2, 30)


def is_drawable(value: float | None) -> bool:
    """True for values that an axis can show: 0, or positive and of a size that people meet."""
    return value is not None and (value == 0 or _SMALLEST <= value <= _LARGEST)


@dataclasses.dataclass(frozen=True, slots=True)
class Axis:
    """A range of numbers; `low` is below `high`."""

    low: float
    high: float
    is_log: bool

    def fraction_along(self, value: float) -> float:
        """How far along the axis a value lies: 0 at its low end, 1 at its high one."""
        return (self._scale_value(value) - self._scale_value(self.low)) / (self._scale_value(self.high) - self._scale_value(self.low))

    def cell_index(self, value: float, cells: int) -> int:
        """The index of the cell of a value; values beyond an end fall into the last cell there."""
        return min(max(round(self.fraction_along(value) * (cells - 1)), 0), cells - 1)

    def round_ticks(self, cells: int, gap: int) -> list[float]:
        """Round numbers at least `gap` cells apart, as many as fit; at least one."""
        best: list[float] = []
        for ticks in self._tick_choices():
            cell = [self.cell_index(tick, cells) for tick in ticks]
            if len(ticks) > len(best) and all(after - before >= gap for before, after in pairwise(cell)):
                best = ticks
        return best or [self.low]

    def _scale_value(self, value: float) -> float:
        return math.log10(max(value, self.low)) if self.is_log else value

    def _tick_choices(self) -> Iterator[list[float]]:
        """Sets of round numbers, the densest first."""
        if not self.is_log:
            yield from _linear_ticks(self.low, self.high)
            return
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        for mantissas in _MANTISSAS:
            yield self._ticks_inside(float(f"{mantissa}e{power}") for power in decades for mantissa in mantissas)
        for step in _DECADES:
            yield self._ticks_inside(float(f"1e{power}") for power in decades if power % step == 0)

    def _ticks_inside(self, ticks: Iterable[float]) -> list[float]:
        return [tick for tick in ticks if self.low <= tick <= self.high]


def fit_axis(values: Iterable[float], *, wants_log: bool = False) -> Axis:
    """An axis that holds all the values, all of them drawable, between round numbers.

    It is logarithmic where they lie far apart, or where `wants_log`; never where one of them is 0.
    """
    ordered = sorted(values) or [0.0]
    low, high = ordered[0], ordered[-1]
    if low > 0 and (wants_log or high / low >= _LOG_FROM):
        low, high = _round_outward(low, down=True), _round_outward(high, down=False)
        return Axis(low if low < high else low / 2, high, is_log=True)
    if low == high:
        return Axis(0.0, 2 * high or 1.0, is_log=False)
    step = _step_above((high - low) / 4)
    return Axis(max(math.floor(low / step) * step, 0.0), math.ceil(high / step) * step, is_log=False)


def _round_outward(value: float, *, down: bool) -> float:
    """The nearest 1, 2 or 5 times a power of ten at or beyond (`down`: at or below) a positive value."""
    power = math.floor(math.log10(value))
    near = [float(f"{mantissa}e{exponent}") for exponent in (power - 1, power, power + 1) for mantissa in _STEPS]
    return max(one for one in near if one <= value) if down else min(one for one in near if one >= value)


def _step_above(size: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten that is at least `size`."""
    return _round_outward(size, down=False)


def _linear_ticks(low: float, high: float) -> Iterator[list[float]]:
    step = _step_above((high - low) / 40)
    while step <= high - low:
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        yield [min(max(float(f"{number * step:.12g}"), low), high) for number in range(first, last + 1)]
        step = _step_above(step * 1.5)
