"""Facts and their values as people read them; every sentence stands in `wording/dialogue.yaml`."""

from __future__ import annotations

import math
from typing import Final

from engine.vocabulary import accepts
from engine.workload import Quantity, Value
from knowledge import Knowledge
from knowledge.sentences import sentence

_DIGITS_FROM: Final = 1000
"""From here on digits are easier to read than an exponent."""
_MOST_DECIMALS: Final = 15
"""What is smaller than they show is nothing."""


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence `key` with its placeholders filled."""
    return sentence(knowledge, "dialogue", key, **values)


def named(knowledge: Knowledge, fact: str) -> str:
    """The fact in words."""
    return knowledge.wording["dialogue"].texts[f"fact_{fact}"]


def told(knowledge: Knowledge, fact: str, value: Value) -> str:
    """A fact with its value: "payload 5 MB", "traffic spiky", "Arm is fine: yes"."""
    return f"{named(knowledge, fact)}{':' if isinstance(value, bool) else ''} {shown(fact, value)}"


def shown(fact: str, value: Value) -> str:
    """A value with its unit."""
    kind = accepts(fact)
    unit = kind.unit if isinstance(kind, Quantity) else ""
    if unit == "USD":
        return f"${_plain(value)}"
    if unit == "/s":
        return f"{_plain(value)} a second"
    return f"{_plain(value)} {unit}".strip()


def _plain(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= _DIGITS_FROM else significant(value)
    return f"{value:,}" if isinstance(value, int) else value


def share(value: float) -> str:
    """A probability as a percentage that never rounds to none or all."""
    return f"{min(max(round(value * 100), 1), 100)} %"


def significant(value: float, digits: int = 3) -> str:
    """A number of so many significant digits, as people write it: "0.5", "16.7", "4,910", "2,000,000"."""
    rounded = float(f"{value:.{digits}g}")
    if not rounded or not math.isfinite(rounded):
        return f"{rounded:g}"
    decimals = min(max(0, digits - 1 - math.floor(math.log10(abs(rounded)))), _MOST_DECIMALS)
    written = f"{rounded:,.{decimals}f}"
    return written.rstrip("0").rstrip(".") if decimals else written
