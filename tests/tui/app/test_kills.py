"""The real app in a real terminal, killed at any moment: what stood on the screen is in the file."""

from __future__ import annotations

import contextlib
import os
import random
import re
import select
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from knowledge import Knowledge
from tests.bench.terminal import Terminal
from tests.depth import rounds
from tests.tui.app.conftest import PLANTS
from tui.sessions import SessionStore, conversations_after

KILLS: Final = rounds(quick=2, long=200)
LONGEST: Final = 1.5
"""Seconds after the first sentence at which the latest kill comes."""
_EFFECT: Final = re.compile(rb"answer within (\d+) ms, was")


class Doomed(Terminal):
    """The app, until it is killed."""

    shown = b""

    def read(self, until: float) -> bool:
        """Take what it writes, for at most the seconds until then; whether anything came."""
        if not select.select([self._ours], [], [], max(until - time.perf_counter(), 0))[0]:
            return False
        try:
            self.shown += os.read(self._ours, 1 << 16)
        except OSError:  # nobody is at the other end any more
            return False
        return True

    def kill(self) -> None:
        """End the process at once, and read what it had written."""
        self._process.kill()
        self._process.wait()
        while self.read(time.perf_counter()):
            pass

    @property
    def effects(self) -> list[int]:
        """The numbers whose effect was on the screen, each once, however often it was painted."""
        return list(dict.fromkeys(int(number) for number in _EFFECT.findall(self.shown)))


def talk_until_killed(settings: dict[str, str], moment: float) -> list[int]:
    """Type one answer after the other, each once the one before stands on the screen; what was seen when the kill came."""
    with Doomed([str(Path(sys.executable).with_name("sizewise"))], settings) as app:
        app.until("What do you want to run?")
        app.type(f"{PLANTS}\r")
        end = time.perf_counter() + moment
        typed = 50
        while time.perf_counter() < end:
            if b"What is it for?" in app.shown and (typed == 50 or typed in app.effects):
                typed += 1
                app.type(f"make it {typed} ms\r")
            app.read(end)
        app.kill()
        return app.effects


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal and no such kill")
def test_a_kill_at_any_moment_loses_no_answer_that_stood_on_the_screen(
    settings: dict[str, str], knowledge: Knowledge, tmp_path: Path
) -> None:
    """Each answer whose effect was seen is in the file, in order; at most one more; and the file can be gone on with."""
    chance = random.Random(20261122)  # noqa: S311  # moments, no secret
    seen_in_all = 0
    for number in range(KILLS):
        data = tmp_path / str(number)
        seen = talk_until_killed(settings | {"SIZEWISE_DATA": str(data)}, LONGEST * (number + chance.random()) / KILLS)
        store = SessionStore(knowledge, data / "sessions")
        kept = [
            one.now.answers["latency_p99_ms"].value
            for identity in store.list_ids()
            for one in conversations_after(store.read_steps(identity))
        ]
        assert kept[1:][: len(seen)] == seen
        assert len(kept) <= len(seen) + 2, "each answer was typed when the one before stood on the screen"
        if seen:
            with contextlib.closing(store.reopen_session(store.list_ids()[0])) as session:
                assert session.notice == ""
                assert session.conversation is not None
                assert session.conversation.now.answers["latency_p99_ms"].value == kept[-1]
        seen_in_all += len(seen)
    assert seen_in_all > 0, "nothing was seen before any kill, so nothing was tested"
