"""Rows of the log in the database. Text that SQLite cannot hold is escaped, so that no answer is refused."""

from __future__ import annotations

import functools
import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from quizzes.practice_log import LogRow, ScheduleRow
from quizzes.store.database import RefusedError

_COLUMNS: Final = tuple(field.name for field in msgspec.structs.fields(LogRow))
_INSERT: Final = f"INSERT INTO log ({', '.join(_COLUMNS[1:])}) VALUES ({', '.join('?' * (len(_COLUMNS) - 1))})"  # noqa: S608  # names of our own fields
_LAST_ANSWER: Final = """
    SELECT max(seq) FROM log
    WHERE kind = 'answer' AND seq NOT IN (SELECT CAST(about AS INTEGER) FROM log WHERE kind = 'undo')
"""
_SAME: Final = " AND time = ? AND about = ? AND part IS ?"
_IN_JSON: Final = frozenset({"points", "answer"})
"""Columns stored as JSON."""
_BATCH: Final = 1_000


def insert_rows(connection: sqlite3.Connection, rows: Iterable[LogRow]) -> None:
    """Append rows, within the caller's transaction."""
    connection.executemany(_INSERT, (_column_values(row) for row in rows))


def rows_after(connection: sqlite3.Connection, seq: int) -> Iterator[LogRow]:
    """Every row after `seq`, in order. Raises RefusedError for an unreadable row."""
    return (LogRow(**fields) for fields in _fields_after(connection, seq, LogRow))


def schedule_rows_after(connection: sqlite3.Connection, seq: int) -> Iterator[ScheduleRow]:
    """The same, with only the fields that the schedule needs, in a third of the time."""
    return (ScheduleRow(**fields) for fields in _fields_after(connection, seq, ScheduleRow))


def last_answer_seq(connection: sqlite3.Connection, of: LogRow | None = None) -> int | None:
    """Number of the last answer not taken back, or of the answer `of`; None if there is none."""
    values = () if of is None else (of.time.isoformat(), _storable_value(of.about), of.part)
    found: int | None = connection.execute(_LAST_ANSWER + _SAME if values else _LAST_ANSWER, values).fetchone()[0]
    return found


def last_seq(connection: sqlite3.Connection) -> int:
    """Number of the last row; 0 for an empty log."""
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM log").fetchone()[0])


def _column_values(row: LogRow) -> tuple[Any, ...]:
    plain = msgspec.structs.asdict(row) | {
        "time": row.time.isoformat(),
        "points": json.dumps(row.points),
        "answer": json.dumps(row.answer, default=repr),
    }
    return tuple(_storable_value(plain[name]) for name in _COLUMNS[1:])


def _storable_value(value: Any) -> Any:  # noqa: ANN401  # a value of any column
    """`value` without lone surrogates, which no file can hold."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _fields_after(connection: sqlite3.Connection, seq: int, kind: type[ScheduleRow]) -> Iterator[dict[str, Any]]:
    """The fields of every row after `seq`, checked in batches."""
    form = _line_type(kind)
    columns = ", ".join(form.__struct_fields__)
    read = connection.execute(f"SELECT {columns} FROM log WHERE seq > ? ORDER BY seq", (seq,))  # noqa: S608  # names of our own fields
    while batch := read.fetchmany(_BATCH):
        yield from (_decode_json_fields(msgspec.structs.asdict(line)) for line in _check_batch(batch, form))


def _decode_json_fields(fields: dict[str, Any]) -> dict[str, Any]:
    try:
        fields["points"] = _decode_points(fields["points"])
        if "answer" in fields:
            fields["answer"] = json.loads(fields["answer"])
    except (ValueError, RecursionError):  # msgspec's errors are ValueErrors
        raise RefusedError("damaged_row", row=fields["seq"]) from None
    return fields


@functools.lru_cache(maxsize=4_096)
def _decode_points(text: str) -> tuple[str, ...]:
    """Cached, as few different texts come up."""
    return msgspec.json.decode(text, type=tuple[str, ...])


@functools.cache
def _line_type(kind: type[ScheduleRow]) -> type[msgspec.Struct]:
    """The struct that a database line must match to become a record of `kind`."""
    fields = [(field.name, str if field.name in _IN_JSON else field.type) for field in msgspec.structs.fields(kind)]
    return msgspec.defstruct("Held", fields, array_like=True, gc=False)


def _check_batch(batch: list[tuple[Any, ...]], form: type[msgspec.Struct]) -> list[Any]:
    try:
        return msgspec.convert(batch, list[form])  # type: ignore[valid-type]  # a form is made from the fields of a record
    except msgspec.ValidationError:
        return [_check_line(values, form) for values in batch]


def _check_line(values: tuple[Any, ...], form: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        return msgspec.convert(values, form)
    except msgspec.ValidationError:
        raise RefusedError("damaged_row", row=values[0]) from None
