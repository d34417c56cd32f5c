"""The entries of the base as resources: their addresses, their text, the completion of their ids. Nothing here knows the SDK."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from knowledge import Knowledge
from knowledge.errors import InputError, shown, suggestion
from knowledge.lookup import EXPLAINED, Hit
from tui.cli.explain import explained, map_page, overview, page
from tui.cli.json_text import json_text
from tui.mcp.held import Held

MAP: Final = "sizewise://map"
LISTED: Final = EXPLAINED
"""Kinds whose entries stand in the list; types and sources are too many, and are found by their template."""
READABLE: Final = (*EXPLAINED, "instances", "sources")
AT_ONCE: Final = 100
"""Entries of a page of the list; the protocol allows no more completions than these either."""
_ADDRESS: Final = re.compile(r"sizewise://([a-z]+)/([^/?#]+)")


class Entry(NamedTuple):
    """One entry in the list."""

    uri: str
    name: str
    about: str


class Content(NamedTuple):
    """What an address holds, in one form."""

    mime: str
    text: str


def template_of(kind: str) -> str:
    """The address of an entry of a kind, with a place for its id."""
    return f"sizewise://{kind}/{{id}}"


def entries(knowledge: Knowledge) -> list[Entry]:
    """Every entry of the list, kind by kind."""
    return [
        Entry(_address(kind, identity), entry.name, entry.summary)
        for kind in LISTED
        for identity, entry in sorted(getattr(knowledge, kind).items())
    ]


def _address(kind: str, identity: str) -> str:
    return f"sizewise://{kind}/{quote(identity, safe='')}"


def read(uri: str, held: Held) -> list[Content]:
    """The article and the record at an address. Raises InputError where there is none."""
    if uri == MAP:
        return [Content("text/plain", map_page(held.knowledge)), Content("application/json", json_text(overview(held.knowledge)))]
    hits = [_hit(uri, held)]
    return [
        Content("text/plain", page(hits, held.knowledge)),
        Content("application/json", json_text(explained(hits, held.knowledge))),
    ]


def _hit(uri: str, held: Held) -> Hit:
    found = _ADDRESS.fullmatch(uri)
    kind, identity = (found[1], unquote(found[2])) if found else ("", "")
    if kind not in READABLE:
        hint = suggestion(uri, [MAP, *map(template_of, READABLE)], held.say("see_map", map=MAP))
        raise InputError(held.say("unknown_resource", uri=shown(uri), hint=hint))
    known = getattr(held.knowledge, kind)
    if identity not in known:
        hint = suggestion(identity, known, held.say("see_map", map=MAP))
        raise InputError(held.say("unknown_resource", uri=shown(uri), hint=hint))
    return Hit(kind, identity)


def completed(kind: str, begun: str, held: Held) -> tuple[list[str], int]:
    """Ids of a kind that begin as `begun`, then those that contain it, at most a page; and how many there are."""
    known = sorted(getattr(held.knowledge, kind))
    wanted = begun.strip().lower()
    found = [name for name in known if name.startswith(wanted)]
    found += [name for name in known if wanted in name and not name.startswith(wanted)]
    return found[:AT_ONCE], len(found)
