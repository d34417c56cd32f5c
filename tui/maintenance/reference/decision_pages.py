"""What the advisor takes, asks and weighs: facts, questions, hard limits, priorities."""

from __future__ import annotations

from collections.abc import Iterator
from string import Template
from typing import Final

from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Quantity
from knowledge import Knowledge
from knowledge.schema.decision import Limit, Question
from knowledge.sentences import fill_sentence
from tui.maintenance.reference.markdown import escape_markdown, format_code, format_table, join_blocks, link_sources

_MAX_PHRASES: Final = 8
_UNITS: Final = {"B": "billions", "/s": "a second", "h": "hours", "d": "days", "s": "seconds"}
"""Units whose letters say little where they stand alone."""
_EASE = {5: "known by heart", 4: "easy to find out", 3: "takes a look", 2: "takes some work", 1: "has to be measured"}
_STANDS_FOR = {"what": "⟨what⟩", "need": "⟨need⟩", "has": "⟨has⟩", "to": "⟨to⟩"}


def facts_page(knowledge: Knowledge) -> str:
    """A table of all facts, and below it the words that stand for a value."""
    rows = (
        [
            format_code(name),
            escape_markdown(fill_sentence(knowledge, "facts", name)),
            describe_values(name),
            _describe_assumption(knowledge, name),
        ]
        for name in FACT_NAMES
    )
    phrases = join_blocks(*(_phrases_section(knowledge, name) for name in FACT_NAMES if name in knowledge.lexicon))
    return join_blocks(
        format_table(["fact", "meaning", "takes", "assumed for every task"], rows),
        "## Words that stand for a value",
        "A sentence may say these instead of naming the fact; the words of the base are many more than are shown here.",
        phrases,
    )


def describe_values(name: str) -> str:
    """What a fact accepts, in Markdown."""
    accepted = accepted_values(name)
    match accepted:
        case Quantity():
            number = "whole number" if accepted.whole else "number"
            unit = f" ({_UNITS.get(accepted.unit, accepted.unit)})" if accepted.unit else ""
            return f"{number}{unit}, {accepted.low:,.15g} to {accepted.high:,.15g}"
        case Id():
            several = "ids" if is_list_fact(name) else "id"
            counted = ", each with how many there are (`2 x g5.xlarge`)" if accepted.is_counted else ""
            return f"{several} of {', '.join(accepted.kinds)}{counted}"
        case None:
            return "`true` or `false`"
        case _:
            return ", ".join(format_code(str(choice)) for choice in accepted)


def _describe_assumption(knowledge: Knowledge, name: str) -> str:
    assumption = knowledge.defaults["any"].assume.get(name)
    return f"{format_code(_value_text(assumption.value))}: {escape_markdown(assumption.why)}" if assumption else ""


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _phrases_section(knowledge: Knowledge, name: str) -> str:
    return join_blocks(f"### {name}", format_table(["value", "said as"], _phrase_rows(knowledge, name)))


def _phrase_rows(knowledge: Knowledge, name: str) -> Iterator[list[str]]:
    for value, words in knowledge.lexicon[name].terms.items():
        more = f" and {len(words) - _MAX_PHRASES} more" if len(words) > _MAX_PHRASES else ""
        yield [format_code(value), escape_markdown(", ".join(words[:_MAX_PHRASES])) + more]


def questions_page(knowledge: Knowledge) -> str:
    """A section for each question, by the fact it asks for."""
    return join_blocks(*(_question_section(question) for question in knowledge.questions.values()))


def _question_section(question: Question) -> str:
    asked = [
        f"- asked for: {', '.join(question.situations) if question.situations else 'every kind of run'}",
        f"- kinds of model: {', '.join(question.kinds)}" if question.kinds else "",
        f"- not asked where stated: {', '.join(map(format_code, question.unless))}" if question.unless else "",
        f"- effort to answer: {_EASE[question.ease]}",
        f"- also takes: {describe_values(question.id)}",
        f"- people write: {escape_markdown(', '.join(question.examples))}",
    ]
    rows = (
        [escape_markdown(choice.label), format_code(_value_text(choice.value)), f"{choice.prior:.0%}", escape_markdown(choice.effect)]
        for choice in question.choices
    )
    return join_blocks(
        f"## {question.id}",
        f"**{escape_markdown(question.prompt)}** {escape_markdown(question.principle)}",
        format_table(["answer", "value", "how likely before anything is known", "tends to"], rows),
        "\n".join(line for line in asked if line),
    )


def limits_page(knowledge: Knowledge) -> str:
    """A table of all limits."""
    rows = (_limit_row(knowledge, limit) for limit in knowledge.limits.values())
    return join_blocks(format_table(["limit", "what is said", "what relaxes it", "fact", "sources"], rows))


def _limit_row(knowledge: Knowledge, limit: Limit) -> list[str]:
    return [
        f"{format_code(limit.id)}<br>{escape_markdown(limit.name)}",
        _fill_sample_words(limit.text),
        _fill_sample_words(limit.relax),
        format_code(limit.fact) if limit.fact else "",
        link_sources(knowledge, limit.sources),
    ]


def _fill_sample_words(text: str) -> str:
    return escape_markdown(Template(text).safe_substitute(_STANDS_FOR))


def priorities_page(knowledge: Knowledge) -> str:
    """A table of the weights."""
    rows = (
        f"| {format_code(name)} | {weights['cost']:g} | {weights['speed']:g} | {weights['complexity']:g} |\n"
        for name, weights in knowledge.weights["ranking"].priority.items()
    )
    return "| priority | cost | speed | effort |\n|---|---:|---:|---:|\n" + "".join(rows)
