"""A symptom as people read it: how it shows, how to make sure of the cause, what helps and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from knowledge import Knowledge
from knowledge.schema.symptom import Remedy, Symptom

_SHOWN_WORDINGS: Final = 6
"""Wordings that an article shows; the rest is for finding it."""


class Point(NamedTuple):
    """One point of a section."""

    text: str
    details: tuple[tuple[str, str], ...] = ()
    """Label and text of what belongs to it."""


def symptom_sections(symptom: Symptom, knowledge: Knowledge) -> Iterator[tuple[str, list[Point]]]:
    """Heading and points of each section that has any."""
    from engine.diagnosis import describe_observed  # noqa: PLC0415  # the whole diagnosis, which other articles do without

    words = knowledge.wording["symptoms"].texts
    shows = [Point(text) for text in (*symptom.seen[:_SHOWN_WORDINGS], *symptom.error_texts, *map(describe_observed, symptom.metrics))]
    causes = [
        Point(one.cause, ((words[f"check_{one.check.kind}"], one.check.probe), (words["check_tells"], one.check.tells)))
        for one in symptom.causes
    ]
    remedies = [Point(one.remedy, tuple(_details(one, knowledge))) for one in symptom.remedies]
    sections = (("section_seen", shows), ("section_causes", causes), ("section_remedies", remedies))
    yield from ((words[key], points) for key, points in sections if points)


def _details(remedy: Remedy, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    from engine.diagnosis import describe_change  # noqa: PLC0415  # as above

    words = knowledge.wording["symptoms"].texts
    yield words["remedy_change"], describe_change(remedy.change, knowledge)
    yield words["remedy_effect"], f"{remedy.effect.what} {remedy.effect.direction}"
    yield words["remedy_costs"], remedy.costs
