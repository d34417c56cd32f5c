"""Every fact of a workload: what it means, what it takes, how people say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.vocabulary import accepts, holds_several
from engine.workload import FACT_NAMES, Id, Quantity
from knowledge import Knowledge
from knowledge.sentences import sentence
from tui.maintenance.reference.markdown import code, joined, plain, table

_MOST_PHRASES: Final = 8
_UNITS: Final = {"B": "billions", "/s": "a second", "h": "hours", "d": "days", "s": "seconds"}
"""Units whose letters say little where they stand alone."""


def page(knowledge: Knowledge) -> str:
    """A table of all facts, and below it the words that stand for a value."""
    rows = ([code(name), plain(sentence(knowledge, "facts", name)), takes(name), _assumed(knowledge, name)] for name in FACT_NAMES)
    phrases = joined(*(_phrases(knowledge, name) for name in FACT_NAMES if name in knowledge.lexicon))
    return joined(
        table(["fact", "meaning", "takes", "assumed for every task"], rows),
        "## Words that stand for a value",
        "A sentence may say these instead of naming the fact; the words of the base are many more than are shown here.",
        phrases,
    )


def takes(name: str) -> str:
    """What a fact accepts, in Markdown."""
    accepted = accepts(name)
    match accepted:
        case Quantity():
            number = "whole number" if accepted.whole else "number"
            unit = f" ({_UNITS.get(accepted.unit, accepted.unit)})" if accepted.unit else ""
            return f"{number}{unit}, {accepted.low:,.15g} to {accepted.high:,.15g}"
        case Id():
            several = "ids" if holds_several(name) else "id"
            return f"{several} of {', '.join(accepted.kinds)}"
        case None:
            return "`true` or `false`"
        case _:
            return ", ".join(code(str(choice)) for choice in accepted)


def _assumed(knowledge: Knowledge, name: str) -> str:
    assumption = knowledge.defaults["any"].assume.get(name)
    return f"{code(_said(assumption.value))}: {plain(assumption.why)}" if assumption else ""


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _phrases(knowledge: Knowledge, name: str) -> str:
    return joined(f"### {name}", table(["value", "said as"], _rows(knowledge, name)))


def _rows(knowledge: Knowledge, name: str) -> Iterator[list[str]]:
    for value, words in knowledge.lexicon[name].terms.items():
        more = f" and {len(words) - _MOST_PHRASES} more" if len(words) > _MOST_PHRASES else ""
        yield [code(value), plain(", ".join(words[:_MOST_PHRASES])) + more]
