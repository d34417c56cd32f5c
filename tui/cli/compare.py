"""`sizewise compare A B …`: families, instance types, places, purchases or processors side by side, generated from the facts."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from knowledge.figures import FIGURES, types_of
from knowledge.lookup import Hit, entry_of, look_up
from knowledge.schema.record import Record
from knowledge.tabulate import text_of
from tui.cli.json_text import json_text
from tui.cli.main import DONE

WIDTH: Final = 80
_LABEL: Final = 14
_MOST: Final = 4
"""More columns than these cannot be read at 80 characters."""
_SKIPPED: Final = frozenset({"id", "name", "as_of", "sources", "aliases", "note", "confused_with", "adds", "letter", "regions", "figure"})


class Row(Record):
    """A field and its value for each that is compared; empty where it has none."""

    field: str
    values: tuple[str, ...]


class Compared(Record):
    """Two to four of a kind, field by field."""

    kind: str
    ids: tuple[str, ...]
    rows: tuple[Row, ...]


def run(arguments: argparse.Namespace) -> int:
    """Print the table."""
    knowledge = load()
    if arguments.json:
        print(json_text(compared(arguments.names, knowledge)))
    else:
        print("\n".join(side_by_side(arguments.names, knowledge)))
    return DONE


def compared(names: list[str], knowledge: Knowledge) -> Compared:
    """Two to four of a kind, field by field. Raises InputError where they cannot be compared."""
    hits = _hits(names, knowledge)
    rows = tuple(Row(field=field, values=tuple(values)) for field, values in _rows(hits, knowledge))
    return Compared(kind=hits[0].kind, ids=tuple(hit.id for hit in hits), rows=rows)


def side_by_side(names: list[str], knowledge: Knowledge, width: int = WIDTH) -> list[str]:
    """The table of two to four of a kind, in lines of `width`. Raises InputError where they cannot be compared."""
    hits = _hits(names, knowledge)
    return list(_table([hit.id for hit in hits], list(_rows(hits, knowledge)), width))


def _hits(names: list[str], knowledge: Knowledge) -> list[Hit]:
    hits = [_named(name, knowledge) for name in names]
    _check(hits, names)
    return hits


def _named(name: str, knowledge: Knowledge) -> Hit:
    hits = look_up(name, knowledge)
    if not hits:
        raise InputError(f"compare: the base knows nothing by {shown(name)}. sizewise explain alone shows what it knows.")
    return hits[0]


def _check(hits: list[Hit], names: list[str]) -> None:
    if not 2 <= len(hits) <= _MOST:  # noqa: PLR2004  # one thing alone is no comparison
        raise InputError(f"compare: {len(hits)} names are given. Give 2 to {_MOST}, for instance sizewise compare g5 inf2.")
    odd = next((index for index, hit in enumerate(hits) if hit.kind != hits[0].kind), None)
    if odd is not None:
        one, other = f"{shown(names[0])} is one of the {hits[0].kind}", f"{shown(names[odd])} one of the {hits[odd].kind}"
        raise InputError(f"compare: {one}, {other}. Compare like with like.")


def _rows(hits: list[Hit], knowledge: Knowledge) -> Iterator[tuple[str, list[str]]]:
    """Field and its value for each, for every field that one of them has."""
    columns = [dict(_cells(hit, knowledge)) for hit in hits]
    for field in dict.fromkeys(field for column in columns for field in column):
        yield field, [column.get(field, "") for column in columns]


def _cells(hit: Hit, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    entry = entry_of(hit, knowledge)
    yield from _figures(hit, knowledge)
    for field in entry.__struct_fields__:
        if field not in _SKIPPED:
            yield from _cell(field, getattr(entry, field))


def _cell(field: str, value: object) -> Iterator[tuple[str, str]]:
    label = field.replace("_", " ")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _cell(f"{label}: {key}", inner)
    elif value not in (None, "", ()):
        text = text_of(value)
        if text:
            yield label, text


def _figures(hit: Hit, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    """What the catalogue says of a family, a processor or an accelerator."""
    types = types_of(hit.kind, hit.id, knowledge)
    for figure in FIGURES.values() if types else ():
        text = figure.compute(types, knowledge)
        if text:
            yield figure.label, text


def _table(ids: list[str], rows: list[tuple[str, list[str]]], whole: int) -> Iterator[str]:
    width = max((whole - _LABEL) // len(ids) - 1, 1)
    yield " " * _LABEL + " ".join(f"{identity[:width]:<{width}}" for identity in ids).rstrip()
    for field, values in rows:
        cells = [textwrap.wrap(field, _LABEL - 1), *(textwrap.wrap(value, width) for value in values)]
        for label, *parts in zip_longest(*cells, fillvalue=""):
            yield f"{label:<{_LABEL}}{' '.join(f'{part:<{width}}' for part in parts)}".rstrip()
