"""Facts and their values in words; the sentences are in `wording/dialogue.yaml`."""

from __future__ import annotations

from typing import Final

from engine.number_format import format_significant
from engine.vocabulary import accepted_values
from engine.workload import Id, Quantity, Value
from knowledge import Knowledge
from knowledge.sentences import fill_sentence

_NAMED: Final = frozenset({"models", "hosted_models", "datasets", "algorithms", "places", "purchases", "processors", "software", "tools"})
"""Kinds of entries that are told by their names."""
_DIGITS_FROM: Final = 1000
"""From here on numbers are written as whole ones."""


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence `key` with its placeholders filled."""
    return fill_sentence(knowledge, "dialogue", key, **values)


def fact_name(knowledge: Knowledge, fact: str) -> str:
    """The name of a fact in words."""
    return knowledge.wording["dialogue"].texts[f"fact_{fact}"]


def describe_fact(knowledge: Knowledge, fact: str, value: Value) -> str:
    """A fact with its value as people say it: "requests of 5 MB", "spiky traffic", "no Arm", "an answer within 2 s"."""
    if fact == "symptoms" and isinstance(value, tuple):
        return f"{fact_name(knowledge, fact)}: {', '.join(knowledge.symptoms[one].name for one in value)}"
    phrases = knowledge.wording["fact_phrases"].texts
    phrase = phrases.get(f"{fact}.{_value_text(value)}") or phrases.get(fact)
    if phrase is None:
        return f"{fact_name(knowledge, fact)}{':' if isinstance(value, bool) else ''} {describe_value(fact, value)}"
    return phrase.replace("$value", _spoken_value(knowledge, fact, value))


def _spoken_value(knowledge: Knowledge, fact: str, value: Value) -> str:
    """The value inside a phrase, which holds the unit unless that changes with the value: money, times, names."""
    kind = accepted_values(fact)
    if isinstance(kind, Quantity) and isinstance(value, (int, float)):
        if kind.unit == "ms":
            return _time_text(value)
        return f"${_value_text(value)}" if kind.unit == "USD" else _value_text(value)
    if isinstance(value, tuple):
        return ", ".join(_name_of(knowledge, fact, one) for one in value)
    if isinstance(kind, Id):
        return _name_of(knowledge, fact, str(value))
    return _value_text(value).replace("-", " ") if fact == "task" else _value_text(value)


def _name_of(knowledge: Knowledge, fact: str, identity: str) -> str:
    """The name of what an id stands for; families and machines are told by their ids, as people do."""
    kind = accepted_values(fact)
    for folder in kind.kinds if isinstance(kind, Id) else ():
        if folder in _NAMED and identity in (entries := getattr(knowledge, folder)):
            name: str = entries[identity].name
            return name
    return identity


def _time_text(milliseconds: float) -> str:
    """A time in a unit that keeps it short: "200 ms", "2 s", "1.5 min"."""
    for size, unit in ((60_000.0, "min"), (1000.0, "s")):
        if milliseconds >= size:
            return f"{format_significant(milliseconds / size)} {unit}"
    return f"{format_significant(milliseconds)} ms"


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
