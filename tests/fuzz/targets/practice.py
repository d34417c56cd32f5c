"""The learner's log as anybody may find it: rows and kept states of any content; practice goes on, and says what it cannot read."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from quizzes.bank import Bank
from quizzes.exam import encode_exam
from quizzes.exam_assembly import assemble_exam
from quizzes.item_supply import ItemSupply
from quizzes.learning_state import LearningState, rebuild_state
from quizzes.practice_log import LogRow, flag_row, lesson_row, suspension_row, undo_row
from quizzes.scheduling import Settings
from quizzes.store import LOG_FILE, LogStore
from quizzes.store.database import APPLICATION_ID, MIGRATIONS
from quizzes.store.log_rows import _INSERT, _column_values
from quizzes.store.state_cache import _add_hash, _cache_version
from quizzes.study_plan import Goal
from tests.fuzz.base import base, scratch_folder
from tests.fuzz.edits import EDIT, ChoiceBytes, edit_document
from tests.quizzes.practice_rows import QUESTIONS, answer, at
from tests.quizzes.sample_items import LIVE, plenty
from tests.tui.practice.student import Student
from tui.practice.practice_files import EXAM, GOAL

_KEPT: Final = 2
"""A first byte that says: rows as they should be, and the rest is the kept state."""
_LEFT: Final = 3
"""A first byte that says: the exam that was left, or the date to work towards, is another; the next one says raw or edited."""
_LINES: Final = ("menu", "resume", "a", "flag", "next", "open", "undo", "go 2", "hand in", "hand in", "next", "progress", "menu", "today")
_ROWS: Final[tuple[LogRow, ...]] = (
    *(answer(question, days=number, verdict=("correct", "incorrect", "partial")[number % 3]) for number, question in enumerate(QUESTIONS)),
    flag_row("item-1", time=at(9)),
    suspension_row("glossary/p1", time=at(9)),
    lesson_row("cpu-against-gpu", time=at(9)),
    undo_row(3, time=at(10)),
)


def fuzz(data: bytes) -> None:
    """The first byte says whether the state, the rows, the whole file or what lies beside it is other than it should be."""
    drawn = ChoiceBytes(data)
    form = drawn.byte()
    if form == _LEFT:
        _gone_on_with(drawn)
        return
    with scratch_folder() as folder:
        path = Path(folder) / "practice" / LOG_FILE
        path.parent.mkdir(mode=0o700)
        if form == EDIT:
            _write_log(path, _edit_log(drawn), None)
        elif form == _KEPT:
            _write_log(path, [_column_values(row) for row in _ROWS], drawn.rest())
        else:
            path.write_bytes(drawn.rest())
        _practise(path.parent, is_sound=form == _KEPT)


def _gone_on_with(drawn: ChoiceBytes) -> None:
    """Practice beside a file that somebody changed: it is gone on with as far as that makes sense, and never fails."""
    is_edit, name, pace = drawn.byte() == EDIT, drawn.pick((EXAM, GOAL)), drawn.byte()
    text = msgspec.json.encode(edit_document(drawn, _beside()[name])) if is_edit else drawn.rest()
    with scratch_folder() as folder:
        path = Path(folder) / "practice"
        path.mkdir(mode=0o700)
        for kept, document in _beside().items():
            (path / kept).write_bytes(text if kept == name else msgspec.json.encode(document))
        student = Student(base(), path, _bank())
        with contextlib.closing(student.talk):
            for line in _LINES:
                student.seconds += pace * pace
                student.says(line)


@functools.cache
def _bank() -> Bank:
    return plenty(1)


@functools.cache
def _beside() -> dict[str, Any]:
    """An exam of each form of question under way, and a date to work towards."""
    exam = (
        assemble_exam(ItemSupply(_bank()), LIVE, seed=3, questions=9)
        .with_answer(_bank(), "a", index=0)
        .with_flag_toggled(1)
        .with_time_spent(60)
    )
    goal = Goal(day=dt.date(2027, 6, 1), minutes=20)
    return {EXAM: msgspec.json.decode(encode_exam(exam)), GOAL: msgspec.json.decode(msgspec.json.encode(goal))}


def _practise(folder: Path, *, is_sound: bool) -> None:
    """Open, answer, take back, open again. What was acknowledged is there, and the state is that of the rows."""
    with contextlib.closing(LogStore(base(), folder)) as store:
        assert store.can_save == (not store.problem_notice)
        assert store.can_save or not is_sound
        before = len(store.read_rows())
        saved = store.append_rows(answer(QUESTIONS[0], days=20))
        assert saved.is_kept == store.can_save or saved.notice
        is_kept = saved.is_kept
        state, rows = store.state, store.read_rows()
        assert len(rows) == before + 1 or not store.can_save
        if store.can_save:
            assert _check_same(state, rebuild_state(rows, store.settings))
        store.undo_answer(dt.datetime(2026, 12, 1, tzinfo=dt.UTC))
    with contextlib.closing(LogStore(base(), folder)) as again:
        if is_kept and again.can_save:
            rows = again.read_rows()
            if again.can_save:
                assert any(row.about == QUESTIONS[0].id for row in rows)
                assert _check_same(again.state, rebuild_state(rows, again.settings))


def _check_same(one: LearningState, other: LearningState) -> bool:
    return msgspec.json.encode(one, order="sorted") == msgspec.json.encode(other, order="sorted")


def _edit_log(drawn: ChoiceBytes) -> list[tuple[Any, ...]]:
    """Rows of which columns hold something else; what no column holds becomes nothing."""
    changed = edit_document(drawn, [_column_values(row) for row in _ROWS])
    found = [row for row in changed if isinstance(row, list)] if isinstance(changed, list) else []
    width = len(_column_values(_ROWS[0]))
    plain = ([None if isinstance(value, list | dict) else value for value in row] for row in found)
    return [tuple([*row, *[None] * width][:width]) for row in plain]


def _write_log(path: Path, rows: list[tuple[Any, ...]], kept: bytes | None) -> None:
    """A log of the present version. What SQLite itself refuses is left out."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for statement in (*MIGRATIONS[0], f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {len(MIGRATIONS)}"):
            connection.execute(statement)
        for row in rows:
            with contextlib.suppress(sqlite3.IntegrityError, OverflowError, UnicodeEncodeError):
                connection.execute(_INSERT, row)
        if kept is not None:
            connection.execute("INSERT INTO cached VALUES ('state', ?, ?, ?)", (len(rows), _cache_version(Settings()), kept))


def seeds() -> Iterator[bytes]:
    """A log as it should be, as bytes; rows to edit; the state that belongs to them, whole and cut."""
    with scratch_folder() as folder:
        path = Path(folder) / LOG_FILE
        _write_log(path, [_column_values(row) for row in _ROWS], None)
        yield b"\0" + path.read_bytes()
    yield from (bytes((EDIT, number)) for number in range(len(_ROWS)))
    numbered = [msgspec.structs.replace(row, seq=seq) for seq, row in enumerate(_ROWS, 1)]
    state = msgspec.msgpack.encode(rebuild_state(numbered))
    for kept in (
        _add_hash(state),
        state,
        _add_hash(state)[:-20],
        _add_hash(state[:-20]),
        _add_hash(msgspec.msgpack.encode(LearningState())),
    ):
        yield bytes((_KEPT,)) + kept
    for number, document in enumerate(_beside().values()):
        yield bytes((_LEFT, 0, number, 5)) + msgspec.json.encode(document)
        yield bytes((_LEFT, EDIT, number, 5))
