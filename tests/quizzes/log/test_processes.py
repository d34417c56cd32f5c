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
from quizzes.learned import rebuild
from quizzes.log import flagged, lesson_read
from quizzes.store import Store
from tests.depth import rounds
from tests.quizzes.log.files import SPOT
from tests.quizzes.practice import answer, at

ROOT = Path(__file__).parents[3]
KILLS = rounds(quick=6, long=200)


def test_two_stores_see_each_other(store: Store, knowledge: Knowledge) -> None:
    """Each answer is added after what the other added, and the state holds both."""
    other = Store(knowledge, store.path.parent)
    store.append(answer(SPOT, 0))
    other.append(answer(SPOT, 2))
    store.append(flagged("x", time=at(3)))
    assert store.state == other.refresh() == rebuild(store.rows())
    assert [row.seq for row in store.rows()] == [1, 2, 3]
    assert other.undo(at(4)) is not None
    assert store.refresh().cards["glossary/spot"].reviews == 1
    other.close()


def test_what_cannot_be_saved_is_saved_with_the_next_answer(store: Store) -> None:
    """While another program holds the file the answer counts, is told about once, and is caught up with."""
    store.append(answer(SPOT, 0))
    assert store._connection is not None
    store._connection.execute("PRAGMA busy_timeout = 1")
    with contextlib.closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        saved = store.append(answer(SPOT, 3))
        assert (saved.is_kept, saved.told) == (
            False,
            "Not saved: database is locked. Practice goes on, and the next answer tries again.",
        )
        assert store.append(answer(SPOT, 20)).told == ""
        assert store.state.cards["glossary/spot"].reviews == 3
        assert store.undo(at(20)) is not None
        assert store.state.cards["glossary/spot"].reviews == 2
        other.execute("ROLLBACK")
    saved = store.append(lesson_read("cpu-against-gpu", time=at(21)))
    assert (saved.is_kept, saved.told) == (True, "Saved again; nothing is missing.")
    assert [row.kind for row in store.rows()] == ["answer", "answer", "lesson"]


def start_answering(folder: Path, cache: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that answers and says what is kept."""
    command = [sys.executable, "-m", "tests.quizzes.answering", str(folder), str(cache), name, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_two_processes_lose_nothing(knowledge: Knowledge, folder: Path, warm: Path) -> None:
    """Each answers forty times at once; all eighty are there, and so is the schedule that they add up to."""
    processes = [start_answering(folder, warm, name, 40) for name in ("one", "two")]
    kept = [line for process in processes for line in process.communicate()[0].split()]
    assert [process.returncode for process in processes] == [0, 0]
    store = Store(knowledge, folder)
    assert sorted(row.about for row in store.rows()) == sorted(kept)
    assert len(kept) == 80
    assert store.state == rebuild(store.rows())
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
        store = Store(knowledge, folder)
        assert store.told == ""
        assert acknowledged <= {row.about for row in store.rows()}
        store.close()
    store = Store(knowledge, folder)
    assert store.state == rebuild(store.rows())
    assert len(acknowledged) >= KILLS
    store.close()
