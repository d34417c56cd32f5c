"""A record of the base as an article: its facts with units, dates where they differ, tables, and numbered sources."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from knowledge import Knowledge
from knowledge.figures import FIGURES, types_of
from knowledge.schema.instance import Excluded, Instance
from knowledge.schema.table import Table
from knowledge.tabulate import cells
from tui.cli.grid import grid
from tui.views.entries import kind_of, label_of, title_of
from tui.views.line import WIDTH, Line, Tone
from tui.views.linked import Link, Piece, Pieces, Row, Span, flow, joined, plain
from tui.views.phrases import Phrases, is_empty

_LABEL: Final = 24
_INDENT: Final = 4
"""What stands below a label that has no room beside it."""
_ROOMY: Final = 60
"""From so many characters on, labels stand beside what they name."""
_SHORT: Final = 24
"""Items of a list that are all shorter stand on a line together."""
_NARROWEST: Final = 34
"""No table can be drawn in less."""
_HEAD: Final = frozenset({"id", "name", "summary", "as_of", "sources", "aliases", "figure", "tables", "of", "rows", "columns"})
_TEACHING: Final = ("lessons", "ideas")


class Article:
    """Writes one record; remembers the sources it used."""

    def __init__(self, knowledge: Knowledge, width: int = WIDTH, *, addresses: bool = False, today: dt.date | None = None) -> None:
        """Lines are of `width`; `addresses` adds those of the sources, `today` marks what is older than a year by then."""
        self._knowledge = knowledge
        self._width = max(width, 1)
        self._addresses = addresses
        self._today = today
        self._words = Phrases(knowledge, today)

    def lines(self, entry: Any) -> Iterator[Line]:  # noqa: ANN401  # a record of whatever kind
        """The article without its links."""
        return (row.line for row in self.rows(entry))

    def rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # a record of whatever kind
        """The article. Names of other entries lead to them."""
        self._words.begin(entry)
        yield from self._wrapped(title_of(entry), tone="head")
        if isinstance(entry, Instance):
            yield from self._card(entry)
            return
        if isinstance(entry, Excluded):
            yield from self._wrapped(entry.reason)
            return
        yield from self._opening(entry)
        for field in entry.__struct_fields__:
            if field not in _HEAD and getattr(entry, field) != title_of(entry):
                yield from self._field(field, getattr(entry, field))
        yield from self._catalogued(entry)
        yield from self._drawn(entry)
        yield from self._taught(entry)
        yield from self._ending(entry)

    def _wrapped(self, text: str, tone: Tone = "") -> list[Row]:
        return flow(plain(text), self._width, tone=tone)

    def _opening(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        if summary := getattr(entry, "summary", ""):
            yield from self._wrapped(f"{summary} {self._words.marks(entry.sources)}")
        yield Row("")

    def _field(self, field: str, value: object) -> Iterator[Row]:
        label = field.replace("_", " ")
        if is_empty(value):
            return
        if (parts := self._words.parts(value)) is not None:
            yield Row(label, "head")
            for name, lines in parts:
                yield from flow(plain(name), self._width, "  ● ", "    ")
                for key, pieces in lines:
                    yield from self._labelled(key, pieces, "    ")
            return
        if isinstance(value, tuple):
            yield from self._list(label, [self._words.told(field, item) for item in value])
            return
        inner = self._words.below(field, value)
        if inner is None:
            yield from self._labelled(label, self._words.told(field, value))
            return
        yield Row(label, "head")
        for key, pieces in inner:
            yield from self._labelled(key, pieces, "  ")

    def _list(self, label: str, items: list[Pieces]) -> Iterator[Row]:
        if all(sum(len(piece.text) for piece in item) < _SHORT for item in items):
            yield from self._labelled(label, joined(items, ", "))
            return
        yield Row(label, "head")
        for item in items:
            yield from flow(item, self._width, "  ● ", "    ")

    def _labelled(self, label: Pieces | str, text: Pieces, indent: str = "") -> Iterator[Row]:
        """A text beside its label, or below it where there is no room."""
        head = plain(label) if isinstance(label, str) else label
        length = len(indent) + sum(len(piece.text) for piece in head)
        if length >= _LABEL or self._width < _ROOMY:
            yield from (row._replace(label=len(row.text)) for row in flow(head, self._width, indent, indent))
            beside = " " * (_LABEL if self._width >= _ROOMY else len(indent) + _INDENT)
            yield from flow(text, self._width, beside, beside)
            return
        first, *others = flow(text, self._width, " " * _LABEL, " " * _LABEL)
        name = flow(head, _LABEL, indent)[0]
        yield Row(f"{name.text:<{_LABEL}}{first.text[_LABEL:]}".rstrip(), "", length, (*name.links, *first.links))
        yield from others

    def _catalogued(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """What the catalogue says of a family, a processor or an accelerator, and the types of a family."""
        kind = kind_of(entry)
        types = types_of(kind, entry.id, self._knowledge)
        if not types:
            return
        yield Row("")
        yield from self._wrapped(f"In the catalogue of {self._knowledge.stamp.as_of}", "head")
        for figure in FIGURES.values():
            if text := figure.compute(types, self._knowledge):
                yield from self._labelled(figure.label, plain(text))
        names = [item.instance_type for item in sorted(types, key=lambda item: (item.vcpu, item.memory_gib, item.instance_type))]
        groups = names if kind == "families" else list(dict.fromkeys(item.family for item in types))
        leads = "instances" if kind == "families" else "families"
        known = getattr(self._knowledge, leads)
        pieces = [(Piece(name, Link(leads, name)),) if name in known else plain(name) for name in groups]
        yield from self._labelled("types" if leads == "instances" else "families", joined(pieces, ", "))

    def _drawn(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The figure and the tables."""
        if figure := getattr(entry, "figure", ""):
            yield Row("")
            yield from map(Row, figure.rstrip().splitlines())
        if isinstance(entry, Table):
            yield from self._filled(entry)
        for identity in getattr(entry, "tables", ()):
            table = self._knowledge.tables[identity]
            yield Row("")
            yield from flow((Piece(table.name, Link("tables", identity)),), self._width, tone="head")
            yield from self._filled(table)

    def _filled(self, table: Table) -> Iterator[Row]:
        rows = [[identity, *row] for identity, row in cells(table, self._knowledge)]
        ids = {row[0] for row in rows}
        for line in grid(["", *(column.head for column in table.columns)], rows, max(self._width, _NARROWEST)):
            name = line.split(" ", 1)[0]
            yield Row(line, links=(Span(0, len(name), Link(table.of, name)),) if name in ids else ())

    def _taught(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The lessons and ideas that name a term or a table."""
        field = {"glossary": "terms", "tables": "tables"}.get(kind_of(entry))
        if field is None:
            return
        for kind in _TEACHING:
            named = [name for name, one in getattr(self._knowledge, kind).items() if entry.id in getattr(one, field, ())]
            if named:
                yield Row("")
                yield from self._list(kind, [(Piece(label_of(kind, name, self._knowledge), Link(kind, name)),) for name in named])

    def _card(self, instance: Instance) -> Iterator[Row]:
        from tui.views.instance import card  # noqa: PLC0415  # only an instance type needs it

        for label, pieces in card(instance, self._knowledge):
            yield from self._labelled(label, pieces)

    def _ending(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The date of the record and its sources."""
        if hasattr(entry, "as_of"):
            yield Row("")
            yield from self._wrapped(f"As of {entry.as_of}.{self._words.age(entry.as_of)}", "dim")
        for identity, number in self._words.numbers.items():
            source = self._knowledge.sources[identity]
            mark, rest = f"[{number}] ", f", {source.publisher}, read {source.read}"
            if self._addresses:
                title = Piece(source.title, Link("sources", identity))
                yield from flow((Piece(mark), title, Piece(rest)), self._width, rest="    ", tone="dim")
                yield from flow(plain(source.url), self._width, "    ", "    ", "dim")
            else:
                yield Row(textwrap.shorten(f"{mark}{source.title}{rest}", self._width, placeholder="…"), "dim")
