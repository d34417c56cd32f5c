"""Practice at an hour that does not pass, after answers that somebody could have given: its screens come out the same on every day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

from knowledge import Knowledge
from quizzes.bank import Bank
from quizzes.log import Row, answered
from quizzes.store import Store
from quizzes.supply import Supply
from tui.practice.begin import supply_of
from tui.practice.stage import Room
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
"""Days before, on which all of them were answered."""
_EVERY: Final = 4
"""One of so many answers was wrong."""
_SECONDS: Final = 45


def practised(base: Knowledge, folder: Path, only: Iterable[str] = ()) -> PracticeTalk:
    """A talk over a log of five evenings in `folder`; with `only`, those items are all there is to ask.

    Raises InputError for an id of none.
    """
    supply = supply_of(base)
    store = Store(base, folder)
    if not store.state.through:
        store.append(*_rows(supply.bank))
    names = tuple(only)
    asked = Supply(_part(supply.bank, names)) if names else supply
    return PracticeTalk(Room(base, asked, store, lambda: HOUR, lambda: 0.0))


def _rows(bank: Bank) -> Iterator[Row]:
    for number, (days, (at, identity)) in enumerate(product(_EVENINGS, enumerate(EXAM)), 1):
        is_wrong = number % _EVERY == 0
        yield answered(
            bank.item(identity),
            time=HOUR - dt.timedelta(days=days) + dt.timedelta(minutes=at),
            verdict="incorrect" if is_wrong else "correct",
            answer=None,
            mode="review",
            confidence=number % 2 + (1 if is_wrong else 2),
            seconds=_SECONDS,
        )


def _part(bank: Bank, names: Iterable[str]) -> Bank:
    """The bank with some of its items alone."""
    items = {name: bank.item(name) for name in names}
    sections: dict[str, Any] = {"items": items, "blueprints": bank.blueprints, "courses": bank.courses}
    return Bank(lambda section, _: sections[section])
