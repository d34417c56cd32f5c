"""Reads a line of a trace, "name = expression = result", and works it out again as far as its digits go."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

_TOKEN = re.compile(r"[A-Za-z_][\w-]*|\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|[×÷+−()]")
_DIGITS = 4
_KILOBYTE = 1e-6


class Interval(NamedTuple):
    """What a shown number may have been before it was rounded."""

    low: float
    high: float

    def holds(self, value: float, slack: float = 0.0) -> bool:
        """Whether `value` may be shown like this."""
        return self.low - slack - 1e-9 * abs(value) <= value <= self.high + slack + 1e-9 * abs(value)

    def meets(self, other: Interval) -> bool:
        """Whether both may be the same number."""
        return self.low <= other.high * (1 + 1e-9) and other.low <= self.high * (1 + 1e-9)


class Line(NamedTuple):
    """One line, worked out."""

    name: str
    computed: Interval
    result: Interval

    @property
    def right(self) -> bool:
        """Whether the result is what the expression comes to; a kilobyte more or less is none of its business."""
        return self.result.meets(Interval(self.computed.low - _KILOBYTE, self.computed.high + _KILOBYTE))


def parse_line(line: str) -> Line:
    """The line's name, what its expression comes to, and what it says that it comes to."""
    name, expression, result = line.split(" = ")
    computed, rest = _sum(_tokens(expression))
    assert not rest, line
    return Line(name, computed, _number(_tokens(result)[0]))


def _tokens(text: str) -> list[str]:
    """Numbers, operators and brackets; units and other words are left out."""
    return [token for token in _TOKEN.findall(text) if not token[0].isalpha() and token[0] != "_"]


def _number(text: str) -> Interval:
    """Four digits are shown, and of thousands all whole ones."""
    value = float(text.replace(",", ""))
    if not value:
        return Interval(0.0, 0.0)
    size = math.floor(math.log10(abs(value)))
    half = 0.5 if "," in text else 0.5 * 10.0 ** (size - _DIGITS + 1)
    return Interval(value - half, value + half)


def _sum(tokens: list[str]) -> tuple[Interval, list[str]]:
    total, rest = _product(tokens)
    while rest and rest[0] in "+−":
        term, after = _product(rest[1:])
        total = (
            Interval(total.low + term.low, total.high + term.high)
            if rest[0] == "+"
            else Interval(total.low - term.high, total.high - term.low)
        )
        rest = after
    return total, rest


def _product(tokens: list[str]) -> tuple[Interval, list[str]]:
    total, rest = _factor(tokens)
    while rest and rest[0] in "×÷":
        factor, after = _factor(rest[1:])
        by = factor if rest[0] == "×" else Interval(1 / factor.high, 1 / factor.low)
        ends = [one * other for one in total for other in by]
        total, rest = Interval(min(ends), max(ends)), after
    return total, rest


def _factor(tokens: list[str]) -> tuple[Interval, list[str]]:
    if tokens[0] == "(":
        inner, rest = _sum(tokens[1:])
        assert rest[0] == ")"
        return inner, rest[1:]
    return _number(tokens[0]), tokens[1:]
