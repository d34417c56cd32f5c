"""A practice log for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.store import LogStore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the log is; not there yet."""
    return tmp_path / "data" / "practice"


@pytest.fixture
def store(knowledge: Knowledge, folder: Path) -> Iterator[LogStore]:
    """A new log."""
    one = LogStore(knowledge, folder)
    yield one
    one.close()
