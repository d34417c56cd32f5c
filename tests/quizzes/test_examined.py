"""A look at the log that changes nothing."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.store import FILE, Store
from quizzes.store.database import STEPS, RefusedError, examined
from tests.quizzes.practice import Question, answer


@pytest.fixture
def path(knowledge: Knowledge, tmp_path: Path) -> Path:
    """A log with two rows."""
    store = Store(knowledge, tmp_path)
    store.append(answer(Question(id="a")), answer(Question(id="b"), 1))
    store.close()
    return tmp_path / FILE


def test_version_and_rows_are_told(path: Path) -> None:
    """And the file, with all beside it, is as it was."""
    before, beside = path.read_bytes(), sorted(path.parent.iterdir())
    assert examined(path) == (len(STEPS), 2)
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == (before, beside)


def test_an_older_log_is_not_moved_forward(path: Path) -> None:
    """That is for practice to do, with a copy beside it."""
    assert examined(path, newest=len(STEPS) + 1)[0] == len(STEPS)
    assert examined(path)[0] == len(STEPS)


def test_a_page_that_no_quick_look_reads_is_read(path: Path) -> None:
    """An index that has lost its rows is damage, which only a check of everything finds."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE UNIQUE INDEX spare ON cached (through)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE UNIQUE INDEX spare ON cached (made_by)' WHERE name = 'spare'")
        connection.commit()
    with pytest.raises(RefusedError) as refused:
        examined(path)
    assert refused.value.key == "damaged"


def test_a_log_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """It is out of reach."""
    with pytest.raises(RefusedError) as refused:
        examined(tmp_path / FILE)
    assert refused.value.key == "unreachable"
    assert list(tmp_path.iterdir()) == []
