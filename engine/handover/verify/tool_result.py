"""The measurements of a result file in one shape for all tools, and the parsing of files that may hold anything."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.measurement import Tail
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.record import Record

_MAX_NUMBER: Final = 1e15
"""Nobody measures a larger number."""


class ForeignFileError(InputError):
    """A file that is no result of a known tool, such as lie beside results."""


class ToolResult(Record):
    """One run as its file describes it; None is what the file does not say."""

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
    concurrency: int | None = None
    """Requests under way at all times, where the tool held that instead of a rate."""
    is_capacity: bool = False
    """True if more was asked than was answered."""
    latency_ms: float | None = None
    tail: Tail = "p99"
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    input_tokens: float | None = None
    """Of one request, on average."""
    output_tokens: float | None = None
    hours_per_run: float | None = None


class ResultFields:
    """Numbers and texts of one mapping. Every InputError names the file, the field and the value."""

    def __init__(self, values: Mapping[str, Any], where: str) -> None:
        """`where` names the mapping in errors."""
        self.values, self.where = values, where

    def parse_number(self, name: str) -> float | None:
        """A number of 0 or more; None for a missing one, and for one of the words for unknown."""
        value = self.values.get(name)
        if value is None or (isinstance(value, str) and value.strip().lower() in ("", "n/a", "nan", "none", "null", "-")):
            return None
        number = _parse_float(value)
        if number is not None and math.isnan(number):
            return None
        if number is None or not 0 <= number <= _MAX_NUMBER:
            raise InputError(f"{self.where}: {name}: {quote_value(value)} is no number that can be measured.")
        return number

    def require_number(self, name: str) -> float:
        """A number above 0 that the file must have."""
        number = self.parse_number(name)
        if not number:
            raise InputError(f"{self.where}: {name}: {'it is missing' if number is None else 'it is 0'}; nothing was measured.")
        return number

    def first_number(self, names: Sequence[tuple[str, Tail]]) -> tuple[float | None, Tail]:
        """The first number of these fields that is above 0, and its percentile."""
        for name, tail in names:
            number = self.parse_number(name)
            if number:
                return number, tail
        return None, "p99"

    def parse_count(self, name: str) -> int | None:
        """A whole number from 1; None for a missing one."""
        number = self.parse_number(name)
        if number is None:
            return None
        if number < 1 or number != round(number):
            raise InputError(f"{self.where}: {name}: {quote_value(self.values[name])} is no whole number from 1.")
        return round(number)

    def parse_text(self, name: str) -> str | None:
        """A text; None for a missing or empty one."""
        value = self.values.get(name)
        return value.strip() or None if isinstance(value, str) else None

    def enter(self, name: str) -> ResultFields:
        """The fields of a nested mapping; no fields if there is no such mapping."""
        value = self.values.get(name)
        return ResultFields(value if isinstance(value, Mapping) else {}, f"{self.where}: {name}")


def _parse_float(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    try:
        return float(value.replace(",", "").strip().removesuffix("%")) if isinstance(value, str) else float(value)  # type: ignore[arg-type]  # whatever a file holds
    except (TypeError, ValueError, OverflowError):
        return None


def parse_json(text: str, where: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """The JSON of a file, NaN included, since AWS's own tools write it. Raises InputError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        place = f", line {line}" if line else ""
        raise InputError(f"{where}{place}: this is no JSON, or only a part of one.") from None


def unknown_name_error(where: str, given: str, known: Sequence[str]) -> InputError:
    """The error for a file, a column or a name that is not among those known."""
    every = f"Known are {', '.join(known)}."
    return InputError(f"{where}: {quote_value(given)} is none that is read.{suggest_name(given, known, every)}")
