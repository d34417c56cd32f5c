"""Cells of a table: numbers, shares, counts and names as people and programs write them."""

from __future__ import annotations

import math
from typing import Final

from knowledge.errors import InputError, shown

_WHOLE: Final = 100.0
_OVER: Final = 1.1
"""Monitors that sample overshoot a little; what is up to a tenth over the whole counts as the whole."""
_MOST: Final = 1e12
_MOST_MACHINES: Final = 100_000
_LONGEST: Final = 400
"""Characters of a name; the longest ARN has some fewer."""


def text_of(name: str, given: object) -> str:
    """A name. Raises InputError where there is none."""
    text = given.strip() if isinstance(given, str) else "" if given is None or isinstance(given, (dict, list)) else str(given)
    if not text:
        raise InputError(f"{name}: {shown('' if given is None else given)} is no name. Give one in every row.")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def number_of(name: str, given: object) -> float | None:
    """A number of 0 or more; None for an empty cell."""
    if given is None:
        return None
    value = _number(given)
    if value is None or not 0 <= value <= _MOST:
        raise InputError(f"{name}: {shown(given)} is no number of 0 or more. Leave the cell empty where it is not known.")
    return value


def percent_of(name: str, given: object, each: float) -> float | None:
    """Percent of the whole machine, of a figure that counts 100 for each of `each` parts."""
    value = number_of(name, given)
    if value is None:
        return None
    share = value / each
    if share > _WHOLE * _OVER:
        hint = "Give scale=summed where each vCPU and GPU counts 100." if each == 1 else "Is the instance type right?"
        raise InputError(f"{name}: {shown(given)} is more than {_WHOLE * each:g} %, all that the machine has. {hint}")
    return min(share, _WHOLE)


def count_of(name: str, given: object) -> int:
    """A number of machines; 1 for an empty cell."""
    if given is None:
        return 1
    value = _number(given)
    if value is None or value != round(value) or not 1 <= value <= _MOST_MACHINES:
        raise InputError(f"{name}: {shown(given)} is no number of machines. Give a whole number from 1 to {_MOST_MACHINES:,}.")
    return int(value)


def hours_of(name: str, given: object, most: float) -> float | None:
    """Hours within a span of `most`; None for an empty cell."""
    value = number_of(name, given)
    if value is not None and value > most:
        raise InputError(f"{name}: {shown(given)} is more than the {most:g} hours there are.")
    return value


def _number(given: object) -> float | None:
    if isinstance(given, bool) or not isinstance(given, (int, float, str)):
        return None
    try:
        value = float(given.strip().removesuffix("%").strip() if isinstance(given, str) else given)
    except (ValueError, OverflowError):
        return None
    return value if math.isfinite(value) else None
