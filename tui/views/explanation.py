"""What the base says of anything in it, and an overview of all that it holds."""

from __future__ import annotations

import textwrap
from typing import Any

import msgspec

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from knowledge.lookup import EXPLAINED_KINDS, Hit, entry_of, look_up
from knowledge.schema.record import Record
from tui.views.article import ArticleWriter
from tui.views.text_lines import as_text


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


def find_entries(text: str, knowledge: Knowledge, command: str = "explain") -> list[Hit]:
    """What a text names, the first that is meant first. Raises InputError, as `command` says it, where it names nothing."""
    hits = look_up(text, knowledge)
    if not hits:
        raise InputError(f"{command}: the base knows nothing by {quote_value(text)}. sizewise explain alone shows what it knows.")
    return hits


def explain_entry(hits: list[Hit], knowledge: Knowledge) -> Explained:
    """The record asked about, its kind, and what else the words named."""
    entry, first = entry_of(hits[0], knowledge), hits[0]
    sources = {identity: msgspec.to_builtins(knowledge.sources[identity]) for identity in getattr(entry, "sources", ())}
    also = tuple(hit.id for hit in hits[1:])
    return Explained(kind=first.kind, id=first.id, entry=msgspec.to_builtins(entry), sources=sources, also=also)


def list_entries(knowledge: Knowledge) -> dict[str, list[str]]:
    """Kind -> the ids it holds."""
    return {kind: sorted(getattr(knowledge, kind)) for kind in EXPLAINED_KINDS}


def render_article(hits: list[Hit], knowledge: Knowledge) -> str:
    """The article of the first, and what else the words named."""
    lines = as_text(ArticleWriter(knowledge).write_lines(entry_of(hits[0], knowledge)))
    also = [f"See also: sizewise explain {hit.id}" for hit in hits[1:4]]
    return "\n".join([lines, *([""] if also else []), *also])


def render_overview(knowledge: Knowledge) -> str:
    """Some names of each kind, and how many there are."""
    lines = ["What Sizewise knows. sizewise explain NAME tells of one.", ""]
    for kind, ids in list_entries(knowledge).items():
        some = ", ".join(ids[:12]) + (", …" if len(ids) > 12 else "")  # noqa: PLR2004  # a taste of each kind
        lines += textwrap.wrap(f"{kind:<15}{len(ids):>4}  {some}", 80, subsequent_indent=" " * 21)
    return "\n".join(lines)
