"""Practice at a fixed hour after invented answers, so that its screens are the same every day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

from knowledge import Knowledge
from quizzes.bank import Bank
from quizzes.item_supply import ItemSupply
from quizzes.practice_log import LogRow, answer_row
from quizzes.store import LogStore
from tui.practice.setup import load_supply
from tui.practice.stage import PracticeContext
from tui.practice.talk import PracticeTalk

HOUR: Final = dt.datetime(2026, 11, 23, 9, 0, tzinfo=dt.UTC)
EXAM: Final = (
    *("recompute-cost-per-million", "one-size-down", "burstable-runs-dry", "steady-forty-a-second", "gpu-pods-stay-pending"),
    *("old-answer-elastic-inference", "case-bird-song-app", "work-that-may-go-to-batch", "signs-for-a-smaller-machine"),
    *("steady-encoder-volume", "serverless-gpu-claim", "match-families-to-work", "cheapest-gpu-entry"),
)
"""As many questions of each domain as the compute slice of the live exam has: of these alone it is put together the same way, whatever
comes to the bank."""
_EVENINGS: Final = (20, 19, 15, 8, 3)
"""How many days before HOUR all items of EXAM were answered."""
_EVERY: Final = 4
"""Every so many answers is a wrong one."""
_SECONDS: Final = 45


def stage_practice(base: Knowledge, folder: Path, only: Iterable[str] = ()) -> PracticeTalk:
    """A practice session over a log of five evenings in `folder`; `only` limits it to these items.

    Raises InputError for an unknown id.
    """
    supply = load_supply(base)
    store = LogStore(base, folder)
    if not store.state.through:
        store.append_rows(*_log_rows(supply.bank))
    names = tuple(only)
    asked = ItemSupply(_restrict_bank(supply.bank, names)) if names else supply
    return PracticeTalk(PracticeContext(base, asked, store, lambda: HOUR, lambda: 0.0))


def _log_rows(bank: Bank) -> Iterator[LogRow]:
    for number, (days, (at, identity)) in enumerate(product(_EVENINGS, enumerate(EXAM)), 1):
        is_wrong = number % _EVERY == 0
        yield answer_row(
            bank.find_item(identity),
            time=HOUR - dt.timedelta(days=days) + dt.timedelta(minutes=at),
            verdict="incorrect" if is_wrong else "correct",
            answer=None,
            mode="review",
            confidence=number % 2 + (1 if is_wrong else 2),
            seconds=_SECONDS,
        )


def _restrict_bank(bank: Bank, names: Iterable[str]) -> Bank:
    """The bank with some of its items alone."""
    items = {name: bank.find_item(name) for name in names}
    sections: dict[str, Any] = {"items": items, "blueprints": bank.blueprints, "courses": bank.courses}
    return Bank(lambda section, _: sections[section])
