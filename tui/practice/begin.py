"""Practice on this machine: the bank, the log, the clock."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path

from knowledge import Knowledge
from quizzes.bank import load_bank
from quizzes.store import Store
from tui.practice.stage import Room
from tui.practice.talk import PracticeTalk


def begin(knowledge: Knowledge, folder: Path | None = None) -> PracticeTalk:
    """A talk over the log in `folder`, by default that of the user's data."""
    room = Room(knowledge, load_bank(knowledge), Store(knowledge, folder), lambda: dt.datetime.now(dt.UTC), time.monotonic)
    return PracticeTalk(room)
