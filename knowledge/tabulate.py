"""Fills a comparison table from the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from knowledge.base import Knowledge
from knowledge.figures import FIGURES, types_of
from knowledge.schema.record import Fact, Lens, Record
from knowledge.schema.table import Table

_SHORT: Final = 24
_SENTENCES: Final = 3


def cells(table: Table, knowledge: Knowledge, lens: Lens = "today") -> Iterator[tuple[str, list[str]]]:
    """Id of a record and what its cells say, for each row; a cell of what the record does not have is empty."""
    entries: Mapping[str, Any] = getattr(knowledge, table.of)
    for identity in table.rows or entries:
        yield identity, [_cell(table.of, identity, column.show, knowledge, lens) for column in table.columns]


def broken(table: Table, knowledge: Knowledge) -> Iterator[str]:
    """One line for each row that names no record, and each column that is empty for every row."""
    entries: Mapping[str, Any] = getattr(knowledge, table.of)
    unknown = [identity for identity in table.rows if identity not in entries]
    yield from (f"tables/{table.id}.yaml: rows: there is no {table.of}/{identity}." for identity in unknown)
    if unknown:
        return
    filled = [row for _, row in cells(table, knowledge)]
    for index, column in enumerate(table.columns):
        if not any(row[index] for row in filled):
            yield f"tables/{table.id}.yaml: columns: {column.show} says nothing of any row."


def text_of(value: object, lens: Lens | None = None) -> str:
    """A value of the base in few words. Without a lens, a fact that the exam sees otherwise says both."""
    if isinstance(value, Fact):
        if lens is not None:
            return _with_unit(value.under(lens), value.unit)
        exam = f" (exam: {text_of(value.exam)})" if value.exam is not None else ""
        return _with_unit(value.value, value.unit) + exam
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(_few([text_of(item) for item in value if isinstance(item, (str, int, float))]))
    if isinstance(value, (int, float)):
        return f"{value:,.6g}"
    return str(value) if isinstance(value, str) else ""


def _with_unit(value: object, unit: str) -> str:
    if unit == "share" and isinstance(value, float):
        return f"{value:.0%}"
    return f"{text_of(value)} {unit}".strip()


def _few(items: list[str]) -> list[str]:
    """All of them where they are words, the first where they are sentences."""
    return items if all(len(item) <= _SHORT for item in items) else items[:_SENTENCES]


def _cell(kind: str, identity: str, path: str, knowledge: Knowledge, lens: Lens) -> str:
    if path in FIGURES:
        types = types_of(kind, identity, knowledge)
        return FIGURES[path].compute(types, knowledge) if types else ""
    value: Any = getattr(knowledge, kind)[identity]
    for step in path.split("."):
        value = _below(value, step)
    return text_of(value, lens)


def _below(value: Any, step: str) -> Any:  # noqa: ANN401  # whatever a record holds
    if isinstance(value, Mapping):
        return value.get(step)
    if isinstance(value, tuple) and step.isdigit():
        return value[int(step)] if int(step) < len(value) else None
    return getattr(value, step, None) if isinstance(value, Record) else None
