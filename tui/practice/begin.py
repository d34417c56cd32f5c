"""Practice on this machine: what can be asked, the log, the clock."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path

from knowledge import Knowledge
from quizzes.bank import load_bank
from quizzes.generated import Generator, load_source
from quizzes.store import Store
from quizzes.supply import Supply
from tui.practice.stage import Room
from tui.practice.talk import PracticeTalk


def begin(knowledge: Knowledge, folder: Path | None = None) -> PracticeTalk:
    """A talk over the log in `folder`, by default that of the user's data."""
    supply = supply_of(knowledge)
    return PracticeTalk(Room(knowledge, supply, Store(knowledge, folder), lambda: dt.datetime.now(dt.UTC), time.monotonic))


def supply_of(knowledge: Knowledge) -> Supply:
    """The items that came with the package, and those that it makes."""
    return Supply(load_bank(knowledge), Generator(knowledge, load_source()))
