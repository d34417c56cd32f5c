"""`sizewise explain TERM`: what the base says of anything in it; alone, a map of what is known."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from knowledge.lookup import KINDS, Hit, entry_of, look_up
from tui.cli.json_text import json_text
from tui.cli.main import DONE
from tui.views.article import Article
from tui.views.line import as_text


def run(arguments: argparse.Namespace) -> int:
    """Print the article."""
    knowledge = load()
    text = " ".join(arguments.term)
    if not text.strip():
        print(json_text(overview(knowledge)) if arguments.json else _map(knowledge))
        return DONE
    hits = look_up(text, knowledge)
    if not hits:
        raise InputError(f"explain: the base knows nothing by {shown(text)}. sizewise explain alone shows what it knows.")
    print(json_text(as_json(hits, knowledge)) if arguments.json else _page(hits, knowledge))
    return DONE


def as_json(hits: list[Hit], knowledge: Knowledge) -> dict[str, Any]:
    """The record asked about, its kind, and what else the words named."""
    entry, first = entry_of(hits[0], knowledge), hits[0]
    sources = {identity: knowledge.sources[identity] for identity in getattr(entry, "sources", ())}
    return {
        "kind": first.kind,
        "id": first.id,
        "entry": msgspec.to_builtins(entry),
        "sources": msgspec.to_builtins(sources),
        "also": [hit.id for hit in hits[1:]],
    }


def overview(knowledge: Knowledge) -> dict[str, list[str]]:
    """Kind -> the ids it holds."""
    return {kind: sorted(getattr(knowledge, kind)) for kind in KINDS}


def _page(hits: list[Hit], knowledge: Knowledge) -> str:
    lines = as_text(Article(knowledge).lines(entry_of(hits[0], knowledge)))
    also = [f"See also: sizewise explain {hit.id}" for hit in hits[1:4]]
    return "\n".join([lines, *([""] if also else []), *also])


def _map(knowledge: Knowledge) -> str:
    import textwrap  # noqa: PLC0415  # only the map needs it

    lines = ["What Sizewise knows. sizewise explain NAME tells of one.", ""]
    for kind, ids in overview(knowledge).items():
        some = ", ".join(ids[:12]) + (", …" if len(ids) > 12 else "")  # noqa: PLR2004  # a taste of each kind
        lines += textwrap.wrap(f"{kind:<15}{len(ids):>4}  {some}", 80, subsequent_indent=" " * 21)
    return "\n".join(lines)
