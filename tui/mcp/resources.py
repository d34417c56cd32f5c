"""Entries of the base as resources: their addresses, their text, completion of their ids. Nothing here knows the SDK."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.lookup import EXPLAINED_KINDS, Hit
from tui.mcp.argument_schemas import Schema, facts_schema
from tui.mcp.server_state import ServerState
from tui.output.json_text import render_json
from tui.views.explanation import explain_entry, list_entries, render_article, render_overview

MAP_URI: Final = "sizewise://map"
FACTS_URI: Final = "sizewise://facts"
"""The facts of a workload: names, values, units."""
READABLE_KINDS: Final = (*EXPLAINED_KINDS, "instances", "sources")
"""Instance types and sources are too many to be listed; their addresses follow from the template."""
PAGE_SIZE: Final = 100
"""Resources on a page of the list, and completions in an answer, of which the protocol allows no more."""
_ENTRY_URI: Final = re.compile(r"sizewise://([a-z_]+)/([^/?#]+)")


class Entry(NamedTuple):
    """A resource in the list."""

    uri: str
    name: str
    about: str


class Content(NamedTuple):
    """The content of a resource in one media type."""

    mime: str
    text: str


def uri_template(kind: str) -> str:
    """The address of the entries of a kind, with `{id}` for their id."""
    return f"sizewise://{kind}/{{id}}"


def list_resources(knowledge: Knowledge) -> list[Entry]:
    """All listed entries, by kind and id."""
    return [
        Entry(_entry_uri(kind, identity), entry.name, entry.summary)
        for kind in EXPLAINED_KINDS
        for identity, entry in sorted(getattr(knowledge, kind).items())
    ]


def _entry_uri(kind: str, identity: str) -> str:
    return f"sizewise://{kind}/{quote(identity, safe='')}"


def read_resource(uri: str, state: ServerState) -> list[Content]:
    """The article and the JSON record at an address. Raises InputError if there is none."""
    if uri == MAP_URI:
        return [
            Content("text/plain", render_overview(state.knowledge)),
            Content("application/json", render_json(list_entries(state.knowledge))),
        ]
    if uri == FACTS_URI:
        schema = facts_schema(state.knowledge)
        lines = (_describe_fact(name, about) for name, about in schema["properties"].items())
        return [Content("text/plain", "\n".join((*lines, ""))), Content("application/json", render_json(schema))]
    hits = [_find_entry(uri, state)]
    return [
        Content("text/plain", render_article(hits, state.knowledge)),
        Content("application/json", render_json(explain_entry(hits, state.knowledge))),
    ]


def _describe_fact(name: str, about: Schema) -> str:
    values = list(map(str, about.get("enum", ()))) or (["true", "false"] if about.get("type") == "boolean" else [])
    shown = f" ({', '.join(values)})" if values else ""
    return f"{name}: {about['description']}{shown}"


def _find_entry(uri: str, state: ServerState) -> Hit:
    found = _ENTRY_URI.fullmatch(uri)
    kind, identity = (found[1], unquote(found[2])) if found else ("", "")
    if kind not in READABLE_KINDS:
        hint = suggest_name(uri, [MAP_URI, FACTS_URI, *map(uri_template, READABLE_KINDS)], state.say("see_map", map=MAP_URI))
        raise InputError(state.say("unknown_resource", uri=quote_value(uri), hint=hint))
    known = getattr(state.knowledge, kind)
    if identity not in known:
        hint = suggest_name(identity, known, state.say("see_map", map=MAP_URI))
        raise InputError(state.say("unknown_resource", uri=quote_value(uri), hint=hint))
    return Hit(kind, identity)


def complete_ids(kind: str, begun: str, state: ServerState) -> tuple[list[str], int]:
    """Ids of a kind that begin as `begun`, then those that contain it, at most a page; and how many there are."""
    known = sorted(getattr(state.knowledge, kind))
    wanted = begun.strip().lower()
    found = [name for name in known if name.startswith(wanted)]
    found += [name for name in known if wanted in name and not name.startswith(wanted)]
    return found[:PAGE_SIZE], len(found)
