"""A symptom as people read it: how it shows, how to make sure of the cause, what helps and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from knowledge import Knowledge
from knowledge.schema.symptom import Change, Observed, Remedy, Symptom

_SHOWN_WORDINGS: Final = 6
"""Wordings that an article shows; the rest is for finding it."""


class Point(NamedTuple):
    """One point of a section."""

    text: str
    details: tuple[tuple[str, str], ...] = ()
    """Label and text of what belongs to it."""


def symptom_sections(symptom: Symptom, knowledge: Knowledge) -> Iterator[tuple[str, list[Point]]]:
    """Heading and points of each section that has any."""
    words = knowledge.wording["symptoms"].texts
    shows = [Point(text) for text in (*symptom.seen[:_SHOWN_WORDINGS], *symptom.error_texts, *map(describe_observed, symptom.metrics))]
    causes = [
        Point(one.cause, ((words[f"check_{one.check.kind}"], one.check.probe), (words["check_tells"], one.check.tells)))
        for one in symptom.causes
    ]
    remedies = [Point(one.remedy, tuple(_details(one, knowledge))) for one in symptom.remedies]
    sections = (("section_seen", shows), ("section_causes", causes), ("section_remedies", remedies))
    yield from ((words[key], points) for key, points in sections if points)


def describe_observed(observed: Observed) -> str:
    """What monitoring shows: "GPU utilization at most 30 %"."""
    name = observed.fact.removeprefix("current_").removesuffix("_percent").replace("_", " ")
    name = name.replace("gpu", "GPU").replace("cpu", "CPU")
    bounds = [f"at most {observed.at_most:g} %"] if observed.at_most is not None else []
    bounds += [f"at least {observed.at_least:g} %"] if observed.at_least is not None else []
    return f"{name} {' and '.join(bounds)}"


def describe_change(change: Change, knowledge: Knowledge) -> str:
    """What a remedy changes, in words; the literal setting where it is one."""
    words = knowledge.wording["symptoms"].texts
    facts = ", ".join(f"{fact} = {str(value).lower() if isinstance(value, bool) else value}" for fact, value in change.facts.items())
    lists = {"require": change.require, "exclude": change.exclude, "prefer": change.prefer}
    named = ", ".join(f"{fact} {' '.join(ids)}" for fact, ids in lists.items() if ids)
    sized = [words["change_larger"].replace("$what", change.larger.replace("_", " "))] if change.larger else []
    sized += [words["change_smaller"].replace("$what", change.smaller.replace("_", " "))] if change.smaller else []
    return facts or named or " ".join(sized) or change.setting or change.step


def _details(remedy: Remedy, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    words = knowledge.wording["symptoms"].texts
    yield words["remedy_change"], describe_change(remedy.change, knowledge)
    yield words["remedy_effect"], f"{remedy.effect.what} {remedy.effect.direction}"
    yield words["remedy_costs"], remedy.costs
