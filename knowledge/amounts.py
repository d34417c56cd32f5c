"""Numbers as people read them: "$0.00002 per GB-second", "900 s (15 minutes)", "1 day", "8.03 billion"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Final

_DIGITS: Final = 6
"""Significant digits that are shown."""
_LONG_UNITS: Final = {"d": "days", "min": "minutes", "h": "hours", "x": "times", "factor": "", "version": ""}
"""Units of the base that are spelt out or left away."""
_SPANS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"))
_MIN_LONG_SECONDS: Final = 120
"""From so many seconds on the span is also told in minutes, hours or days."""
_PLURAL: Final = re.compile(r"^(?P<word>[a-z]+[a-z]|vCPU|GPU)s\b")
_SAME_IN_PLURAL: Final = frozenset({"series"})


def format_number(value: float) -> str:
    """A number with six digits, commas between thousands, and never an exponent."""
    return f"{Decimal(f'{value:.{_DIGITS}g}'):,f}" if isinstance(value, int | float) else str(value)


def phrase_amount(value: object, unit: str) -> str:
    """A value with its unit. A flag, a name or a text stands as it is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, int | float):
        return f"{value} {unit}".strip()
    worded = _WORDED.get(unit) or (_WORDED["USD"] if unit.startswith("USD ") else None)
    if worded is not None:
        return worded(value, unit)
    return f"{format_number(value)} {singular_unit(_LONG_UNITS.get(unit, unit), value)}".strip()


def singular_unit(unit: str, value: float) -> str:
    """The unit for this number: "day" for 1, "days" for any other."""
    found = _PLURAL.match(unit)
    return unit if value != 1 or found is None or found[0] in _SAME_IN_PLURAL else found["word"] + unit[found.end() :]


def _long_span(seconds: float) -> str:
    """A long time again in the largest unit that divides it; "" for a short one."""
    if seconds < _MIN_LONG_SECONDS:
        return ""
    for length, unit in _SPANS:
        if seconds >= length and seconds % length == 0:
            number = seconds / length
            return f" ({format_number(number)} {unit}{'' if number == 1 else 's'})"
    return ""


def _phrase_billions(value: float, unit: str) -> str:
    del unit
    return f"{format_number(value)} billion" if value >= 1 else f"{format_number(value * 1000)} million"


_WORDED: Final[Mapping[str, Callable[[float, str], str]]] = {
    "share": lambda value, _: f"{value:.0%}",
    "%": lambda value, _: f"{format_number(value)}%",
    "USD": lambda value, unit: f"${format_number(value)}{unit.removeprefix('USD')}",
    "10^9": _phrase_billions,
    "s": lambda value, _: f"{format_number(value)} s{_long_span(value)}",
}
"""Units that stand before the number, or change it; USD also with what it is paid for behind."""
