"""How long a learner waits for a log of 100,000 answers: with the state that is kept beside it, and where that has to be made anew."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from quizzes.practice_log import LogRow
from quizzes.store import LOG_FILE
from quizzes.store.database import open_database, write_transaction
from quizzes.store.log_rows import insert_rows
from tests.bench.ledger import Ledger

BAR_MS: Final = 1_000.0
ROWS: Final = 100_000
_A_DAY: Final = 20
"""Answers: few enough that nearly each of them drives the schedule of its points, which is the most work."""
_POINTS: Final = 366
_OF_AN_ITEM: Final = 3
_WRONG: Final = 4
"""One of so many answers is wrong."""
_ROUNDS: Final = 5
_START: Final = dt.datetime(2012, 1, 1, 18, tzinfo=dt.UTC)
_OPEN: Final = """
import json, sys, time
from pathlib import Path
from knowledge import load
from quizzes.store import LogStore
knowledge = load()
start = time.perf_counter()
store = LogStore(knowledge, Path(sys.argv[1]))
taken = time.perf_counter() - start
assert store.can_save and store.state.through == int(sys.argv[2])
print(json.dumps(taken * 1000))
store.close()
"""


def report(environment: Mapping[str, str], ledger: Ledger, reference: float) -> None:
    """Enter both times, as processes of their own; the `reference`, s, is a start of Python."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with contextlib.closing(open_database(folder / LOG_FILE)) as connection, write_transaction(connection):
            insert_rows(connection, _rows())
        anew, kept = zip(*_measure_times(folder, environment), strict=True)
    more = f"{ROWS:,} rows; slowest {max(anew):.0f} ms"
    ledger.limit("practice log, its state made anew", anew, BAR_MS, reference, more)
    ledger.limit("practice log, from its state", kept, BAR_MS, reference, f"median of {len(kept)}")


def _measure_times(folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[float, float]]:
    """Milliseconds to open it without and with what was kept, in turn."""
    for _ in range(_ROUNDS):
        with contextlib.closing(sqlite3.connect(folder / LOG_FILE)) as connection, connection:
            connection.execute("DROP TABLE cached")
        yield _open_practice(folder, environment), statistics.median(_open_practice(folder, environment) for _ in range(3))


def _open_practice(folder: Path, environment: Mapping[str, str]) -> float:
    command = [sys.executable, "-c", _OPEN, str(folder), str(ROWS)]
    return float(json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout))  # our own code


def _rows() -> Iterator[LogRow]:
    for number in range(ROWS):
        day, nth = divmod(number, _A_DAY)
        first = number * 7 % _POINTS
        yield LogRow(
            time=_START + dt.timedelta(days=day, minutes=nth),
            kind="answer",
            about=f"item-{first}",
            type=("choice", "matching", "typed")[number % 3],
            task="3.1",
            difficulty=3,
            points=tuple(f"glossary/point-{(first + at) % _POINTS}" for at in range(_OF_AN_ITEM)),
            answer=[1],
            verdict="incorrect" if number % _WRONG == 0 else "correct",
            confidence=2,
            seconds=30.0,
            mode="review",
        )
