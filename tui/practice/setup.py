"""Sets practice up on this machine: the items, the learner's log, the clock."""

from __future__ import annotations

import datetime as dt
import time
from pathlib import Path

from knowledge import Knowledge
from quizzes.bank import load_bank
from quizzes.drills import DrillGenerator
from quizzes.generated import ItemGenerator, load_source
from quizzes.item_supply import ItemSupply
from quizzes.store import LogStore
from tui.practice.stage import PracticeContext
from tui.practice.talk import PracticeTalk


def open_practice(knowledge: Knowledge, folder: Path | None = None) -> PracticeTalk:
    """A practice talk over the log in `folder`, by default the one in the user's data folder."""
    supply = load_supply(knowledge)
    return PracticeTalk(PracticeContext(knowledge, supply, LogStore(knowledge, folder), lambda: dt.datetime.now(dt.UTC), time.monotonic))


def load_supply(knowledge: Knowledge) -> ItemSupply:
    """The items that came with the package and those that it generates."""
    generator = ItemGenerator(knowledge, load_source())
    return ItemSupply(load_bank(knowledge), generator, DrillGenerator(knowledge, generator))
