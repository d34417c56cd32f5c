"""What `sizewise doctor` says of conversations and of practice."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge import load
from quizzes.store import LOG_FILE, LogStore
from quizzes.store.database import MIGRATIONS
from tests.tui.doctor.conftest import findings, state_and_text


def practice_file(machine: Path) -> Path:
    """The file of the log, with one row less than none."""
    store = LogStore(load())
    store.close()
    return machine / "data" / "practice" / LOG_FILE


def test_a_whole_log_of_practice_is_well(machine: Path) -> None:
    """With its rows and its schema."""
    assert state_and_text("practice") == ("ok", f"no log yet; schema {len(MIGRATIONS)}")
    practice_file(machine)
    state, text = state_and_text("practice")
    assert state == "ok"
    assert text.startswith("0 rows in ")
    assert text.endswith(f"whole; schema {len(MIGRATIONS)}")


BREAKS: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-2000]),
    "scribbled": lambda path: path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 4096 + path.read_bytes()[8192:]),
    "no database": lambda path: path.write_bytes(b"nonsense" * 1000),
    "of another program": lambda path: run_sql(path, "PRAGMA application_id = 7"),
    "newer": lambda path: run_sql(path, "PRAGMA user_version = 99"),
}


def run_sql(path: Path, statement: str) -> None:
    """Change a database."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize("kind", BREAKS)
def test_a_log_that_is_not_well_is_a_problem_and_stays_as_it_is(machine: Path, kind: str) -> None:
    """Damaged, newer, of another program: told, and no byte of it is changed."""
    path = practice_file(machine)
    BREAKS[kind](path)
    before = path.read_bytes()
    one = findings()["practice"]
    assert one.state == "problem"
    assert one.next
    assert path.read_bytes() == before
    assert [name.name for name in path.parent.iterdir()] == [LOG_FILE]


def test_a_conversation_that_cannot_be_opened_is_noted(machine: Path) -> None:
    """With how many there are."""
    folder = machine / "data" / "sessions"
    folder.mkdir(parents=True)
    (folder / "20261122-101500-abcd.jsonl").write_bytes(b'{"sizewise":"session","v":99}\n{}\n')
    state, text = state_and_text("conversations")
    assert state == "note"
    assert text.startswith("1 in ")
    assert "1 cannot be opened" in text
