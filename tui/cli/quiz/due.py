"""`sizewise quiz due`: what to practise today."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from knowledge.schema.record import Record
from quizzes.study_plan import Pick
from tui.cli.quiz.learner import Learner, open_learner
from tui.output.exit_status import DONE, INTERNAL
from tui.output.json_text import render_json
from tui.output.streams import print_error
from tui.practice.practice_sentences import practice_sentence


class Point(Record):
    """A knowledge point that is due."""

    point: str
    """As kind/id of the base."""
    name: str
    due: str
    """The day it became due."""
    wrong: bool
    """True if the last answer was wrong."""


class Today(Record):
    """What `--json` prints."""

    schema: int
    today: str
    due: tuple[Point, ...]
    plan: tuple[Pick, ...]
    """Today's share of the plan; empty without an exam date."""


def run(arguments: argparse.Namespace) -> int:
    """Print the points that are due, and today's share of a plan where there is an exam date."""
    with open_learner(arguments) as found:
        today = build_today(found)
        if found.store.problem_notice:
            print_error(found.store.problem_notice)
        print(render_json(as_json(today)) if arguments.json else "\n".join(_due_lines(today, found)))
    return INTERNAL if found.store.is_lost else DONE


def build_today(found: Learner) -> Today:
    """The points due, the longest due first, and today's share of the plan."""
    state, day = found.store.state, found.progress.today
    points = tuple(
        Point(point=point, name=_point_name(point, found), due=state.cards[point].due.isoformat(), wrong=state.cards[point].is_pending)
        for point in state.points_due(day)
    )
    plan = found.progress.plan
    return Today(schema=1, today=day.isoformat(), due=points, plan=plan.today if plan is not None else ())


def as_json(today: Today) -> dict[str, Any]:
    """The document of `--json`."""
    document: dict[str, Any] = msgspec.to_builtins(today)
    return document


def _due_lines(today: Today, found: Learner) -> Iterator[str]:
    base = found.knowledge
    yield practice_sentence(base, "due_head", count=len(today.due), today=today.today)
    for one in today.due:
        yield f"  {one.due}  {one.name}" + (f"  ({practice_sentence(base, 'due_wrong')})" if one.wrong else "")
    if found.progress.goal is not None:
        yield practice_sentence(
            base, "due_plan", day=found.progress.goal.day, count=len(today.plan), minutes=round(sum(one.minutes for one in today.plan))
        )
        yield from (
            f"  {_point_name(one.point, found)}" + (f"  ({practice_sentence(base, 'due_new')})" if one.is_new else "") for one in today.plan
        )


def _point_name(point: str, found: Learner) -> str:
    kind, _, identity = point.partition("/")
    entry = getattr(found.knowledge, kind, {}).get(identity)
    return str(getattr(entry, "name", "") or identity)
