"""`sizewise explain TERM`: what the base says of anything in it; alone, a map of what is known."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from knowledge.lookup import EXPLAINED, Hit, entry_of, look_up
from knowledge.schema.record import Record
from tui.cli.json_text import json_text
from tui.cli.main import DONE
from tui.views.article import Article
from tui.views.line import as_text


class Explained(Record):
    """What the base knows of one thing."""

    kind: str
    id: str
    entry: dict[str, Any]
    """The record, as its kind has it."""
    sources: dict[str, dict[str, Any]]
    """Those of the entry, by id."""
    also: tuple[str, ...]
    """Ids of what else the words named."""


def run(arguments: argparse.Namespace) -> int:
    """Print the article."""
    knowledge = load()
    text = " ".join(arguments.term)
    if not text.strip():
        print(json_text(overview(knowledge)) if arguments.json else map_page(knowledge))
        return DONE
    hits = named(text, knowledge)
    print(json_text(explained(hits, knowledge)) if arguments.json else page(hits, knowledge))
    return DONE


def named(text: str, knowledge: Knowledge) -> list[Hit]:
    """What a text names, the first that is meant first. Raises InputError where it names nothing."""
    hits = look_up(text, knowledge)
    if not hits:
        raise InputError(f"explain: the base knows nothing by {shown(text)}. sizewise explain alone shows what it knows.")
    return hits


def explained(hits: list[Hit], knowledge: Knowledge) -> Explained:
    """The record asked about, its kind, and what else the words named."""
    entry, first = entry_of(hits[0], knowledge), hits[0]
    sources = {identity: msgspec.to_builtins(knowledge.sources[identity]) for identity in getattr(entry, "sources", ())}
    also = tuple(hit.id for hit in hits[1:])
    return Explained(kind=first.kind, id=first.id, entry=msgspec.to_builtins(entry), sources=sources, also=also)


def overview(knowledge: Knowledge) -> dict[str, list[str]]:
    """Kind -> the ids it holds."""
    return {kind: sorted(getattr(knowledge, kind)) for kind in EXPLAINED}


def page(hits: list[Hit], knowledge: Knowledge) -> str:
    """The article of the first, and what else the words named."""
    lines = as_text(Article(knowledge).lines(entry_of(hits[0], knowledge)))
    also = [f"See also: sizewise explain {hit.id}" for hit in hits[1:4]]
    return "\n".join([lines, *([""] if also else []), *also])


def map_page(knowledge: Knowledge) -> str:
    """Some names of each kind, and how many there are."""
    import textwrap  # noqa: PLC0415  # only the map needs it

    lines = ["What Sizewise knows. sizewise explain NAME tells of one.", ""]
    for kind, ids in overview(knowledge).items():
        some = ", ".join(ids[:12]) + (", …" if len(ids) > 12 else "")  # noqa: PLR2004  # a taste of each kind
        lines += textwrap.wrap(f"{kind:<15}{len(ids):>4}  {some}", 80, subsequent_indent=" " * 21)
    return "\n".join(lines)
