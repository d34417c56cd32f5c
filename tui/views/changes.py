"""What changed at AWS since a day: as lines for a person, as a record for a program."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import msgspec

from knowledge import Knowledge
from knowledge.events import list_concerned
from knowledge.schema.event import Event
from knowledge.schema.record import Record
from knowledge.sentences import fill_sentence
from tui.views.entries import label_of
from tui.views.text_lines import WIDTH, Line, labelled_lines, wrap_text

_LABEL_WIDTH = 12


class Changed(Record):
    """One event."""

    id: str
    date: dt.date
    dated_by: str
    """announcement; api for the day of the first SDK that knows it; month for the first day of its month."""
    release: str
    """For api: the version of botocore."""
    kind: str
    name: str
    summary: str
    replaces: str
    """What held before; empty for what is new."""
    concerns: tuple[str, ...]
    """The entries it concerns, as kind/id."""
    sources: tuple[str, ...]


class Changes(Record):
    """What changed, the newest first."""

    schema: int = 1
    since: dt.date
    changes: tuple[Changed, ...]
    sources: dict[str, dict[str, Any]]
    """The sources by id."""


def record_changes(events: tuple[Event, ...], since: dt.date, knowledge: Knowledge) -> Changes:
    """The events with what they concern, and their sources."""
    named = dict.fromkeys(identity for event in events for identity in event.sources)
    sources = {identity: msgspec.to_builtins(knowledge.sources[identity]) for identity in named}
    return Changes(since=since, changes=tuple(map(_record_event, events)), sources=sources)


def change_lines(events: tuple[Event, ...], since: dt.date, knowledge: Knowledge, width: int = WIDTH) -> Iterator[Line]:
    """A head, then each event with its day, what holds now, what held before, what it concerns, and its sources."""
    if not events:
        yield from wrap_text(fill_sentence(knowledge, "changes", "nothing", since=since), width)
        return
    head = "head_one" if len(events) == 1 else "head"
    yield from wrap_text(fill_sentence(knowledge, "changes", head, count=len(events), since=since), width, tone="head")
    for event in events:
        yield Line("")
        yield from _event_lines(event, knowledge, width)
    if any(event.dated_by == "api" for event in events):
        yield Line("")
        yield from wrap_text(fill_sentence(knowledge, "changes", "by_api"), width, tone="dim")


def date_phrase(event: Event) -> str:
    """The day, the month where no day is known, a sign where an SDK dates it."""
    return {"month": f"{event.date:%Y-%m}", "api": f"{event.date}*"}.get(event.dated_by, f"{event.date}")


def _event_lines(event: Event, knowledge: Knowledge, width: int) -> Iterator[Line]:
    words = knowledge.wording["changes"].texts
    yield from labelled_lines(date_phrase(event), f"{event.name} ({words[f'kind_{event.kind}']})", width, _LABEL_WIDTH)
    yield from _indented_lines("", event.summary, width)
    if event.replaces:
        yield from _indented_lines(words["before"], event.replaces, width)
    concerned = [label_of(hit.kind, hit.id, knowledge) for hit in list_concerned(event)]
    yield from _indented_lines(words["concerns"], ", ".join(concerned), width)
    for identity in event.sources:
        source = knowledge.sources[identity]
        yield from (line._replace(tone="dim") for line in _indented_lines(words["source"], f"{source.title}, {source.publisher}", width))


def _indented_lines(label: str, text: str, width: int) -> Iterator[Line]:
    yield from labelled_lines("", f"{label} {text}".strip(), width, _LABEL_WIDTH)


def _record_event(event: Event) -> Changed:
    return Changed(
        id=event.id,
        date=event.date,
        dated_by=event.dated_by,
        release=event.release,
        kind=event.kind,
        name=event.name,
        summary=event.summary,
        replaces=event.replaces,
        concerns=tuple(f"{hit.kind}/{hit.id}" for hit in list_concerned(event)),
        sources=event.sources,
    )
