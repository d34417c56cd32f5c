"""The comparison tables of the base, filled from the facts, and every entry by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from knowledge import Knowledge
from knowledge.schema.record import Entry
from knowledge.schema.table import Table
from knowledge.tabulate import cells
from tui.maintenance.reference.markdown import cited, code, joined, plain, table

KINDS: Final = ("processors", "accelerators", "cores", "families", "models", "algorithms", "frameworks", "scaling", "tools", "metrics")
"""The kinds whose entries are listed; places, purchases and questions have pages of their own."""


def page(knowledge: Knowledge) -> str:
    """A section for each comparison table, then a section for each kind of entry."""
    compared = (_compared(knowledge, one) for one in knowledge.tables.values())
    entries = (_entries(kind, getattr(knowledge, kind)) for kind in KINDS)
    return joined("## Side by side", *compared, *entries)


def _compared(knowledge: Knowledge, one: Table) -> str:
    rows = ([code(identity), *map(plain, row)] for identity, row in cells(one, knowledge))
    heads = ["", *(plain(column.head) for column in one.columns)]
    return joined(f"### {plain(one.name)}", plain(one.summary), table(heads, rows), f"Sources: {cited(knowledge, one.sources)}.")


def _entries(kind: str, entries: Mapping[str, Entry]) -> str:
    rows = ([code(identity), plain(entry.name), plain(entry.summary)] for identity, entry in sorted(entries.items()))
    return joined(f"## {kind.capitalize()}", f"{len(entries)} entries.", table(["id", "name", "what it is"], rows))
