"""The file of a log: opened anew, and as another program sees it."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

from knowledge import Knowledge
from quizzes.store import LogStore
from tests.quizzes.practice_rows import Question

SPOT = Question(id="which-job-takes-spot")


def again(store: LogStore, knowledge: Knowledge) -> LogStore:
    """The same log opened anew."""
    store.close()
    return LogStore(knowledge, store.path.parent)


def sql(path: Path, *statements: str) -> list[Any]:
    """What another program does to the file, and what the last statement gives."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        return [connection.execute(statement).fetchall() for statement in statements][-1]
