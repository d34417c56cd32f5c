"""What a result file says, in one shape for all tools; and how numbers are taken from files that may hold anything."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.trial import Tail
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.record import Record

_MOST: Final = 1e15
"""A number beyond it is none that anybody measured."""


class ForeignError(InputError):
    """A file that is no result; beside results there are such files."""


class Found(Record):
    """One run as a file has it; what the file does not say is None."""

    tool: str
    """The tool's name, as people write it."""
    where: str
    """File, and line or part of it."""
    instance_type: str | None = None
    instance_count: int | None = None
    place: str | None = None
    memory_mb: int | None = None
    model: str | None = None
    requests: float | None = None
    failed: float | None = None
    rate_per_s: float | None = None
    """Requests completed a second; for a job items, samples or tokens."""
    is_capacity: bool = False
    """Whether more was asked than was answered."""
    latency_ms: float | None = None
    tail: Tail = "p99"
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    input_tokens: float | None = None
    """Of one request, on average."""
    output_tokens: float | None = None
    hours_per_run: float | None = None


class Fields:
    """Numbers and texts of one mapping. What is wrong is told with the file, the field and the value."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        """Take the mapping, and how to name it."""
        self.values, self.where = values, where

    def number(self, name: str) -> float | None:
        """A number that is not below 0; None where there is none, or where it says that it is not known."""
        value = self.values.get(name)
        if value is None or (isinstance(value, str) and value.strip().lower() in ("", "n/a", "nan", "none", "null", "-")):
            return None
        number = _number(value)
        if number is not None and math.isnan(number):
            return None
        if number is None or not 0 <= number <= _MOST:
            raise InputError(f"{self.where}: {name}: {shown(value)} is no number that can be measured.")
        return number

    def needed(self, name: str) -> float:
        """A number above 0 that the file has to have."""
        number = self.number(name)
        if not number:
            raise InputError(f"{self.where}: {name}: {'it is missing' if number is None else 'it is 0'}; nothing was measured.")
        return number

    def first(self, names: Sequence[tuple[str, Tail]]) -> tuple[float | None, Tail]:
        """The first of some numbers that is there and above 0, and which answer it is of."""
        for name, tail in names:
            number = self.number(name)
            if number:
                return number, tail
        return None, "p99"

    def count(self, name: str) -> int | None:
        """A whole number from 1."""
        number = self.number(name)
        if number is None:
            return None
        if number < 1 or number != round(number):
            raise InputError(f"{self.where}: {name}: {shown(self.values[name])} is no whole number from 1.")
        return round(number)

    def text(self, name: str) -> str | None:
        """A text; None where there is none."""
        value = self.values.get(name)
        return value.strip() or None if isinstance(value, str) else None

    def inner(self, name: str) -> Fields:
        """The fields of a mapping inside; none where there is no such mapping."""
        value = self.values.get(name)
        return Fields(value if isinstance(value, Mapping) else {}, f"{self.where}: {name}")


def _number(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        return float(value.replace(",", "").strip().removesuffix("%")) if isinstance(value, str) else float(value)  # type: ignore[arg-type]  # whatever a file holds
    except (TypeError, ValueError, OverflowError):
        return None


def decoded(text: str, where: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """The JSON of a file; NaN is read, since AWS's own tools write it. Raises InputError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        place = f", line {line}" if line else ""
        raise InputError(f"{where}{place}: this is no JSON, or only a part of one.") from None


def unknown(where: str, given: str, known: Sequence[str]) -> InputError:
    """What is said of a file, a column or a name that is none of those known."""
    every = f"Known are {', '.join(known)}."
    return InputError(f"{where}: {shown(given)} is none that is read.{suggestion(given, known, every)}")
