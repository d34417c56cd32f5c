"""What `quiz due` and `quiz stats` share: the log, the exam and the exam date."""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from knowledge import Knowledge, load
from knowledge.errors import InputError
from quizzes.blueprint import Blueprint
from quizzes.progress import Progress, measure_progress
from quizzes.store import LogStore
from quizzes.study_plan import Goal
from tui.practice.practice_files import PracticeFiles
from tui.practice.setup import load_supply
from tui.practice.typed_requests import make_goal


class Learner(NamedTuple):
    """The learner's progress today."""

    knowledge: Knowledge
    store: LogStore
    blueprint: Blueprint
    progress: Progress


@contextmanager
def open_learner(arguments: argparse.Namespace) -> Iterator[Learner]:
    """Open this machine's log and measure progress. Raises InputError for an unknown exam or an impossible goal."""
    knowledge = load()
    supply = load_supply(knowledge)
    blueprint = supply.bank.find_blueprint(arguments.exam)
    today = dt.datetime.now(dt.UTC).date()
    aim = _goal_from_options(arguments, today)
    store = LogStore(knowledge)
    try:
        aim = aim or _goal_from_file(store, today)
        items = list(supply.askable_by_id.values())
        found = measure_progress(store.read_rows(), store.state, items, supply.bank.course, blueprint, today=today, goal=aim)
        yield Learner(knowledge, store, blueprint, found)
    finally:
        store.close()


def _goal_from_options(arguments: argparse.Namespace, today: dt.date) -> Goal | None:
    if arguments.exam_date is None:
        if arguments.minutes is not None:
            raise InputError("minutes: they need the day of the exam. Give --exam-date too.")
        return None
    return make_goal(arguments.exam_date, arguments.minutes, today)


def _goal_from_file(store: LogStore, today: dt.date) -> Goal | None:
    """The goal saved in practice, if its date is in the future."""
    kept = PracticeFiles(store.path.parent).read_goal()
    return kept if kept is not None and kept.day > today else None
