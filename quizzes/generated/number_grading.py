"""Grades a typed number: finds it with its unit, and compares it with the answer and with known mistakes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from knowledge import Knowledge
from quizzes.generated.generated_sentences import GradedInSentences, format_figure, generated_sentence
from quizzes.generated.number_items import NumberQuestion, NumberSlip

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
    """A number converted to the unit asked for."""

    value: float
    fits_unit: bool
    """False if its unit is of another kind than the one asked for; True without a unit."""


def grade_number(item: NumberQuestion, answer: str, knowledge: Knowledge) -> GradedInSentences:
    """The grade of an answer. If it holds several different numbers, the learner decides."""
    amounts = parse_amounts(answer, item.unit)
    values = [amount for amount in amounts if amount.fits_unit]
    if not amounts:
        return GradedInSentences(verdict="incorrect", score=0.0, missing=(generated_sentence(knowledge, "a_number", unit=item.unit),))
    if not values:
        return GradedInSentences(
            verdict="incorrect", score=0.0, contradicted=(generated_sentence(knowledge, "other_unit", unit=item.unit),)
        )
    if len({round(amount.value, 9) for amount in values}) > 1:
        return GradedInSentences(verdict="unsure", score=0.5, missing=(generated_sentence(knowledge, "one_number"),))
    return _grade_amount(item, values[0], knowledge)


def _grade_amount(item: NumberQuestion, amount: Amount, knowledge: Knowledge) -> GradedInSentences:
    told = f"{format_figure(amount.value)} {item.unit}"
    if _is_near(amount.value, item.value, item):
        return GradedInSentences(verdict="correct", score=1.0, found=(f"{told}.",))
    slip = next((slip for slip in item.slips if _is_near(amount.value, slip.value, item)), None)
    return GradedInSentences(verdict="incorrect", score=0.0, contradicted=(_explain_error(told, slip, amount.value, item, knowledge),))


def _is_near(value: float, wanted: float, item: NumberQuestion) -> bool:
    room = 0.001 if item.whole else item.tolerance * abs(wanted)
    return abs(value - wanted) <= room + 1e-12


def _explain_error(told: str, slip: NumberSlip | None, value: float, item: NumberQuestion, knowledge: Knowledge) -> str:
    """The known mistake, else how far off the number is."""
    if slip is not None:
        return f"{told}. {slip.why}"
    if value <= 0:
        return f"{told}."
    ratio = max(value / item.value, item.value / value)
    return generated_sentence(knowledge, "too_much" if value > item.value else "too_little", told=told, times=format_figure(ratio))


def parse_amounts(text: str, unit: str) -> list[Amount]:
    """The numbers of an answer in `unit`; of a calculation only what follows the last equals sign."""
    said = text[:_LONGEST].strip().lower()
    said = re.split(r"[=≈]", said)[-1] if re.search(r"[=≈]\s*[$]?\s*[\d.]", said) else said
    said = re.sub(r"\b[a-z]+\d+[a-z]*\.\d*[a-z]+\b", " ", said)  # names of instance types
    found = [_amount_in_unit(match, unit) for match in _NUMBER.finditer(said)]
    if not found:
        found = [Amount(_WORDS[word], fits_unit=True) for word in re.findall(r"[a-z]+", said) if word in _WORDS]
    return found


def _amount_in_unit(match: re.Match[str], unit: str) -> Amount:
    value = _parse_number(match["number"])
    wanted, size = _unit_kind(unit)
    written = (match["unit"] or "").strip()
    scale = (match["scale"] or "").strip()
    if scale == "m" and wanted is _SECONDS and not written:
        return Amount(value * 60.0 / size, fits_unit=True)  # "45 m"
    if unit.startswith("million"):
        value = value * _SCALES[scale] / 1e6 if scale else value / 1e6 if value >= 1e4 else value  # noqa: PLR2004  # written out
        scale = ""
    value *= _SCALES.get(scale, 1.0)
    written = "$" if match["money"] else written
    own, own_size = _unit_kind(written)
    if written in _BITS:
        return Amount(value, fits_unit=False)
    if own is None:
        return Amount(value, fits_unit=True)
    if own is not wanted:
        return Amount(value, fits_unit=False)
    return Amount(value * own_size / size, fits_unit=True)


def _unit_kind(unit: str) -> tuple[dict[str, float] | None, float]:
    """The units of the same kind, and the unit's size among them; None for a plain count."""
    name = unit.lower()
    units = next((units for units in (_BYTES, _SECONDS, _MONEY) if name in units), None)
    return units, 1.0 if units is None else units[name]


def _parse_number(written: str) -> float:
    text = re.sub(r"\s", "", written.lower())
    text = re.sub(r"(\*|×)10\^", "e", text)
    text = text.replace(",", "") if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?(e[+-]?\d+)?", text) else text.replace(",", ".")
    return float(text)
