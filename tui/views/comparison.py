"""Two to four entries of one kind side by side, field by field: families, instance types, places, purchases, processors."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Final, TypeAlias

from knowledge import Knowledge
from knowledge.catalog_figures import FIGURES, list_types
from knowledge.comparison_tables import format_value
from knowledge.errors import InputError, quote_value
from knowledge.lookup import Hit, entry_of, look_up
from knowledge.schema.record import Record
from tui.views.value_phrases import ValuePhrases

Label: TypeAlias = Callable[[str], str]
"""A function from a field to what it is called."""

WIDTH: Final = 80
_LABEL_WIDTH: Final = 14
_MAX_ENTRIES: Final = 4
"""More columns than these cannot be read at 80 characters."""
_SKIPPED_FIELDS: Final = frozenset(
    {"id", "name", "as_of", "sources", "aliases", "note", "confused_with", "adds", "letter", "regions", "figure"}
)


class Row(Record):
    """A field and its value for each that is compared; empty where it has none."""

    field: str
    values: tuple[str, ...]


class Compared(Record):
    """Two to four of a kind, field by field."""

    kind: str
    ids: tuple[str, ...]
    rows: tuple[Row, ...]


def compare_entries(names: list[str], knowledge: Knowledge) -> Compared:
    """Two to four of a kind, field by field. Raises InputError where they cannot be compared."""
    hits = _find_entries(names, knowledge)
    rows = tuple(Row(field=field, values=tuple(values)) for field, values in _compare_fields(hits, knowledge, _plain_label))
    return Compared(kind=hits[0].kind, ids=tuple(hit.id for hit in hits), rows=rows)


def render_comparison(names: list[str], knowledge: Knowledge, width: int = WIDTH) -> list[str]:
    """The table of two to four of a kind, in lines of `width`. Raises InputError where they cannot be compared."""
    hits = _find_entries(names, knowledge)
    rows = list(_compare_fields(hits, knowledge, ValuePhrases(knowledge).label))
    return list(_render_table([hit.id for hit in hits], rows, width))


def _find_entries(names: list[str], knowledge: Knowledge) -> list[Hit]:
    hits = [_find_entry(name, knowledge) for name in names]
    _check_comparable(hits, names)
    return hits


def _find_entry(name: str, knowledge: Knowledge) -> Hit:
    hits = look_up(name, knowledge)
    if not hits:
        raise InputError(f"compare: the base knows nothing by {quote_value(name)}. sizewise explain alone shows what it knows.")
    return hits[0]


def _check_comparable(hits: list[Hit], names: list[str]) -> None:
    if not 2 <= len(hits) <= _MAX_ENTRIES:  # noqa: PLR2004  # one thing alone is no comparison
        raise InputError(f"compare: {len(hits)} names are given. Give 2 to {_MAX_ENTRIES}, for instance sizewise compare g5 inf2.")
    odd = next((index for index, hit in enumerate(hits) if hit.kind != hits[0].kind), None)
    if odd is not None:
        one, other = f"{quote_value(names[0])} is one of the {hits[0].kind}", f"{quote_value(names[odd])} one of the {hits[odd].kind}"
        raise InputError(f"compare: {one}, {other}. Compare like with like.")


def _plain_label(field: str) -> str:
    """The name of a field as JSON has it, which stays the same when words for readers change."""
    return field.replace("_", " ")


def _compare_fields(hits: list[Hit], knowledge: Knowledge, label: Label) -> Iterator[tuple[str, list[str]]]:
    """Field and its value for each, for every field that one of them has."""
    columns = [dict(_entry_cells(hit, knowledge, label)) for hit in hits]
    for field in dict.fromkeys(field for column in columns for field in column):
        yield field, [column.get(field, "") for column in columns]


def _entry_cells(hit: Hit, knowledge: Knowledge, label: Label) -> Iterator[tuple[str, str]]:
    entry = entry_of(hit, knowledge)
    yield from _catalog_cells(hit, knowledge)
    for field in entry.__struct_fields__:
        if field not in _SKIPPED_FIELDS:
            yield from _field_cells(label(field), getattr(entry, field), label)


def _field_cells(name: str, value: object, label: Label) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _field_cells(f"{name}: {label(str(key))}", inner, label)
    elif value not in (None, "", ()):
        text = format_value(value)
        if text:
            yield name, text


def _catalog_cells(hit: Hit, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """What the catalogue says of a family, a processor or an accelerator."""
    types = list_types(hit.kind, hit.id, knowledge)
    for figure in FIGURES.values() if types else ():
        text = figure.compute(types, knowledge)
        if text:
            yield figure.label, text


def _render_table(ids: list[str], rows: list[tuple[str, list[str]]], whole: int) -> Iterator[str]:
    width = max((whole - _LABEL_WIDTH) // len(ids) - 1, 1)
    yield " " * _LABEL_WIDTH + " ".join(f"{identity[:width]:<{width}}" for identity in ids).rstrip()
    for field, values in rows:
        cells = [textwrap.wrap(field, _LABEL_WIDTH - 1), *(textwrap.wrap(value, width) for value in values)]
        for label, *parts in zip_longest(*cells, fillvalue=""):
            yield f"{label:<{_LABEL_WIDTH}}{' '.join(f'{part:<{width}}' for part in parts)}".rstrip()
