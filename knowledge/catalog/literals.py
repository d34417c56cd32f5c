"""Parses the values of a filter (numbers with units, flags, names) and checks them against the field they are compared with."""

from __future__ import annotations

import math
import re
from typing import Final

from knowledge.catalog.fields import Field, Vocabulary
from knowledge.errors import InputError, quote_value, suggest_name

Value = float | str | bool
"""Right side of a comparison; names are text."""

_NUMBER: Final = re.compile(r"(\$?)([+-]?[0-9]+(?:\.[0-9]*)?|[+-]?\.[0-9]+)(e[+-]?[0-9]+)? *([a-z/$]*)", re.IGNORECASE)
_BYTES: Final = {"mb": 1e6, "gb": 1e9, "tb": 1e12, "mib": 2.0**20, "gib": 2.0**30, "tib": 2.0**40}
_BITS: Final = {"mbps": 1e6, "gbps": 1e9, "tbps": 1e12, "mbit/s": 1e6, "gbit/s": 1e9}
_MONEY: Final = dict.fromkeys(("usd/h", "usd", "$", "$/h", "/h", "usd/hour", "/hour"), 1.0)
_MEASURES: Final = ({"": 1.0}, _BYTES, _BITS, {"mhz": 1e6, "ghz": 1e9}, _MONEY)
_FLAGS: Final = {"true": True, "yes": True, "false": False, "no": False}


def parse_literal(field: Field, text: str, vocabulary: Vocabulary) -> Value:
    """Parse `text` as a value of `field`, in the field's unit. Raises InputError with field and value."""
    if field.kind == "number":
        return _parse_number(field, text)
    if field.kind == "flag":
        if text.lower() not in _FLAGS:
            raise InputError(f"{field.name}: {quote_value(text)} is neither true nor false.")
        return _FLAGS[text.lower()]
    name = normalize_name(field, text)
    valid = vocabulary.closed_values.get(field.name)
    if valid is not None and name not in valid:
        every = f"It is one of {', '.join(valid)}."
        raise InputError(f"{field.name}: {quote_value(text)} is unknown.{suggest_name(name, valid, every)}")
    return name


def normalize_name(field: Field, text: str) -> str:
    """A name as the catalogue writes it: lower case, and an instance type without `ml.`."""
    name = text.lower()
    return re.sub(r"^(?:ml\.)+", "", name) if field.name == "instance_type" else name


def is_unit(word: str) -> bool:
    """True for a unit that some field accepts."""
    return any(word.lower() in measures for measures in _MEASURES)


def _parse_number(field: Field, text: str) -> float:
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        raise InputError(f"{field.name}: {quote_value(text)} is not a number.")
    dollar, digits, exponent, unit = match.groups()
    value = float(digits + (exponent or "")) * _unit_factor(field, text, "$" if dollar and not unit else unit.lower())
    if not math.isfinite(value):
        raise InputError(f"{field.name}: {quote_value(text)} is too large.")
    return value if not unit else float(f"{value:.12g}")


def _unit_factor(field: Field, text: str, unit: str) -> float:
    """How many of the field's units one `unit` is."""
    if not unit:
        return 1.0
    own = field.unit.lower()
    measures = next(measures for measures in _MEASURES if own in measures)
    if unit not in measures:
        expected = f"it is in {field.unit}" if own else "it is a plain count"
        raise InputError(f"{field.name}: {quote_value(text)} has another unit; {expected}.")
    return measures[unit] / measures[own]
