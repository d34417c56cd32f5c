"""Renders a record of the base as an article: facts with units and differing dates, tables, numbered sources."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from knowledge import Knowledge
from knowledge.amounts import format_number, phrase_amount
from knowledge.catalog_figures import FIGURES, list_types
from knowledge.comparison_tables import table_rows
from knowledge.events import CONCERNED_KINDS, find_events
from knowledge.lookup import Hit
from knowledge.schema.accelerator import Accelerator
from knowledge.schema.compatibility import Software
from knowledge.schema.hosted_model import HostedModel
from knowledge.schema.instance import Excluded, Instance
from knowledge.schema.model import ModelFamily
from knowledge.schema.record import Fact
from knowledge.schema.symptom import Symptom
from knowledge.schema.table import Table
from knowledge.sentences import fill_sentence
from tui.views.asked_facts import AskedFact, find_asked
from tui.views.entries import kind_of, label_of, title_of
from tui.views.grid import render_grid
from tui.views.linked_text import Link, Piece, Pieces, Row, Span, flow_pieces, join_pieces, plain_pieces
from tui.views.symptom import Point, symptom_sections
from tui.views.text_lines import WIDTH, Line, Tone
from tui.views.value_phrases import ValuePhrases, is_empty

_LABEL_WIDTH: Final = 24
_INDENT: Final = 4
"""Indent of a text below a label that leaves no room beside it."""
_MIN_TWO_COLUMN_WIDTH: Final = 60
"""From so many characters on, texts are beside their labels."""
_MAX_INLINE_ITEM: Final = 24
"""Lists of shorter items are written on one line."""
_MIN_TABLE_WIDTH: Final = 34
"""A table needs so many characters."""
_UNLISTED_FIELDS: Final = frozenset({"id", "name", "summary", "as_of", "sources", "aliases", "figure", "tables", "of", "rows", "columns"})
_WHERE_IT_HURTS: Final = ("places", "families")
_TEACHING_KINDS: Final = ("lessons", "ideas")


_SOFTLY_ASKED: Final = frozenset({"hardware", "figure", "saving", "cheapest"})
"""Facts that words ask for which also stand in other questions: "which instance", "how many"."""


def _unlisted_fields(entry: Any) -> frozenset[str]:  # noqa: ANN401  # a record of any kind
    """Fields that have no row. The base has one kind of data for a hosted model, though many read images beside text."""
    if isinstance(entry, ModelFamily):
        return _UNLISTED_FIELDS | {"members"}
    return _UNLISTED_FIELDS | {"data_type"} if isinstance(entry, HostedModel) and entry.data_type == "text" else _UNLISTED_FIELDS


def _may_lack(entry: Any, asked: Sequence[str]) -> bool:  # noqa: ANN401  # a record of any kind
    """True if the figure that is asked for could be missed: the first sentences hold no number, and more is asked than such words."""
    opening = f"{getattr(entry, 'summary', '')} {getattr(entry, 'example', '')}"
    return not any(letter.isdigit() for letter in opening) and not _SOFTLY_ASKED.issuperset(asked)


def _claimed_span(value: object) -> str:
    """The least and the most that sources give, where they disagree: "0 to 128 vCPUs"; else ""."""
    if not isinstance(value, Fact) or not isinstance(value.value, int | float):
        return ""
    claims = [value.value, *(claim.value for claim in value.others if isinstance(claim.value, int | float))]
    return f"{format_number(min(claims))} to {phrase_amount(max(claims), value.unit)}" if min(claims) < max(claims) else ""


class ArticleWriter:
    """Writes one record at a time and numbers its sources."""

    def __init__(self, knowledge: Knowledge, width: int = WIDTH, *, addresses: bool = False, today: dt.date | None = None) -> None:
        """`width` is in characters; `addresses` adds the URLs of sources; facts over a year old by `today` are marked."""
        self._knowledge = knowledge
        self._width = max(width, 1)
        self._addresses = addresses
        self._today = today
        self._words = ValuePhrases(knowledge, today)

    def write_lines(self, entry: Any) -> Iterator[Line]:  # noqa: ANN401  # a record of any kind
        """The lines of the article, without links."""
        return (row.line for row in self.write_rows(entry))

    def write_rows(self, entry: Any, asked: Sequence[str] = ()) -> Iterator[Row]:  # noqa: ANN401  # a record of any kind
        """The rows of the article. Names of other entries are links; the facts that are `asked` for stand first."""
        self._words.start_entry(entry)
        yield from self._wrap_rows(title_of(entry), tone="head")
        if isinstance(entry, Instance):
            yield from self._asked_rows(entry, asked)
            yield from self._instance_rows(entry)
            return
        if isinstance(entry, Excluded):
            yield from self._wrap_rows(entry.reason)
            return
        yield from self._opening_rows(entry)
        yield from self._asked_rows(entry, asked)
        if isinstance(entry, Symptom | Software):
            yield from self._symptom_rows(entry) if isinstance(entry, Symptom) else self._software_rows(entry)
            yield from self._event_rows(entry)
            yield from self._source_rows(entry)
            return
        for field in entry.__struct_fields__:
            if field not in _unlisted_fields(entry) and getattr(entry, field) != title_of(entry):
                yield from self._field_rows(field, getattr(entry, field))
        yield from self._member_rows(entry)
        yield from self._catalog_rows(entry)
        yield from self._hurting_rows(entry)
        yield from self._software_without_rows(entry)
        yield from self._figure_rows(entry)
        yield from self._lesson_rows(entry)
        yield from self._event_rows(entry)
        yield from self._source_rows(entry)

    def _wrap_rows(self, text: str, tone: Tone = "") -> list[Row]:
        return flow_pieces(plain_pieces(text), self._width, tone=tone)

    def _opening_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        if summary := getattr(entry, "summary", ""):
            yield from self._wrap_rows(f"{summary} {self._words.source_marks(entry.sources)}")
        yield Row("")

    def _asked_rows(self, entry: Any, asked: Sequence[str]) -> Iterator[Row]:  # noqa: ANN401  # the same
        """What a question asks of the entry, or that the base has no such figure."""
        if not asked:
            return
        say = self._knowledge.wording["explain"].texts
        found = find_asked(entry, asked, self._knowledge)
        if isinstance(entry, Instance):
            yield Row("")
        if found:
            yield Row(say["asked"], "head")
        elif _may_lack(entry, asked):
            yield from self._wrap_rows(say["asked_nothing"])
        for fact in found:
            yield from self._asked_fact_rows(fact)
        yield Row("")

    def _asked_fact_rows(self, fact: AskedFact) -> Iterator[Row]:
        if fact.within == "quotas":
            label = plain_pieces(fact.about or self._words.label("default"))
            if fact.about and fact.field in self._knowledge.quotas:
                label = (Piece(fact.about, Link("quotas", fact.field)),)
        else:
            name = FIGURES[fact.field].label if fact.field in FIGURES else self._words.label(fact.field, fact.within)
            label = plain_pieces(f"{fact.about}: {name}" if fact.about else name)
        pieces = self._words.value_pieces(fact.field, fact.value)
        if fact.within == "quotas" and (span := _claimed_span(fact.value)):
            pieces = (Piece(fill_sentence(self._knowledge, "explain", "by_account", span=span)), Piece(" "), *pieces)
        yield from self._labelled_rows(label, pieces, "  ")

    def _field_rows(self, field: str, value: object) -> Iterator[Row]:
        label = self._words.label(field)
        if is_empty(value):
            return
        if (parts := self._words.named_parts(value)) is not None:
            yield Row(label, "head")
            for name, lines in parts:
                yield from flow_pieces(plain_pieces(name), self._width, "  ● ", "    ")
                for key, pieces in lines:
                    yield from self._labelled_rows(key, pieces, "    ")
            return
        if isinstance(value, tuple):
            yield from self._list_rows(label, [self._words.value_pieces(field, item) for item in value])
            return
        inner = self._words.nested_lines(field, value)
        if inner is None:
            yield from self._labelled_rows(label, self._words.value_pieces(field, value))
            return
        yield Row(label, "head")
        for key, pieces in inner:
            yield from self._labelled_rows(key, pieces, "  ")

    def _list_rows(self, label: str, items: list[Pieces]) -> Iterator[Row]:
        if all(sum(len(piece.text) for piece in item) < _MAX_INLINE_ITEM for item in items):
            yield from self._labelled_rows(label, join_pieces(items, ", "))
            return
        yield Row(label, "head")
        for item in items:
            yield from flow_pieces(item, self._width, "  ● ", "    ")

    def _labelled_rows(self, label: Pieces | str, text: Pieces, indent: str = "") -> Iterator[Row]:
        """A text beside its label, or below it in a narrow article."""
        head = plain_pieces(label) if isinstance(label, str) else label
        length = len(indent) + sum(len(piece.text) for piece in head)
        if length >= _LABEL_WIDTH or self._width < _MIN_TWO_COLUMN_WIDTH:
            yield from (row._replace(label=len(row.text)) for row in flow_pieces(head, self._width, indent, indent))
            beside = " " * (_LABEL_WIDTH if self._width >= _MIN_TWO_COLUMN_WIDTH else len(indent) + _INDENT)
            yield from flow_pieces(text, self._width, beside, beside)
            return
        first, *others = flow_pieces(text, self._width, " " * _LABEL_WIDTH, " " * _LABEL_WIDTH)
        name = flow_pieces(head, _LABEL_WIDTH, indent)[0]
        yield Row(f"{name.text:<{_LABEL_WIDTH}}{first.text[_LABEL_WIDTH:]}".rstrip(), "", length, (*name.links, *first.links))
        yield from others

    def _member_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The models of a family, each with its size."""
        if not isinstance(entry, ModelFamily):
            return
        from tui.views.model_needs import member_lines  # noqa: PLC0415  # of one kind of entry

        yield Row(self._words.label("members"), "head")
        for model, text in member_lines(entry, self._knowledge):
            name = (Piece(model.name, Link("models", model.id)), Piece(f": {text}"))
            yield from flow_pieces(name, self._width, "  ● ", "    ")

    def _catalog_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """Catalogue figures of a family, a processor or an accelerator, and its types or families."""
        kind = kind_of(entry)
        types = list_types(kind, entry.id, self._knowledge)
        if not types:
            return
        yield Row("")
        yield from self._wrap_rows(f"In the catalogue of {self._knowledge.stamp.as_of}", "head")
        for figure in FIGURES.values():
            if text := figure.compute(types, self._knowledge):
                yield from self._labelled_rows(figure.label, plain_pieces(text))
        names = [item.instance_type for item in sorted(types, key=lambda item: (item.vcpu, item.memory_gib, item.instance_type))]
        groups = names if kind == "families" else list(dict.fromkeys(item.family for item in types))
        leads = "instances" if kind == "families" else "families"
        known = getattr(self._knowledge, leads)
        pieces = [(Piece(name, Link(leads, name)),) if name in known else plain_pieces(name) for name in groups]
        yield from self._labelled_rows("types" if leads == "instances" else "families", join_pieces(pieces, ", "))

    def _hurting_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The symptoms that are known to happen at a place or on a family."""
        field = kind_of(entry)
        if field not in _WHERE_IT_HURTS:
            return
        known = [one for one in self._knowledge.symptoms.values() if entry.id in getattr(one, field)]
        if known:
            yield Row("")
            label = self._knowledge.wording["symptoms"].texts["section_here"]
            yield from self._list_rows(label, [(Piece(one.name, Link("symptoms", one.id)),) for one in known])

    def _figure_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The drawn figure and the tables."""
        if figure := getattr(entry, "figure", ""):
            yield Row("")
            yield from map(Row, figure.rstrip().splitlines())
        if isinstance(entry, Table):
            yield from self._table_rows(entry)
        for identity in getattr(entry, "tables", ()):
            table = self._knowledge.tables[identity]
            yield Row("")
            yield from flow_pieces((Piece(table.name, Link("tables", identity)),), self._width, tone="head")
            yield from self._table_rows(table)

    def _table_rows(self, table: Table) -> Iterator[Row]:
        rows = [[identity, *row] for identity, row in table_rows(table, self._knowledge)]
        ids = {row[0] for row in rows}
        for line in render_grid(["", *(column.head for column in table.columns)], rows, max(self._width, _MIN_TABLE_WIDTH)):
            name = line.split(" ", 1)[0]
            yield Row(line, links=(Span(0, len(name), Link(table.of, name)),) if name in ids else ())

    def _lesson_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The lessons and ideas that use a glossary term or a table."""
        field = {"glossary": "terms", "tables": "tables"}.get(kind_of(entry))
        if field is None:
            return
        for kind in _TEACHING_KINDS:
            named = [name for name, one in getattr(self._knowledge, kind).items() if entry.id in getattr(one, field, ())]
            if named:
                yield Row("")
                yield from self._list_rows(kind, [(Piece(label_of(kind, name, self._knowledge), Link(kind, name)),) for name in named])

    def _event_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """What changed of an entry, the newest first."""
        kind = kind_of(entry)
        known = find_events(self._knowledge, concerning=(Hit(kind, entry.id),)) if kind in CONCERNED_KINDS else ()
        if known:
            yield Row("")
            label = self._knowledge.wording["changes"].texts["section"]
            yield from self._list_rows(label, [(Piece(title_of(one), Link("events", one.id)),) for one in known])

    def _instance_rows(self, instance: Instance) -> Iterator[Row]:
        from tui.views.instance import linked_facts  # noqa: PLC0415  # 16 ms that other articles can do without

        for label, pieces in linked_facts(instance, self._knowledge):
            yield from self._labelled_rows(label, pieces)

    def _symptom_rows(self, symptom: Symptom) -> Iterator[Row]:
        for field in _WHERE_IT_HURTS:
            yield from self._field_rows(field, getattr(symptom, field))
        if symptom.places or symptom.families:
            yield Row("")
        yield from self._section_rows(symptom_sections(symptom, self._knowledge))

    def _software_rows(self, software: Software) -> Iterator[Row]:
        from tui.views.software import software_sections  # noqa: PLC0415  # judges all accelerators, which other articles can do without

        yield from self._section_rows(software_sections(software, self._knowledge))

    def _software_without_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The software that does not run on an accelerator."""
        if not isinstance(entry, Accelerator):
            return
        from tui.views.software import software_without  # noqa: PLC0415  # the same

        known = list(software_without(entry, self._knowledge))
        if known:
            yield Row("")
            yield Row(self._knowledge.wording["compatibility"].texts["section_software"], "head")
            for identity, need in known:
                name = (Piece(self._knowledge.software[identity].name, Link("software", identity)), Piece(f": {need}"))
                yield from flow_pieces(name, self._width, "  ● ", "    ")

    def _section_rows(self, sections: Iterable[tuple[str, list[Point]]]) -> Iterator[Row]:
        for number, (heading, points) in enumerate(sections):
            if number:
                yield Row("")
            yield Row(heading, "head")
            for point in points:
                yield from flow_pieces(plain_pieces(point.text), self._width, "  ● ", "    ")
                for label, text in point.details:
                    yield from self._labelled_rows(label, plain_pieces(text), "    ")

    def _source_rows(self, entry: Any) -> Iterator[Row]:  # noqa: ANN401  # the same
        """The date of the record, and its sources."""
        if hasattr(entry, "as_of"):
            yield Row("")
            yield from self._wrap_rows(f"As of {entry.as_of}.{self._words.age_mark(entry.as_of)}", "dim")
        for identity, number in self._words.numbers.items():
            source = self._knowledge.sources[identity]
            mark, rest = f"[{number}] ", f", {source.publisher}, read {source.read}"
            if self._addresses:
                title = Piece(source.title, Link("sources", identity))
                yield from flow_pieces((Piece(mark), title, Piece(rest)), self._width, rest="    ", tone="dim")
                yield from flow_pieces(plain_pieces(source.url), self._width, "    ", "    ", "dim")
            else:
                yield Row(textwrap.shorten(f"{mark}{source.title}{rest}", self._width, placeholder="…"), "dim")
