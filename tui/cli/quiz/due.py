"""`sizewise quiz due`: what to practise today, and with an exam date on each day until then."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from knowledge import Knowledge
from knowledge.schema.record import Record
from quizzes.study_plan import DAYS_TO_REPEAT, Goal, Outlook, Pick
from tui.cli.quiz.learner import Learner, open_learner
from tui.output.exit_status import DONE, INTERNAL
from tui.output.json_text import render_json
from tui.output.streams import print_error
from tui.practice.practice_sentences import practice_sentence
from tui.views.text_lines import WIDTH, wrap_text


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
    """What is left of today's share of the plan; empty without an exam date."""
    days: tuple[Outlook, ...]
    """The plan day by day, from today to the day before the exam; empty without an exam date."""


def run(arguments: argparse.Namespace) -> int:
    """Print the points that are due, and where there is an exam date today's share of the plan and each day of it."""
    with open_learner(arguments) as found:
        today = build_today(found)
        if found.store.problem_notice:
            print_error(found.store.problem_notice)
        print(render_json(as_json(today)) if arguments.json else "\n".join(due_lines(today, found)))
    return INTERNAL if found.store.is_lost else DONE


def build_today(found: Learner) -> Today:
    """The points due, the longest due first, today's share of the plan, and its days."""
    state, day = found.store.state, found.progress.today
    points = tuple(
        Point(point=point, name=_point_name(point, found), due=state.cards[point].due.isoformat(), wrong=state.cards[point].is_pending)
        for point in state.points_due(day)
    )
    plan = found.progress.plan
    picks, days = (plan.today, plan.outlook) if plan is not None else ((), ())
    return Today(schema=2, today=day.isoformat(), due=points, plan=picks, days=days)


def as_json(today: Today) -> dict[str, Any]:
    """The document of `--json`."""
    document: dict[str, Any] = msgspec.to_builtins(today)
    return document


def due_lines(today: Today, found: Learner) -> Iterator[str]:
    """The page as lines."""
    base = found.knowledge
    yield practice_sentence(base, "due_head", count=len(today.due), today=today.today)
    for one in today.due:
        yield f"  {one.due}  {one.name}" + (f"  ({practice_sentence(base, 'due_wrong')})" if one.wrong else "")
    goal = found.progress.goal
    if goal is not None:
        yield practice_sentence(
            base, "due_plan", day=goal.day, count=len(today.plan), minutes=round(sum(one.minutes for one in today.plan))
        )
        yield from (
            f"  {_point_name(one.point, found)}" + (f"  ({practice_sentence(base, 'due_new')})" if one.is_new else "") for one in today.plan
        )

        yield from _plan_lines(today.days, goal, base)


def _plan_lines(days: Sequence[Outlook], goal: Goal, base: Knowledge) -> Iterator[str]:
    """A row for each day until the exam."""
    head = practice_sentence(base, "due_days", day=goal.day, minutes=f"{goal.minutes:g}")
    yield from (line.text for line in wrap_text(head, WIDTH))
    heads = [practice_sentence(base, f"due_days_{name}") for name in ("day", "again", "new", "minutes", "known")]
    widths = [len(str(goal.day)), *(len(head) for head in heads[1:])]
    rows = [(str(one.day), str(one.reviews), str(one.first_times), f"{one.minutes:.0f}", f"{one.known:.0%}") for one in days]
    for cells in (heads, *rows):
        first, *others = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield f"  {first.strip():{widths[0]}}  " + "  ".join(others)
    yield from (line.text for line in wrap_text(practice_sentence(base, "due_days_end", last=DAYS_TO_REPEAT), WIDTH))


def _point_name(point: str, found: Learner) -> str:
    kind, _, identity = point.partition("/")
    entry = getattr(found.knowledge, kind, {}).get(identity)
    return str(getattr(entry, "name", "") or identity)
