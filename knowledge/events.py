"""What changed at AWS since a day, and which entries of the base it concerns."""

from __future__ import annotations

import datetime as dt
from typing import Final

from knowledge.base import Knowledge
from knowledge.lookup import Hit
from knowledge.schema.event import Event

CONCERNED_KINDS: Final = (
    "families",
    "accelerators",
    "cores",
    "places",
    "purchases",
    "scaling",
    "tools",
    "software",
    "frameworks",
    "images",
    "networking",
    "algorithms",
)
"""Kinds of entries that an event can concern; each is a field of `Event`."""


def list_concerned(event: Event) -> tuple[Hit, ...]:
    """The entries that an event concerns."""
    return tuple(Hit(kind, identity) for kind in CONCERNED_KINDS for identity in getattr(event, kind))


def find_events(
    knowledge: Knowledge, *, since: dt.date | None = None, kind: str = "", concerning: tuple[Hit, ...] = ()
) -> tuple[Event, ...]:
    """Events on or after `since`, the newest first; of one kind, and of one of the entries in `concerning`, where these are given."""
    found = [
        event
        for event in knowledge.events.values()
        if (since is None or event.date >= since)
        and (not kind or event.kind == kind)
        and (not concerning or not set(concerning).isdisjoint(list_concerned(event)))
    ]
    return tuple(sorted(found, key=lambda event: (-event.date.toordinal(), event.id)))


def list_changed_entries(knowledge: Knowledge, since: dt.date) -> frozenset[str]:
    """kind/id of each entry that an event on or after `since` concerns."""
    return frozenset(f"{hit.kind}/{hit.id}" for event in find_events(knowledge, since=since) for hit in list_concerned(event))
