"""A record of the base as an article of 80 columns: its facts with units, dates where they differ, and numbered sources."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from knowledge import Knowledge
from knowledge.schema.learning import Pair
from knowledge.schema.record import Fact, Record
from knowledge.schema.table import Table
from knowledge.tabulate import cells
from tui.cli.grid import grid

WIDTH = 80
_LABEL = 24
_HEAD = frozenset({"id", "name", "summary", "as_of", "sources", "aliases", "figure", "tables", "of", "rows", "columns"})


class Article:
    """Writes one record; remembers the sources it used."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Take the sources from `knowledge`."""
        self._knowledge = knowledge
        self._numbers: dict[str, int] = {}

    def lines(self, entry: Any) -> Iterator[str]:  # noqa: ANN401  # a record of whatever kind
        """The article."""
        yield entry.name
        yield from textwrap.wrap(f"{entry.summary} {self._marks(entry.sources)}", WIDTH)
        yield ""
        for field in entry.__struct_fields__:
            if field not in _HEAD:
                yield from self._field(field.replace("_", " "), getattr(entry, field))
        if getattr(entry, "figure", ""):
            yield from ("", *entry.figure.rstrip().splitlines())
        if isinstance(entry, Table):
            yield from _filled(entry, self._knowledge)
        for table in getattr(entry, "tables", ()):
            yield from ("", self._knowledge.tables[table].name, *_filled(self._knowledge.tables[table], self._knowledge))
        yield ""
        yield f"As of {entry.as_of}."
        for identity, number in self._numbers.items():
            source = self._knowledge.sources[identity]
            yield textwrap.shorten(f"[{number}] {source.title}, {source.publisher}, read {source.read}", WIDTH, placeholder="…")

    def _field(self, label: str, value: object) -> Iterator[str]:
        if value is None or value in ("", (), {}) or (isinstance(value, Record) and not any(self._pairs(value))):
            return
        if isinstance(value, Mapping):
            yield from self._table(label, {str(key): self._text(inner) for key, inner in value.items()})
        elif isinstance(value, tuple):
            yield from self._list(label, [self._text(item) for item in value])
        elif isinstance(value, Record) and not isinstance(value, Fact):
            yield from self._table(label, dict(self._pairs(value)))
        else:
            yield from _labelled(label, self._text(value))

    def _pairs(self, record: Record) -> Iterator[tuple[str, str]]:
        for field in record.__struct_fields__:
            inner = getattr(record, field)
            if inner not in (None, "", (), {}):
                yield field.replace("_", " "), self._text(inner)

    def _table(self, label: str, rows: Mapping[str, str]) -> Iterator[str]:
        yield label
        for key, text in rows.items():
            yield from _labelled(f"  {key}", text)

    def _list(self, label: str, items: list[str]) -> Iterator[str]:
        if all(len(item) < 24 for item in items):  # noqa: PLR2004  # short ones stand on a line together
            yield from _labelled(label, ", ".join(items))
            return
        yield label
        for item in items:
            yield from textwrap.wrap(item, WIDTH, initial_indent="  ● ", subsequent_indent="    ")

    def _text(self, value: object) -> str:
        if isinstance(value, Record):
            return self._record(value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(self._text(item) for item in value)
        if isinstance(value, Mapping):
            return "; ".join(f"{key} {self._text(inner)}" for key, inner in value.items())
        return f"{value:,.6g}" if isinstance(value, (int, float)) else str(value)

    def _record(self, record: Record) -> str:
        if isinstance(record, Fact):
            return self._fact(record)
        if isinstance(record, Pair):
            return f"{record.definition} For example: {record.example}"
        return "; ".join(f"{key} {text}" for key, text in self._pairs(record))

    def _fact(self, fact: Fact[Any]) -> str:
        parts = [f"{self._text(fact.value)} {fact.unit}".strip()]
        if fact.exam is not None:
            parts.append(f"(exam: {self._text(fact.exam)})")
        parts += [f"(others say {self._text(claim.value)})" for claim in fact.others]
        if fact.note:
            parts.append(f"· {fact.note}")
        return f"{' '.join(parts)} {self._marks(fact.sources)}".strip()

    def _marks(self, sources: tuple[str, ...]) -> str:
        return "".join(f"[{self._numbers.setdefault(identity, len(self._numbers) + 1)}]" for identity in sources[:2])


def _filled(table: Table, knowledge: Knowledge) -> Iterator[str]:
    rows = [[identity, *row] for identity, row in cells(table, knowledge)]
    yield from grid(["", *(column.head for column in table.columns)], rows, WIDTH)


def _labelled(label: str, text: str) -> Iterator[str]:
    lines = textwrap.wrap(text, WIDTH - _LABEL) or [""]
    if len(label) >= _LABEL:
        yield label
        yield from (" " * _LABEL + line for line in lines)
        return
    yield f"{label:<{_LABEL}}{lines[0]}"
    yield from (" " * _LABEL + line for line in lines[1:])
