"""Fills comparison tables from the records of the base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge.amounts import format_number, phrase_amount
from knowledge.base import Knowledge
from knowledge.catalog_figures import FIGURES, list_types
from knowledge.schema.record import Fact, Lens, Record
from knowledge.schema.table import Table

_MAX_WORD_LENGTH: Final = 24
_MAX_SENTENCES: Final = 3


def table_rows(table: Table, knowledge: Knowledge, lens: Lens = "today") -> Iterator[tuple[str, list[str]]]:
    """Id of the record and the texts of its cells, for each row. A cell is empty if the record lacks the field."""
    entries: Mapping[str, Any] = getattr(knowledge, table.of)
    for identity in table.rows or entries:
        yield identity, [_cell_text(table.of, identity, column.show, knowledge, lens) for column in table.columns]


def find_mistakes(table: Table, knowledge: Knowledge) -> Iterator[str]:
    """One line for each row that names no record, and each column that is empty for every row."""
    entries: Mapping[str, Any] = getattr(knowledge, table.of)
    unknown = [identity for identity in table.rows if identity not in entries]
    yield from (f"tables/{table.id}.yaml: rows: there is no {table.of}/{identity}." for identity in unknown)
    if unknown:
        return
    filled = [row for _, row in table_rows(table, knowledge)]
    for index, column in enumerate(table.columns):
        if not any(row[index] for row in filled):
            yield f"tables/{table.id}.yaml: columns: {column.show} says nothing of any row."


def format_value(value: object, lens: Lens | None = None) -> str:
    """A value of the base as short text. Without a lens, a fact whose exam value differs shows both values."""
    if isinstance(value, Fact):
        if lens is not None:
            return _with_unit(value.value_for(lens), value.unit)
        exam = f" (exam: {format_value(value.exam)})" if value.exam is not None else ""
        return _with_unit(value.value, value.unit) + exam
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(_shorten_list([format_value(item) for item in value if isinstance(item, (str, int, float))]))
    if isinstance(value, (int, float)):
        return format_number(value)
    return str(value) if isinstance(value, str) else ""


def _with_unit(value: object, unit: str) -> str:
    return phrase_amount(value, unit) if unit and isinstance(value, int | float) else f"{format_value(value)} {unit}".strip()


def _shorten_list(items: list[str]) -> list[str]:
    """All items if they are words, the first few if they are sentences."""
    return items if all(len(item) <= _MAX_WORD_LENGTH for item in items) else items[:_MAX_SENTENCES]


def _cell_text(kind: str, identity: str, path: str, knowledge: Knowledge, lens: Lens) -> str:
    if path in FIGURES:
        types = list_types(kind, identity, knowledge)
        return FIGURES[path].compute(types, knowledge) if types else ""
    value: Any = getattr(knowledge, kind)[identity]
    for step in path.split("."):
        value = _step_into(value, step)
    return format_value(value, lens)


def _step_into(value: Any, step: str) -> Any:  # noqa: ANN401  # any value of a record
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, tuple) and step.isdigit():
        return value[int(step)] if int(step) < len(value) else None
    return getattr(value, step, None) if isinstance(value, Record) else None
