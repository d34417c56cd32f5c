"""Rows of the log as the database holds them. Text that SQLite cannot hold is escaped, so that no answer is refused."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from quizzes.log import Row
from quizzes.store.database import RefusedError

_COLUMNS: Final = tuple(field.name for field in msgspec.structs.fields(Row))
_INSERT: Final = f"INSERT INTO log ({', '.join(_COLUMNS[1:])}) VALUES ({', '.join('?' * (len(_COLUMNS) - 1))})"  # noqa: S608  # names of our own fields
_SELECT: Final = f"SELECT {', '.join(_COLUMNS)} FROM log WHERE seq > ? ORDER BY seq"  # noqa: S608  # the same
_LAST_ANSWER: Final = """
    SELECT max(seq) FROM log
    WHERE kind = 'answer' AND seq NOT IN (SELECT CAST(about AS INTEGER) FROM log WHERE kind = 'undo')
"""
_SAME: Final = " AND time = ? AND about = ? AND part IS ?"


def insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Add rows at the end. The transaction is the caller's."""
    connection.executemany(_INSERT, (_values(row) for row in rows))


def rows_after(connection: sqlite3.Connection, seq: int) -> Iterator[Row]:
    """Every row behind `seq` in order. Raises RefusedError for one that cannot be read."""
    for values in connection.execute(_SELECT, (seq,)):
        yield _row(values)


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


def _row(values: tuple[Any, ...]) -> Row:
    fields = dict(zip(_COLUMNS, values, strict=True))
    try:
        fields["points"] = msgspec.json.decode(fields["points"])
        fields["answer"] = json.loads(fields["answer"])
        return msgspec.convert(fields, Row)
    except (ValueError, TypeError, RecursionError):  # msgspec's errors are ValueErrors
        raise RefusedError("damaged_row", row=fields["seq"]) from None
