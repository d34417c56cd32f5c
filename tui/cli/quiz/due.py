"""`sizewise quiz due`: what to practise today."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from knowledge.schema.record import Record
from quizzes.plan import Pick
from tui.cli.json_text import json_text
from tui.cli.main import DONE, INTERNAL
from tui.cli.quiz.standing import Learner, learner
from tui.cli.streams import tell
from tui.practice.words import say


class Point(Record):
    """A knowledge point that is due."""

    point: str
    """As kind/id of the base."""
    name: str
    due: str
    """The day since which it is due."""
    wrong: bool
    """Whether its last answer was wrong."""


class Today(Record):
    """What `--json` prints."""

    schema: int
    today: str
    due: tuple[Point, ...]
    plan: tuple[Pick, ...]
    """Today's share of the plan; empty without an exam date."""


def run(arguments: argparse.Namespace) -> int:
    """Print the points that are due, and today's share of a plan where there is an exam date."""
    with learner(arguments) as found:
        today = today_of(found)
        if found.store.told:
            tell(found.store.told)
        print(json_text(as_json(today)) if arguments.json else "\n".join(_lines(today, found)))
    return INTERNAL if found.store.is_lost else DONE


def today_of(found: Learner) -> Today:
    """What is due, the longest due first, and the plan's share."""
    state, day = found.store.state, found.progress.today
    points = tuple(
        Point(point=point, name=_name(point, found), due=state.cards[point].due.isoformat(), wrong=state.cards[point].is_pending)
        for point in state.due(day)
    )
    plan = found.progress.plan
    return Today(schema=1, today=day.isoformat(), due=points, plan=plan.today if plan is not None else ())


def as_json(today: Today) -> dict[str, Any]:
    """The document of `--json`."""
    document: dict[str, Any] = msgspec.to_builtins(today)
    return document


def _lines(today: Today, found: Learner) -> Iterator[str]:
    base = found.knowledge
    yield say(base, "due_head", count=len(today.due), today=today.today)
    for one in today.due:
        yield f"  {one.due}  {one.name}" + (f"  ({say(base, 'due_wrong')})" if one.wrong else "")
    if found.progress.goal is not None:
        yield say(
            base, "due_plan", day=found.progress.goal.day, count=len(today.plan), minutes=round(sum(one.minutes for one in today.plan))
        )
        yield from (f"  {_name(one.point, found)}" + (f"  ({say(base, 'due_new')})" if one.is_new else "") for one in today.plan)


def _name(point: str, found: Learner) -> str:
    kind, _, identity = point.partition("/")
    entry = getattr(found.knowledge, kind, {}).get(identity)
    return str(getattr(entry, "name", "") or identity)
