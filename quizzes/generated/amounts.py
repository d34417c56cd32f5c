"""Reads the number in an answer, with its unit."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_BYTES: Final = {
    **dict.fromkeys(("b", "byte", "bytes"), 1e-9),
    **dict.fromkeys(("mb", "megabyte", "megabytes"), 1e-3),
    **dict.fromkeys(("gb", "gigabyte", "gigabytes"), 1.0),
    **dict.fromkeys(("tb", "terabyte", "terabytes"), 1e3),
    "kb": 1e-6, "kib": 1.024e-6, "mib": 1.048576e-3, "gib": 1.073741824, "tib": 1099.511627776,
}  # fmt: skip
_SECONDS: Final = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), 1e-3),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), 60.0),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600.0),
    **dict.fromkeys(("d", "day", "days"), 86_400.0),
}
_MONEY: Final = {**dict.fromkeys(("$", "usd", "dollar", "dollars"), 1.0), **dict.fromkeys(("cent", "cents", "¢"), 0.01)}
_BITS: Final = frozenset({"gbit", "gbits", "mbit", "mbits", "gigabit", "gigabits", "kbit", "bit", "bits"})
_SCALES: Final = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6, "bn": 1e9, "billion": 1e9}
_WORDS: Final = {
    word: float(value)
    for value, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
}
_LONGEST: Final = 400
"""Characters of an answer that are read."""
_NUMBER: Final = re.compile(
    r"(?P<money>\$\s?)?(?P<number>-?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|\.\d+)(?:\s?(?:e|\*\s?10\^|×\s?10\^)\s?[+-]?\d{1,2})?)"
    r"\s?(?P<scale>k|thousand|mio|millions?|bn|billion|m(?=\b))?\b\s?(?P<unit>[a-z$%¢µ]+)?",
    re.IGNORECASE,
)


class Amount(NamedTuple):
    """A number as it was written, in the unit that was asked for."""

    value: float
    fits_unit: bool
    """Whether its unit is of the kind that was asked for; without one it is taken to be."""


def amounts_in(text: str, unit: str) -> list[Amount]:
    """The numbers of an answer in `unit`; where it works something out, what stands behind the last equals sign."""
    said = text[:_LONGEST].strip().lower()
    said = re.split(r"[=≈]", said)[-1] if re.search(r"[=≈]\s*[$]?\s*[\d.]", said) else said
    said = re.sub(r"\b[a-z]+\d+[a-z]*\.\d*[a-z]+\b", " ", said)  # names of instance types
    found = [_amount(match, unit) for match in _NUMBER.finditer(said)]
    if not found:
        found = [Amount(_WORDS[word], fits_unit=True) for word in re.findall(r"[a-z]+", said) if word in _WORDS]
    return found


def _amount(match: re.Match[str], unit: str) -> Amount:
    value = _plain(match["number"])
    wanted, size = _kind(unit)
    written = (match["unit"] or "").strip()
    scale = (match["scale"] or "").strip()
    if scale == "m" and wanted is _SECONDS and not written:
        return Amount(value * 60.0 / size, fits_unit=True)  # "45 m"
    if unit.startswith("million"):
        value = value * _SCALES[scale] / 1e6 if scale else value / 1e6 if value >= 1e4 else value  # noqa: PLR2004  # written out
        scale = ""
    value *= _SCALES.get(scale, 1.0)
    written = "$" if match["money"] else written
    own, own_size = _kind(written)
    if written in _BITS:
        return Amount(value, fits_unit=False)
    if own is None:
        return Amount(value, fits_unit=True)
    if own is not wanted:
        return Amount(value, fits_unit=False)
    return Amount(value * own_size / size, fits_unit=True)


def _kind(unit: str) -> tuple[dict[str, float] | None, float]:
    """The units of its kind, and its size among them; no kind for what is counted."""
    name = unit.lower()
    units = next((units for units in (_BYTES, _SECONDS, _MONEY) if name in units), None)
    return units, 1.0 if units is None else units[name]


def _plain(written: str) -> float:
    text = re.sub(r"\s", "", written.lower())
    text = re.sub(r"(\*|×)10\^", "e", text)
    text = text.replace(",", "") if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?(e[+-]?\d+)?", text) else text.replace(",", ".")
    return float(text)
