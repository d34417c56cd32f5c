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

ANEW_BAR: Final = 1.0
KEPT_BAR: Final = 0.2
"""Times what it takes to read the rows of the log and to decode what they hold."""
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
from contextlib import closing
import sqlite3
start = time.perf_counter()
with closing(sqlite3.connect(Path(sys.argv[1]) / sys.argv[3])) as connection:
    rows = connection.execute("SELECT time, verdict, points, answer FROM log").fetchall()
    decoded = [(json.loads(row[2]), json.loads(row[3])) for row in rows]
reading = time.perf_counter() - start
del rows, decoded
start = time.perf_counter()
store = LogStore(knowledge, Path(sys.argv[1]))
taken = time.perf_counter() - start
assert store.can_save and store.state.through == int(sys.argv[2])
print(json.dumps([taken, reading]))
store.close()
"""


def report(environment: Mapping[str, str], ledger: Ledger) -> None:
    """Enter both times, as processes of their own, beside a plain reading of the rows in each of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with contextlib.closing(open_database(folder / LOG_FILE)) as connection, write_transaction(connection):
            insert_rows(connection, _rows())
        anew, kept, readings = zip(*_measure_times(folder, environment), strict=True)
    reference = ledger.reference(f"{ROWS:,} rows read and decoded", readings)
    ledger.ratio("practice log rebuilt", anew, reference, ANEW_BAR)
    ledger.ratio("practice log opened", kept, reference, KEPT_BAR)


def _measure_times(folder: Path, environment: Mapping[str, str]) -> Iterator[tuple[float, float, float]]:
    """Seconds to open it without and with what was kept, in turn, and to read its rows."""
    for _ in range(_ROUNDS):
        with contextlib.closing(sqlite3.connect(folder / LOG_FILE)) as connection, connection:
            connection.execute("DROP TABLE cached")
        anew, reading = _open_practice(folder, environment)
        yield anew, statistics.median(_open_practice(folder, environment)[0] for _ in range(3)), reading


def _open_practice(folder: Path, environment: Mapping[str, str]) -> tuple[float, float]:
    command = [sys.executable, "-c", _OPEN, str(folder), str(ROWS), LOG_FILE]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # our own code
    taken, reading = json.loads(done.stdout)
    return taken, reading


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
