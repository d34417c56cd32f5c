"""Several at once: two windows, two processes, another program that holds the file, a kill."""

from __future__ import annotations

import contextlib
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knowledge import Knowledge
from quizzes.learning_state import rebuild_state
from quizzes.practice_log import flag_row, lesson_row
from quizzes.store import LogStore
from tests.depth import rounds
from tests.quizzes.practice_rows import answer, at
from tests.quizzes.store.files import SPOT

ROOT = Path(__file__).parents[3]
KILLS = rounds(quick=1, long=200)


def test_two_stores_see_each_other(store: LogStore, knowledge: Knowledge) -> None:
    """Each answer is added after what the other added, and the state holds both."""
    other = LogStore(knowledge, store.path.parent)
    store.append_rows(answer(SPOT, 0))
    other.append_rows(answer(SPOT, 2))
    store.append_rows(flag_row("x", time=at(3)))
    assert store.state == other.refresh_state() == rebuild_state(store.read_rows())
    assert [row.seq for row in store.read_rows()] == [1, 2, 3]
    assert other.undo_answer(at(4)) is not None
    assert store.refresh_state().cards["glossary/spot"].reviews == 1
    other.close()


def test_what_cannot_be_saved_is_saved_with_the_next_answer(store: LogStore) -> None:
    """While another program holds the file the answer counts, is told about once, and is caught up with."""
    store.append_rows(answer(SPOT, 0))
    assert store._connection is not None
    store._connection.execute("PRAGMA busy_timeout = 1")
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        saved = store.append_rows(answer(SPOT, 3))
        assert (saved.is_kept, saved.notice) == (
            False,
            "Not saved: database is locked. Practice goes on, and the next answer tries again.",
        )
        assert store.append_rows(answer(SPOT, 20)).notice == ""
        assert store.state.cards["glossary/spot"].reviews == 3
        assert store.undo_answer(at(20)) is not None
        assert store.state.cards["glossary/spot"].reviews == 2
        other.execute("ROLLBACK")
    saved = store.append_rows(lesson_row("cpu-against-gpu", time=at(21)))
    assert (saved.is_kept, saved.notice) == (True, "Saved again; nothing is missing.")
    assert [row.kind for row in store.read_rows()] == ["answer", "answer", "lesson"]


def start_answering(folder: Path, cache: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that answers and says what is kept."""
    command = [sys.executable, "-m", "tests.quizzes.answering", str(folder), str(cache), name, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_two_processes_lose_nothing(knowledge: Knowledge, folder: Path, warm: Path) -> None:
    """Each answers many times at once; all answers are there, and so is the schedule that they add up to."""
    count = rounds(10, 40)
    processes = [start_answering(folder, warm, name, count) for name in ("one", "two")]
    kept = [line for process in processes for line in process.communicate()[0].split()]
    assert [process.returncode for process in processes] == [0, 0]
    store = LogStore(knowledge, folder)
    assert sorted(row.about for row in store.read_rows()) == sorted(kept)
    assert len(kept) == 2 * count
    assert store.state == rebuild_state(store.read_rows())
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_kill_at_any_moment_loses_no_acknowledged_answer(knowledge: Knowledge, folder: Path, warm: Path) -> None:
    """Every answer that was said to be kept is there, the next process opens the log, and its cache fits it."""
    chance = random.Random(8)  # noqa: S311  # moments to kill at
    acknowledged: set[str] = set()
    for number in range(KILLS):
        process = start_answering(folder, warm, f"run{number}", 100_000)
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(chance.uniform(0, 0.3))
        process.send_signal(signal.SIGKILL)
        lines = (first + process.communicate()[0]).splitlines(keepends=True)
        acknowledged |= {line.strip() for line in lines if line.endswith("\n")}
        store = LogStore(knowledge, folder)
        assert store.problem_notice == ""
        assert acknowledged <= {row.about for row in store.read_rows()}
        store.close()
    store = LogStore(knowledge, folder)
    assert store.state == rebuild_state(store.read_rows())
    assert len(acknowledged) >= KILLS
    store.close()
