"""The learning state cached beside the log, so that opening reads only new rows. If anything is wrong with it, it is rebuilt."""

from __future__ import annotations

import contextlib
import sqlite3
from hashlib import blake2b
from typing import Final

import msgspec

from quizzes.learning_state import LearningState
from quizzes.scheduling import Settings, algorithm_version
from quizzes.store.database import write_transaction
from quizzes.store.log_rows import last_seq

_VERSION: Final = 3
"""Raise it when the same rows should give another state."""
_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS cached (name TEXT PRIMARY KEY, through INTEGER NOT NULL, made_by TEXT NOT NULL, data BLOB NOT NULL)
"""
_HASH_BYTES: Final = 16
"""Bytes of the hash before a kept state."""
_DECODER: Final = msgspec.msgpack.Decoder(LearningState)


def read_state(connection: sqlite3.Connection, settings: Settings) -> LearningState:
    """The cached state; an empty one if there is none that fits."""
    with contextlib.suppress(sqlite3.OperationalError, msgspec.MsgspecError, TypeError):
        found = connection.execute("SELECT data FROM cached WHERE name = 'state' AND made_by = ?", (_cache_version(settings),)).fetchone()
        if found is not None and (plain := _strip_hash(found[0])) and (state := _DECODER.decode(plain)).through <= last_seq(connection):
            return state
    return LearningState()


def write_state(connection: sqlite3.Connection, state: LearningState, settings: Settings) -> None:
    """Cache the state, unless a later one is cached. Raises sqlite3.Error."""
    values = ("state", state.through, _cache_version(settings), _add_hash(msgspec.msgpack.encode(state)))
    with write_transaction(connection):
        connection.execute(_TABLE)
        connection.execute(
            "INSERT INTO cached VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE"
            " SET through = excluded.through, made_by = excluded.made_by, data = excluded.data"
            " WHERE excluded.through > through OR excluded.made_by <> made_by",
            values,
        )


def _add_hash(plain: bytes) -> bytes:
    """The bytes behind their hash, so that a byte flipped on disk is noticed."""
    return blake2b(plain, digest_size=_HASH_BYTES).digest() + plain


def _strip_hash(data: bytes) -> bytes:
    """The bytes behind a hash; none if the hash does not match. Raises TypeError for other types."""
    plain = data[_HASH_BYTES:]
    return plain if _add_hash(plain) == data else b""


def _cache_version(settings: Settings) -> str:
    """What the state depends on besides the log."""
    return f"{_VERSION} {algorithm_version()} {msgspec.json.encode(settings).decode()}"
