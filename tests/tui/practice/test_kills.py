"""The real command, killed while somebody answers: an answer whose feedback was read is in the log."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final

import pytest

from knowledge import Knowledge
from quizzes.practice_log import LogRow
from quizzes.store import LogStore
from tests.depth import LONG, rounds
from tests.tui.conftest import COMMAND

KILLS: Final = rounds(quick=1, long=200)
LONGEST: Final = 1.0
"""Seconds after the first answer at which the latest kill comes."""
PATIENCE: Final = 60.0
"""Seconds after which a program that says nothing is a failure; no measure of speed."""
ANSWERED: Final = b"Here is the right answer."
SCRIPT: Final = ("learn\n" + "?\nnext\n" * 25 + "stop\n").encode() * 200


class KilledProgram:
    """`sizewise quiz` on a pipe that always has a next line, until it is killed."""

    def __init__(self, settings: dict[str, str], data: Path) -> None:
        """Begin."""
        self.shown = b""
        self.process = subprocess.Popen(
            [COMMAND, "quiz"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings | {"SIZEWISE_DATA": str(data)}
        )
        for work in (self._type_script, self._read_output):
            threading.Thread(target=work, daemon=True).start()

    def _type_script(self) -> None:
        stdin = self.process.stdin
        assert stdin is not None
        try:
            stdin.write(SCRIPT)
            stdin.flush()
        except (BrokenPipeError, ValueError):
            return

    def _read_output(self) -> None:
        stdout = self.process.stdout
        assert stdout is not None
        while data := os.read(stdout.fileno(), 1 << 16):
            self.shown += data

    @property
    def answered(self) -> int:
        """Answers whose feedback was shown."""
        return self.shown.count(ANSWERED)

    def kill(self) -> int:
        """End it at once; how many answers had been acknowledged."""
        self.process.kill()
        self.process.wait()
        time.sleep(0.1)  # what it had written is still in the pipe
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
        return self.answered


def logged_answers(knowledge: Knowledge, data: Path) -> list[LogRow]:
    """The answers that the log holds."""
    store = LogStore(knowledge, data / "practice")
    try:
        assert store.problem_notice == ""
        return [row for row in store.read_rows() if row.kind == "answer"]
    finally:
        store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such kill")
def test_a_kill_at_any_moment_loses_no_answer_that_was_acknowledged(settings: dict[str, str], knowledge: Knowledge, tmp_path: Path) -> None:
    """Each is kept before it is told; one more may be kept that was not told yet; the next start goes on with the same log."""
    chance = random.Random(20261122)  # noqa: S311  # moments, no secret
    acknowledged = before = 0
    for number in range(KILLS):
        doomed = KilledProgram(settings, tmp_path)
        end = time.monotonic() + PATIENCE
        while not doomed.answered and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(LONGEST * (number + chance.random()) / KILLS)
        seen = doomed.kill()
        rows = logged_answers(knowledge, tmp_path)
        assert before + seen <= len(rows) <= before + seen + 1
        assert [row.seq for row in rows] == sorted({row.seq for row in rows})
        acknowledged, before = acknowledged + seen, len(rows)
    assert acknowledged >= KILLS


@pytest.mark.skipif(not LONG, reason="`tests/quizzes/store/test_processes.py` shows the same of the log itself")
def test_two_programs_on_one_log_lose_nothing(settings: dict[str, str], knowledge: Knowledge, tmp_path: Path) -> None:
    """Both answer at once; every acknowledged answer is there, and the state is that of the rows."""
    both = [KilledProgram(settings, tmp_path) for _ in range(2)]
    end = time.monotonic() + PATIENCE
    while any(one.answered < 5 for one in both) and time.monotonic() < end:
        time.sleep(0.01)
    seen = [one.kill() for one in both]
    rows = logged_answers(knowledge, tmp_path)
    assert min(seen) >= 5
    assert sum(seen) <= len(rows) <= sum(seen) + 2
    store = LogStore(knowledge, tmp_path / "practice")
    try:
        assert set(store.state.items) == {row.about for row in rows}
    finally:
        store.close()
