"""What `quiz due` and `quiz stats` have in common: the log, the exam, the date to work towards."""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from knowledge import Knowledge, load
from knowledge.errors import InputError
from quizzes.blueprint import Blueprint
from quizzes.plan import Goal
from quizzes.progress import Progress, progress
from quizzes.store import Store
from tui.practice.begin import supply_of
from tui.practice.shelf import Shelf
from tui.practice.wish import goal


class Learner(NamedTuple):
    """Where somebody stands today."""

    knowledge: Knowledge
    store: Store
    blueprint: Blueprint
    progress: Progress


@contextmanager
def learner(arguments: argparse.Namespace) -> Iterator[Learner]:
    """The log of this machine and what it adds up to. Raises InputError for an exam or a goal that is none."""
    knowledge = load()
    supply = supply_of(knowledge)
    blueprint = supply.bank.blueprint(arguments.exam)
    today = dt.datetime.now(dt.UTC).date()
    aim = _given(arguments, today)
    store = Store(knowledge)
    try:
        aim = aim or _kept(store, today)
        items = list(supply.every.values())
        found = progress(store.rows(), store.state, items, supply.bank.course, blueprint, today=today, goal=aim)
        yield Learner(knowledge, store, blueprint, found)
    finally:
        store.close()


def _given(arguments: argparse.Namespace, today: dt.date) -> Goal | None:
    if arguments.exam_date is None:
        if arguments.minutes is not None:
            raise InputError("minutes: they need the day of the exam. Give --exam-date too.")
        return None
    return goal(arguments.exam_date, arguments.minutes, today)


def _kept(store: Store, today: dt.date) -> Goal | None:
    """The date that was given in practice, while it is ahead."""
    kept = Shelf(store.path.parent).goal()
    return kept if kept is not None and kept.day > today else None
