"""The learner's log as anybody may find it: rows and kept states of any content; practice goes on, and says what it cannot read."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from quizzes.learned import State, rebuild
from quizzes.log import Row, flagged, lesson_read, suspended, taken_back
from quizzes.scheduling import Settings
from quizzes.store import FILE, Store
from quizzes.store.cache import _made_by, _sealed
from quizzes.store.database import APPLICATION, STEPS
from quizzes.store.lines import _INSERT, _values
from tests.fuzz.base import base, scratch
from tests.fuzz.edits import EDIT, Drawn, edited
from tests.quizzes.practice import QUESTIONS, answer, at

_KEPT: Final = 2
"""A first byte that says: rows as they should be, and the rest is the kept state."""
_ROWS: Final[tuple[Row, ...]] = (
    *(answer(question, days=number, verdict=("correct", "incorrect", "partial")[number % 3]) for number, question in enumerate(QUESTIONS)),
    flagged("item-1", time=at(9)),
    suspended("glossary/p1", time=at(9)),
    lesson_read("cpu-against-gpu", time=at(9)),
    taken_back(3, time=at(10)),
)


def fuzz(data: bytes) -> None:
    """The first byte says whether the state, the rows or the whole file is other than it should be."""
    drawn = Drawn(data)
    form = drawn.byte()
    with scratch() as folder:
        path = Path(folder) / "practice" / FILE
        path.parent.mkdir(mode=0o700)
        if form == EDIT:
            _write(path, _edited(drawn), None)
        elif form == _KEPT:
            _write(path, [_values(row) for row in _ROWS], drawn.rest())
        else:
            path.write_bytes(drawn.rest())
        _practised(path.parent, is_sound=form == _KEPT)


def _practised(folder: Path, *, is_sound: bool) -> None:
    """Open, answer, take back, open again. What was acknowledged is there, and the state is that of the rows."""
    with contextlib.closing(Store(base(), folder)) as store:
        assert store.can_save == (not store.told)
        assert store.can_save or not is_sound
        before = len(store.rows())
        saved = store.append(answer(QUESTIONS[0], days=20))
        assert saved.is_kept == store.can_save or saved.told
        is_kept = saved.is_kept
        state, rows = store.state, store.rows()
        assert len(rows) == before + 1 or not store.can_save
        if store.can_save:
            assert _same(state, rebuild(rows, store.settings))
        store.undo(dt.datetime(2026, 12, 1, tzinfo=dt.UTC))
    with contextlib.closing(Store(base(), folder)) as again:
        if is_kept and again.can_save:
            rows = again.rows()
            if again.can_save:
                assert any(row.about == QUESTIONS[0].id for row in rows)
                assert _same(again.state, rebuild(rows, again.settings))


def _same(one: State, other: State) -> bool:
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


def _edited(drawn: Drawn) -> list[tuple[Any, ...]]:
    """Rows of which columns hold something else; what no column holds becomes nothing."""
    changed = edited(drawn, [_values(row) for row in _ROWS])
    found = [row for row in changed if isinstance(row, list)] if isinstance(changed, list) else []
    width = len(_values(_ROWS[0]))
    plain = ([None if isinstance(value, list | dict) else value for value in row] for row in found)
    return [tuple([*row, *[None] * width][:width]) for row in plain]


def _write(path: Path, rows: list[tuple[Any, ...]], kept: bytes | None) -> None:
    """A log of the present version. What SQLite itself refuses is left out."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for statement in (*STEPS[0], f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {len(STEPS)}"):
            connection.execute(statement)
        for row in rows:
            with contextlib.suppress(sqlite3.IntegrityError, OverflowError, UnicodeEncodeError):
                connection.execute(_INSERT, row)
        if kept is not None:
            connection.execute("INSERT INTO cached VALUES ('state', ?, ?, ?)", (len(rows), _made_by(Settings()), kept))


def seeds() -> Iterator[bytes]:
    """A log as it should be, as bytes; rows to edit; the state that belongs to them, whole and cut."""
    with scratch() as folder:
        path = Path(folder) / FILE
        _write(path, [_values(row) for row in _ROWS], None)
        yield b"\0" + path.read_bytes()
    yield from (bytes((EDIT, number)) for number in range(len(_ROWS)))
    numbered = [msgspec.structs.replace(row, seq=seq) for seq, row in enumerate(_ROWS, 1)]
    state = msgspec.msgpack.encode(rebuild(numbered))
    for kept in (_sealed(state), state, _sealed(state)[:-20], _sealed(state[:-20]), _sealed(msgspec.msgpack.encode(State()))):
        yield bytes((_KEPT,)) + kept
