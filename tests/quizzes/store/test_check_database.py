"""A look at the log that changes nothing."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.store import LOG_FILE, LogStore
from quizzes.store.database import MIGRATIONS, RefusedError, check_database
from tests.quizzes.practice_rows import Question, answer


@pytest.fixture
def path(knowledge: Knowledge, tmp_path: Path) -> Path:
    """A log with two rows."""
    store = LogStore(knowledge, tmp_path)
    store.append_rows(answer(Question(id="a")), answer(Question(id="b"), 1))
    store.close()
    return tmp_path / LOG_FILE


def test_version_and_rows_are_told(path: Path) -> None:
    """And the file, with all beside it, is as it was."""
    before, beside = path.read_bytes(), sorted(path.parent.iterdir())
    assert check_database(path) == (len(MIGRATIONS), 2)
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == (before, beside)


def test_an_older_log_is_not_moved_forward(path: Path) -> None:
    """That is for practice to do, with a copy beside it."""
    assert check_database(path, newest=len(MIGRATIONS) + 1)[0] == len(MIGRATIONS)
    assert check_database(path)[0] == len(MIGRATIONS)


def test_a_page_that_no_quick_look_reads_is_read(path: Path) -> None:
    """An index that has lost its rows is damage, which only a check of everything finds."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE UNIQUE INDEX spare ON cached (through)")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE UNIQUE INDEX spare ON cached (made_by)' WHERE name = 'spare'")
        connection.commit()
    with pytest.raises(RefusedError) as refused:
        check_database(path)
    assert refused.value.key == "damaged"


def test_a_log_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """It is out of reach."""
    with pytest.raises(RefusedError) as refused:
        check_database(tmp_path / LOG_FILE)
    assert refused.value.key == "unreachable"
    assert list(tmp_path.iterdir()) == []
