"""One value for one fact, from a setting, a file or an answer; with units, and a clear word for what is wrong."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Mapping
from typing import Final

from engine.lazy_pattern import lazy_pattern
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity, Value
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name

_TRUE: Final = frozenset({"true", "yes", "y", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "n", "off", "0"})
_NUMBER: Final = lazy_pattern(r"\s*(\$?)\s*([-+]?(?:\d[\d,_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*([^\d\s].*)?\s*", re.DOTALL)
_COUNTED: Final = lazy_pattern(r"([1-9]\d{0,4})\s*(?:x|×)\s*", re.IGNORECASE)
"""Before a name, how many there are of it: "2 x "."""
_MOST_DIGITS: Final = 100
"""Characters of a quantity; a longer one is not a number somebody typed."""

UNIT_FACTORS: Final[Mapping[tuple[str, str], float]] = {
    ("time", "ms"): 1.0,
    ("time", "s"): 1e-3,
    ("time", "h"): 1 / 3.6e6,
    ("time", "d"): 1 / 8.64e7,
    ("size", "MB"): 1.0,
    ("size", "GB"): 1e-3,
    ("rate", "/s"): 1.0,
    ("parameters", "B"): 1e-9,
    ("tokens", "B"): 1e-9,
}
"""Kind of an amount and unit of a fact -> the factor between them."""

# fmt: off
SCALES: Final[dict[str, dict[str, float]]] = {
    "ms": {"ms": 1, "millisecond": 1, "us": 0.001, "µs": 0.001, "s": 1e3, "sec": 1e3, "second": 1e3,
           "m": 6e4, "min": 6e4, "minute": 6e4, "h": 3.6e6, "hour": 3.6e6},
    "s": {"s": 1, "sec": 1, "second": 1, "ms": 0.001, "millisecond": 0.001, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600},
    "h": {"h": 1, "hour": 1, "s": 1 / 3600, "sec": 1 / 3600, "second": 1 / 3600, "min": 1 / 60, "minute": 1 / 60,
          "d": 24, "day": 24, "week": 168},
    "d": {"d": 1, "day": 1, "h": 1 / 24, "hour": 1 / 24, "week": 7, "month": 30, "year": 365},
    "MB": {"mb": 1, "b": 1e-6, "byte": 1e-6, "kb": 1e-3, "gb": 1e3, "tb": 1e6, "pb": 1e9,
           "kib": 1.024e-3, "mib": 1.048576, "gib": 1073.741824, "tib": 1099511.627776},
    "GB": {"gb": 1, "g": 1, "b": 1e-9, "byte": 1e-9, "kb": 1e-6, "mb": 1e-3, "tb": 1e3, "pb": 1e6,
           "kib": 1.024e-6, "mib": 1.048576e-3, "gib": 1.073741824, "tib": 1099.511627776},
    "B": {"b": 1, "bn": 1, "billion": 1, "k": 1e-6, "m": 1e-3, "mio": 1e-3, "million": 1e-3, "t": 1e3, "trillion": 1e3},
    "/s": {"/s": 1, "/sec": 1, "/second": 1, "per second": 1, "rps": 1, "qps": 1, "tps": 1,
           "/min": 1 / 60, "/minute": 1 / 60, "per minute": 1 / 60, "rpm": 1 / 60,
           "/h": 1 / 3600, "/hour": 1 / 3600, "per hour": 1 / 3600, "/d": 1 / 86400, "/day": 1 / 86400, "per day": 1 / 86400,
           "/month": 1 / 2_628_000, "per month": 1 / 2_628_000},
    "%": {"%": 1, "percent": 1, "per cent": 1},
    "USD": {"usd": 1, "$": 1, "dollar": 1},
    "": {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9},
}
"""Unit of the fact -> spelling (lower case, singular) -> factor."""

_MEANING: Final = {
    "ms": ("milliseconds", "200, 200ms or 0.2s"),
    "s": ("seconds", "90, 90s or 1.5min"),
    "h": ("hours", "8, 8h or 30min"),
    "d": ("days", "3 or 2 weeks"),
    "MB": ("megabytes", "5, 5MB or 500kB"),
    "GB": ("gigabytes", "20, 20GB or 1.5TB"),
    "B": ("billions", "7, 7B or 350M"),
    "/s": ("events per second", "20, 20/s or 1000/min"),
    "%": ("percent", "12 or 12%"),
    "USD": ("US dollars", "500 or $500"),
    "": ("things", "1000, 20k or 1.5M"),
}
"""Unit of the fact -> what it counts, and examples of it."""
# fmt: on


def check_name(name: str) -> None:
    """Raise InputError for a fact that does not exist."""
    if name not in FACT_NAMES:
        raise InputError(
            f"{quote_value(name)}: there is no such fact.{suggest_name(name, FACT_NAMES, 'Run sizewise advise --help for the list.')}"
        )


def value_of(name: str, given: object, knowledge: Knowledge) -> Value:
    """`given` as the value of fact `name`, in the fact's unit. Raises InputError naming fact, value and the nearest valid one."""
    check_name(name)
    kind = accepted_values(name)
    if isinstance(kind, Quantity):
        return _quantity(name, given, kind)
    if isinstance(kind, tuple):
        return _choices(name, given, kind) if is_list_fact(name) else _choice(name, given, kind)
    if isinstance(kind, Id):
        if is_list_fact(name):
            return _several(name, given, kind, knowledge)
        return identity(name, given, kind, knowledge)
    return _flag(name, given)


def _several(name: str, given: object, kind: Id, knowledge: Knowledge) -> tuple[str, ...]:
    """Ids of a list, or of text with commas."""
    items = given.split(",") if isinstance(given, str) else given
    if not isinstance(items, (list, tuple)) or not items:
        raise InputError(f"{name}: {quote_value(given)} is not a list of names.")
    return tuple(dict.fromkeys(identity(name, item, kind, knowledge) for item in items))


def identity(name: str, given: object, kind: Id, knowledge: Knowledge) -> str:
    """The id that `given` names, by id, alias or `ml.` name; with how many there are of it, where the fact counts them."""
    if not isinstance(given, str) or not given.strip():
        raise InputError(f"{name}: {quote_value(given)} is not a name.")
    wanted = given.strip().lower()
    if kind.is_counted:
        counted = _COUNTED.match(wanted)
        number, wanted = (counted[1], wanted[counted.end() :]) if counted else ("1", wanted)
        return f"{int(number)} x {identity(name, wanted, Id(kind.kinds), knowledge)}"
    names = _names(kind, knowledge)
    plain = wanted.removeprefix("ml.").removesuffix(" family").removesuffix("-family")
    for spelling in (wanted, plain, wanted.replace(" ", "-"), plain.replace("_", "-")):
        if spelling in names:
            return names[spelling]
    what = [part.removesuffix("s") if part != "families" else "family" for part in kind.kinds]
    raise InputError(f"{name}: {quote_value(given)} is no {_either(what)} that the base knows.{suggest_name(wanted, names)}")


@functools.lru_cache(maxsize=16)
def _names(kind: Id, knowledge: Knowledge) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for part in reversed(kind.kinds):
        records: Mapping[str, object] = getattr(knowledge, part)
        for key, entry in records.items():
            for alias in getattr(entry, "aliases", ()):
                found[alias.lower()] = key
        found.update({key: key for key in records})
    return found


def _quantity(name: str, given: object, kind: Quantity) -> float:
    value = _measured(name, given, kind)
    if not math.isfinite(value) or not kind.low <= value <= kind.high:
        unit = f" {kind.unit}" if kind.unit else ""
        raise InputError(
            f"{name}: {quote_value(given)} is out of range. Give a value from {_digits(kind.low)} to {_digits(kind.high)}{unit}."
        )
    if not kind.whole:
        return value + 0.0  # -0 becomes 0
    if not math.isclose(value, round(value), rel_tol=1e-12):  # 2.3 thousand is whole, whatever binary fractions make of it
        raise InputError(f"{name}: {quote_value(given)} is not a whole number. Try {max(round(value), 1)}.")
    return round(value)


def _measured(name: str, given: object, kind: Quantity) -> float:
    """The number in the unit of the fact; infinite where it is too large for one."""
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        try:
            return float(given)
        except OverflowError:
            return math.inf
    match = _NUMBER.fullmatch(given) if isinstance(given, str) and len(given) <= _MOST_DIGITS else None
    if not match:
        what, examples = _MEANING[kind.unit]
        raise InputError(f"{name}: {quote_value(given)} is not a number of {what}. Try {examples}.")
    sign, digits, unit = match[1], match[2], (match[3] or "").strip()
    return float(digits.replace(",", "").replace("_", "")) * _factor(name, given, sign + unit, kind)


def _factor(name: str, given: object, unit: str, kind: Quantity) -> float:
    scales, lower = SCALES[kind.unit], unit.lower()
    if not unit:
        return 1.0
    for spelling in (lower, lower.removesuffix("s"), lower.removesuffix("es")):
        if spelling in scales:
            return scales[spelling]
    what, examples = _MEANING[kind.unit]
    raise InputError(f"{name}: {quote_value(given)} has the unit {quote_value(unit)}, which does not measure {what}. Try {examples}.")


def _digits(value: float) -> str:
    """A limit as people write it: no exponent where digits are short."""
    return f"{value:,.0f}" if value >= 1 and value == int(value) else f"{value:.9f}".rstrip("0").rstrip(".") or "0"


def _choice(name: str, given: object, choices: tuple[str | int, ...]) -> str | int:
    spelled = {str(choice): choice for choice in choices}
    wanted = str(given).strip().lower().replace("_", "-").replace(" ", "-")
    if isinstance(given, float) and given.is_integer():
        wanted = str(int(given))
    if wanted in spelled:
        return spelled[wanted]
    few = f"Choose from {_either(spelled)}."
    raise InputError(f"{name}: {quote_value(given)} is not one of its values.{suggest_name(wanted, spelled, few)}")


def _choices(name: str, given: object, choices: tuple[str | int, ...]) -> tuple[str, ...]:
    items = given.split(",") if isinstance(given, str) else given
    if not isinstance(items, (list, tuple)) or not items:
        raise InputError(f"{name}: {quote_value(given)} is not a list of its values.")
    return tuple(dict.fromkeys(str(_choice(name, item, choices)) for item in items))


def _flag(name: str, given: object) -> bool:
    if isinstance(given, bool):
        return given
    word = str(given).strip().lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise InputError(f"{name}: {quote_value(given)} is neither true nor false. Give one of the two.")


def _either(choices: Iterable[str]) -> str:
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last
