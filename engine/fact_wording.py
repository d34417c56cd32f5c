"""Facts and their values in words; the sentences are in `wording/dialogue.yaml`."""

from __future__ import annotations

from typing import Final

from engine.number_format import format_significant
from engine.vocabulary import accepted_values
from engine.workload import Quantity, Value
from knowledge import Knowledge
from knowledge.sentences import fill_sentence

_DIGITS_FROM: Final = 1000
"""From here on numbers are written as whole ones."""


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence `key` with its placeholders filled."""
    return fill_sentence(knowledge, "dialogue", key, **values)


def fact_name(knowledge: Knowledge, fact: str) -> str:
    """The name of a fact in words."""
    return knowledge.wording["dialogue"].texts[f"fact_{fact}"]


def describe_fact(knowledge: Knowledge, fact: str, value: Value) -> str:
    """A fact with its value: "payload 5 MB", "traffic spiky", "Arm is fine: yes"."""
    if fact == "symptoms" and isinstance(value, tuple):
        return f"{fact_name(knowledge, fact)}: {', '.join(knowledge.symptoms[one].name for one in value)}"
    return f"{fact_name(knowledge, fact)}{':' if isinstance(value, bool) else ''} {describe_value(fact, value)}"


def describe_value(fact: str, value: Value) -> str:
    """A value with its unit."""
    kind = accepted_values(fact)
    unit = kind.unit if isinstance(kind, Quantity) else ""
    if unit == "USD":
        return f"${_value_text(value)}"
    if unit == "/s":
        return f"{_value_text(value)} a second"
    return f"{_value_text(value)} {unit}".strip()


def _value_text(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= _DIGITS_FROM else format_significant(value)
    return f"{value:,}" if isinstance(value, int) else value
