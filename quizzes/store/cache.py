"""The state kept beside the log, so that opening reads only what is new. Whatever is wrong with it, the log makes it again."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Final

import msgspec

from quizzes.learned import State
from quizzes.scheduling import Settings, algorithm
from quizzes.store.database import writing
from quizzes.store.lines import last_seq

_VERSION: Final = 1
"""Raise it when the same rows should add up to something else."""
_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS cached (name TEXT PRIMARY KEY, through INTEGER NOT NULL, made_by TEXT NOT NULL, data BLOB NOT NULL)
"""
_DECODER: Final = msgspec.msgpack.Decoder(State)


def read(connection: sqlite3.Connection, settings: Settings) -> State:
    """The state that was kept last; an empty one where there is none that fits."""
    with contextlib.suppress(sqlite3.OperationalError, msgspec.MsgspecError, TypeError):
        found = connection.execute("SELECT data FROM cached WHERE name = 'state' AND made_by = ?", (_made_by(settings),)).fetchone()
        if found is not None and (state := _DECODER.decode(found[0])).through <= last_seq(connection):
            return state
    return State()


def write(connection: sqlite3.Connection, state: State, settings: Settings) -> None:
    """Keep the state, unless a later one is kept. Raises sqlite3.Error."""
    values = ("state", state.through, _made_by(settings), msgspec.msgpack.encode(state))
    with writing(connection):
        connection.execute(_TABLE)
        connection.execute(
            "INSERT INTO cached VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE"
            " SET through = excluded.through, made_by = excluded.made_by, data = excluded.data"
            " WHERE excluded.through > through OR excluded.made_by <> made_by",
            values,
        )


def _made_by(settings: Settings) -> str:
    """What the state depends on beside the log."""
    return f"{_VERSION} {algorithm()} {msgspec.json.encode(settings).decode()}"
