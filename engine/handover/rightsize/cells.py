"""Cells of a table and of JSON: numbers, shares, counts, names, lists and mappings as people and programs write them.

The first argument of every parser is the name of the cell in its error; an empty cell is None. `as_…` raise no error: what is
of another shape counts as not there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from knowledge.errors import InputError, quote_value

_FULL_PERCENT: Final = 100.0
_OVERSHOOT: Final = 1.1
"""Monitors that sample overshoot a little; up to a tenth over the whole counts as the whole."""
_MAX_NUMBER: Final = 1e12
_MAX_MACHINES: Final = 100_000
_MAX_NAME: Final = 400
"""Characters of a name; the longest ARN has some fewer."""


def parse_name(name: str, cell: object) -> str:
    """A name, cut if it is too long. Raises InputError for an empty cell too."""
    text = cell.strip() if isinstance(cell, str) else "" if cell is None or isinstance(cell, (dict, list)) else str(cell)
    if not text:
        raise InputError(f"{name}: {quote_value('' if cell is None else cell)} is no name. Give one in every row.")
    return text if len(text) <= _MAX_NAME else f"{text[: _MAX_NAME - 1]}…"


def parse_number(name: str, cell: object) -> float | None:
    """A number of 0 or more. Raises InputError for anything else."""
    if cell is None:
        return None
    value = _finite_number(cell)
    if value is None or not 0 <= value <= _MAX_NUMBER:
        raise InputError(f"{name}: {quote_value(cell)} is no number of 0 or more. Leave the cell empty where it is not known.")
    return value


def parse_percent(name: str, cell: object, parts: float = 1.0) -> float | None:
    """Percent of the whole machine, of a figure that counts 100 for each of `parts`. Raises InputError for more than all of it."""
    value = parse_number(name, cell)
    if value is None:
        return None
    share = value / parts
    if share > _FULL_PERCENT * _OVERSHOOT:
        hint = "Give scale=summed where each vCPU and GPU counts 100." if parts == 1 else "Is the instance type right?"
        raise InputError(f"{name}: {quote_value(cell)} is more than {_FULL_PERCENT * parts:g} %, all that the machine has. {hint}")
    return min(share, _FULL_PERCENT)


def parse_count(name: str, cell: object) -> int:
    """A number of machines; 1 for an empty cell. Raises InputError for anything else."""
    if cell is None:
        return 1
    value = _finite_number(cell)
    if value is None or value != round(value) or not 1 <= value <= _MAX_MACHINES:
        raise InputError(f"{name}: {quote_value(cell)} is no number of machines. Give a whole number from 1 to {_MAX_MACHINES:,}.")
    return int(value)


def as_mapping(value: object) -> Mapping[str, Any]:
    """The mapping; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: object) -> Sequence[Any]:
    """The list; an empty one for anything else."""
    return value if isinstance(value, list) else ()


def as_text(value: object) -> str:
    """The text; an empty one for anything else."""
    return value if isinstance(value, str) else ""


def as_number(value: object) -> float | None:
    """The number of JSON; None for anything else, and for one of more digits than a float holds."""
    return None if isinstance(value, str) else _finite_number(value)


def _finite_number(cell: object) -> float | None:
    if isinstance(cell, bool) or not isinstance(cell, (int, float, str)):
        return None
    try:
        value = float(cell.strip().removesuffix("%").strip() if isinstance(cell, str) else cell)
    except (ValueError, OverflowError):
        return None
    return value if math.isfinite(value) else None
