"""Rows of the log as the database holds them. Text that SQLite cannot hold is escaped, so that no answer is refused."""

from __future__ import annotations

import functools
import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from quizzes.log import Fact, Row
from quizzes.store.database import RefusedError

_COLUMNS: Final = tuple(field.name for field in msgspec.structs.fields(Row))
_INSERT: Final = f"INSERT INTO log ({', '.join(_COLUMNS[1:])}) VALUES ({', '.join('?' * (len(_COLUMNS) - 1))})"  # noqa: S608  # names of our own fields
_LAST_ANSWER: Final = """
    SELECT max(seq) FROM log
    WHERE kind = 'answer' AND seq NOT IN (SELECT CAST(about AS INTEGER) FROM log WHERE kind = 'undo')
"""
_SAME: Final = " AND time = ? AND about = ? AND part IS ?"
_IN_JSON: Final = frozenset({"points", "answer"})
"""Columns that hold JSON."""
_BATCH: Final = 1_000


def insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Add rows at the end. The transaction is the caller's."""
    connection.executemany(_INSERT, (_values(row) for row in rows))


def rows_after(connection: sqlite3.Connection, seq: int) -> Iterator[Row]:
    """Every row behind `seq` in order. Raises RefusedError for one that cannot be read."""
    return (Row(**fields) for fields in _fields_after(connection, seq, Row))


def facts_after(connection: sqlite3.Connection, seq: int) -> Iterator[Fact]:
    """What every row behind `seq` says to the schedule, which takes a third of the time. Raises RefusedError as `rows_after` does."""
    return (Fact(**fields) for fields in _fields_after(connection, seq, Fact))


def last_answer_seq(connection: sqlite3.Connection, of: Row | None = None) -> int | None:
    """The last answer that was not taken back, or the one `of` that was added; None where there is none."""
    values = () if of is None else (of.time.isoformat(), _held(of.about), of.part)
    found: int | None = connection.execute(_LAST_ANSWER + _SAME if values else _LAST_ANSWER, values).fetchone()[0]
    return found


def last_seq(connection: sqlite3.Connection) -> int:
    """The last row; 0 for an empty log."""
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM log").fetchone()[0])


def _values(row: Row) -> tuple[Any, ...]:
    plain = msgspec.structs.asdict(row) | {
        "time": row.time.isoformat(),
        "points": json.dumps(row.points),
        "answer": json.dumps(row.answer, default=repr),
    }
    return tuple(_held(plain[name]) for name in _COLUMNS[1:])


def _held(value: Any) -> Any:  # noqa: ANN401  # a value of any column
    """`value` without half a character, which no file can hold."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _fields_after(connection: sqlite3.Connection, seq: int, kind: type[Fact]) -> Iterator[dict[str, Any]]:
    """The fields of every row behind `seq`, checked; many at once, for a long log is read as a whole now and then."""
    form = _form(kind)
    columns = ", ".join(form.__struct_fields__)
    read = connection.execute(f"SELECT {columns} FROM log WHERE seq > ? ORDER BY seq", (seq,))  # noqa: S608  # names of our own fields
    while batch := read.fetchmany(_BATCH):
        yield from (_decoded(msgspec.structs.asdict(line)) for line in _checked(batch, form))


def _decoded(fields: dict[str, Any]) -> dict[str, Any]:
    try:
        fields["points"] = _points(fields["points"])
        if "answer" in fields:
            fields["answer"] = json.loads(fields["answer"])
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        raise RefusedError("damaged_row", row=fields["seq"]) from None
    return fields


@functools.lru_cache(maxsize=4_096)
def _points(text: str) -> tuple[str, ...]:
    """Few items ask again and again, so few texts come up."""
    return msgspec.json.decode(text, type=tuple[str, ...])


@functools.cache
def _form(kind: type[Fact]) -> type[msgspec.Struct]:
    """What a line of the database must look like to become a record of that kind."""
    fields = [(field.name, str if field.name in _IN_JSON else field.type) for field in msgspec.structs.fields(kind)]
    return msgspec.defstruct("Held", fields, array_like=True, gc=False)


def _checked(batch: list[tuple[Any, ...]], form: type[msgspec.Struct]) -> list[Any]:
    try:
        return msgspec.convert(batch, list[form])  # type: ignore[valid-type]  # a form is made from the fields of a record
    except msgspec.ValidationError:
        return [_alone(values, form) for values in batch]


def _alone(values: tuple[Any, ...], form: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        return msgspec.convert(values, form)
    except msgspec.ValidationError:
        raise RefusedError("damaged_row", row=values[0]) from None
