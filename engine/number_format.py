"""Numbers as people read them: amounts with a unit, times, rates, sums of money, shares."""

from __future__ import annotations

import functools
import math
from typing import Final

_CENTS_FROM, _WHOLE_DOLLARS_FROM = 0.1, 100
"""USD: below the first, cents are too coarse; from the second on, they are left out."""
_MAX_DECIMALS: Final = 15
"""Smaller numbers are written as 0."""
_OPERAND_WHOLE_FROM, _OPERAND_POWER_FROM = 1_000, 1e9
"""Operands: from the first on they are whole numbers, from the second on powers of ten."""
_SECOND_MS, _MINUTE_S, _HOUR_S, _DAY_S = 1e3, 60.0, 3600.0, 86_400.0


def format_duration(milliseconds: float) -> str:
    """A time in a readable unit: "85.0 ms", "15.4 s", "3.6 min"."""
    seconds = milliseconds / _SECOND_MS
    if seconds < 1:
        return format_amount(milliseconds, "ms")
    if seconds < 2 * _MINUTE_S:
        return format_amount(seconds, "s")
    return format_amount(seconds / _MINUTE_S, "min") if seconds < 2 * _HOUR_S else format_amount(seconds / _HOUR_S, "h")


def format_rate(a_second: float) -> str:
    """A rate in the largest unit of time that leaves at least one: "16.7 requests a second", "300 requests a day"."""
    for seconds, unit in ((1.0, "second"), (_MINUTE_S, "minute"), (_HOUR_S, "hour")):
        if a_second * seconds >= 1:
            return f"{format_significant(a_second * seconds)} requests a {unit}"
    return f"{format_significant(a_second * _DAY_S)} requests a day"


@functools.lru_cache(maxsize=4096)
def format_amount(value: float, unit: str) -> str:
    """A figure with its unit, at three significant digits: "26.0 GB", "112 ms"; a count as a whole number."""
    if not unit:
        return f"{value:,.0f}"
    whole_digits = len(f"{abs(value):.0f}")
    return f"{value:,.{max(0, 3 - whole_digits)}f} {unit}".strip()


def format_money(value: float) -> str:
    """USD with as many digits as matter: "$1,645", "$0.74"."""
    if value < _CENTS_FROM:
        return f"${value:.2g}"
    return f"${value:,.2f}" if value < _WHOLE_DOLLARS_FROM else f"${value:,.0f}"


def format_quantity(value: float, unit: str) -> str:
    """A figure with its unit as people write it: milliseconds in a readable unit, USD as a sum of money, anything else as an amount."""
    if unit == "ms":
        return format_duration(value)
    return format_money(value) if unit == "USD" else format_amount(value, unit)


def format_percentage(value: float) -> str:
    """A probability as a percentage that never rounds to none or all."""
    return f"{min(max(round(value * 100), 1), 100)} %"


@functools.lru_cache(maxsize=4096)
def format_significant(value: float, digits: int = 3) -> str:
    """A number of so many significant digits, as people write it: "0.5", "16.7", "4,910", "2,000,000"."""
    rounded = float(f"{value:.{digits}g}")
    if not rounded or not math.isfinite(rounded):
        return f"{rounded:g}"
    decimals = min(max(0, digits - 1 - math.floor(math.log10(abs(rounded)))), _MAX_DECIMALS)
    written = f"{rounded:,.{decimals}f}"
    return written.rstrip("0").rstrip(".") if decimals else written


def format_operand(value: float) -> str:
    """A number of an arithmetic line: four significant digits, or all digits of a whole one: "16.06", "52,560", "8.03e9"."""
    if _OPERAND_WHOLE_FROM <= abs(value) < _OPERAND_POWER_FROM:
        return f"{value:,.0f}"
    return f"{value:.4g}".replace("e+0", "e").replace("e+", "e")
