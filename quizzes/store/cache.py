"""The state kept beside the log, so that opening reads only what is new. Whatever is wrong with it, the log makes it again."""

from __future__ import annotations

import contextlib
import sqlite3
from hashlib import blake2b
from typing import Final

import msgspec

from quizzes.learned import State
from quizzes.scheduling import Settings, algorithm
from quizzes.store.database import writing
from quizzes.store.lines import last_seq

_VERSION: Final = 2
"""Raise it when the same rows should add up to something else."""
_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS cached (name TEXT PRIMARY KEY, through INTEGER NOT NULL, made_by TEXT NOT NULL, data BLOB NOT NULL)
"""
_SEAL: Final = 16
"""Bytes of the hash before a kept state."""
_DECODER: Final = msgspec.msgpack.Decoder(State)


def read(connection: sqlite3.Connection, settings: Settings) -> State:
    """The state that was kept last; an empty one where there is none that fits."""
    with contextlib.suppress(sqlite3.OperationalError, msgspec.MsgspecError, TypeError):
        found = connection.execute("SELECT data FROM cached WHERE name = 'state' AND made_by = ?", (_made_by(settings),)).fetchone()
        if found is not None and (plain := _unsealed(found[0])) and (state := _DECODER.decode(plain)).through <= last_seq(connection):
            return state
    return State()


def write(connection: sqlite3.Connection, state: State, settings: Settings) -> None:
    """Keep the state, unless a later one is kept. Raises sqlite3.Error."""
    values = ("state", state.through, _made_by(settings), _sealed(msgspec.msgpack.encode(state)))
    with writing(connection):
        connection.execute(_TABLE)
        connection.execute(
            "INSERT INTO cached VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE"
            " SET through = excluded.through, made_by = excluded.made_by, data = excluded.data"
            " WHERE excluded.through > through OR excluded.made_by <> made_by",
            values,
        )


def _sealed(plain: bytes) -> bytes:
    """The bytes behind their hash: a byte that a disk changed could be another state that reads as well."""
    return blake2b(plain, digest_size=_SEAL).digest() + plain


def _unsealed(data: bytes) -> bytes:
    """The bytes behind a hash; none where it is not theirs. Raises TypeError for what is no bytes."""
    plain = data[_SEAL:]
    return plain if _sealed(plain) == data else b""


def _made_by(settings: Settings) -> str:
    """What the state depends on beside the log."""
    return f"{_VERSION} {algorithm()} {msgspec.json.encode(settings).decode()}"
