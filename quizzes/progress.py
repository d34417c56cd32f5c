"""The progress page for learners and leads: plain lines, with no number without its basis."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal

from knowledge import Knowledge
from knowledge.schema.record import Record
from knowledge.sentences import Say, bind_subject, fill_sentence
from quizzes.blueprint import Blueprint
from quizzes.course import Course
from quizzes.exam import Scope
from quizzes.item_dependencies import find_entry
from quizzes.learning_state import LearningState
from quizzes.lesson_path import Stop, next_stop, trace_path
from quizzes.mastery import MIN_ANSWERS, Breakdown, Share, Standing, Sureness, break_down_mastery, calibrate_confidence
from quizzes.practice_log import DRILL_PREFIX, Askable, LogRow
from quizzes.practice_statistics import WEEK, Day, Due, Kept, daily_activity, forecast_due, weekly_retention
from quizzes.study_plan import Goal, Plan, form_seconds, minutes_spent, plan_study, point_seconds, point_weights

_WIDTH: Final = 78
_WEEKS: Final = 4
"""Weeks of retention on the page."""
_NAME_WIDTH: Final = 40
_LESSON_WIDTH: Final = 36


class Progress(Record):
    """Everything the page says."""

    today: dt.date
    days: tuple[Day, ...]
    path: tuple[Stop, ...]
    breakdown: Breakdown
    calibration: tuple[Sureness, ...]
    due: tuple[Due, ...]
    """Two weeks from today, day by day; overdue points count as due today."""
    retention: tuple[Kept, ...]
    learned: int
    """Points asked so far."""
    leeches: tuple[str, ...]
    """Points suspended because they lapsed too often."""
    flagged: int
    goal: Goal | None = None
    plan: Plan | None = None


def exam_weights(blueprint: Blueprint, scope: Scope) -> dict[str, float]:
    """Task of the live exam -> its share of the exam or of its compute part, assuming that the tasks of a domain weigh the same.

    For a retired exam, the share of a task is split over the live tasks that match it.
    """
    live = list(blueprint.translated) or list(blueprint.tasks)
    own = [number for number in map(blueprint.task_of, live) if number]
    weights = {}
    for task in live:
        number = blueprint.task_of(task)
        if number and (scope == "whole" or blueprint.tasks[number].compute):
            domain = blueprint.domains[blueprint.domain_of(number)]
            weights[task] = domain.share / len(domain.tasks) / own.count(number)
    return weights


def measure_progress(
    rows: Sequence[LogRow],
    state: LearningState,
    items: Sequence[Askable],
    course: Course,
    blueprint: Blueprint,
    *,
    scope: Scope = "whole",
    today: dt.date,
    goal: Goal | None = None,
) -> Progress:
    """The learner's progress today. Raises InputError for a goal in the past or out of range."""
    weights = exam_weights(blueprint, scope)
    asked_in_it = [item for item in items if blueprint.id in item.exams or (blueprint.translated and item.exams)]
    beyond = {item.id for item in items}.difference(item.id for item in asked_in_it)
    called = {task: own for task in blueprint.translated if (own := blueprint.task_of(task))}
    points = point_weights(asked_in_it, weights)
    seconds = point_seconds(asked_in_it, form_seconds(rows))
    return Progress(
        today=today,
        days=daily_activity(rows),
        path=trace_path(state, items, course),
        breakdown=break_down_mastery(
            [row for row in rows if row.about not in beyond and not row.about.startswith(DRILL_PREFIX)], weights, asked_in_it, called
        ),
        calibration=calibrate_confidence(rows),
        due=forecast_due(state, today),
        retention=weekly_retention(rows),
        learned=len(state.cards),
        leeches=tuple(sorted(point for point, why in state.suspended.items() if why == "leech")),
        flagged=len(state.flagged),
        goal=goal,
        plan=plan_study(state, points, goal, today=today, seconds=seconds, spent=minutes_spent(rows, today)) if goal else None,
    )


def _rows_of_exam(rows: Sequence[LogRow], beyond: Collection[str]) -> list[LogRow]:
    """The rows without those on items beyond the exam, and on drills."""
    return [row for row in rows if row.about not in beyond and not row.about.startswith(DRILL_PREFIX)]


def render_progress(found: Progress, blueprint: Blueprint, knowledge: Knowledge) -> list[str]:
    """The page as lines of at most 78 columns."""
    say = bind_subject(knowledge, "progress")
    sections = (
        _summary_section(found, say),
        _path_section(found.path, say, knowledge),
        _readiness_section(found.breakdown, blueprint, say),
        _confidence_section(found.calibration, say),
        _schedule_section(found, say, knowledge),
        _plan_section(found, say),
    )
    lines: list[str] = []
    for section in sections:
        wrapped = [line for text in section for line in _wrap_row(text)]
        lines += ["", *wrapped] if lines and wrapped else wrapped
    return lines


def news_sentence(news: Literal["clock_back", "leech"], knowledge: Knowledge, **values: object) -> str:
    """The sentence for something noticed with an answer; "leech" takes `point` and `lesson`."""
    return fill_sentence(knowledge, "progress", news, **values)


def _summary_section(found: Progress, say: Say) -> Iterator[str]:
    yield say("title", today=found.today)
    if not found.days:
        yield say("nothing_yet")
        return
    asked, minutes = sum(day.asked for day in found.days), sum(day.minutes for day in found.days)
    values = {"days": len(found.days), "first": found.days[0].day, "last": found.days[-1].day}
    yield say("practised" if len(found.days) > 1 else "practised_once", asked=f"{asked:,}", hours=f"{minutes / 60:.1f}", **values)


def _path_section(stops: Sequence[Stop], say: Say, knowledge: Knowledge) -> Iterator[str]:
    done = sum(stop.progress_status == "done" for stop in stops)
    yield say("path", done=done, count=len(stops))
    for place, stop in enumerate(stops, 1):
        values = {
            "right": min(stop.right, stop.wanted),
            "wanted": stop.wanted,
            "passed": len(stop.passed),
            "checkpoints": len(stop.checkpoints),
        }
        detail = say("stop_checkpoints" if stop.checkpoints else "stop_questions", **values) if stop.progress_status != "open" else ""
        name = knowledge.lessons[stop.lesson].name
        yield f"  {place:2}  {say(f'stop_{stop.progress_status}'):5}  {name:{_LESSON_WIDTH}}  {detail}".rstrip()
    if (following := next_stop(stops)) is not None:
        yield say("path_next", name=knowledge.lessons[following.lesson].name)


def _readiness_section(found: Breakdown, blueprint: Blueprint, say: Say) -> Iterator[str]:
    ready = found.readiness
    if ready.share is None:
        yield say("not_ready", exam=blueprint.code, asked=ready.asked, least=MIN_ANSWERS)
    else:
        key = "ready" if len(ready.tasks) == len(blueprint.tasks) else "ready_tasks"
        yield say(key, exam=blueprint.code, tasks=", ".join(ready.tasks), asked=ready.asked, **_percent_values(ready.share))
    if ready.untried and ready.share:
        yield say("untried", tasks=", ".join(ready.untried))
    names = {number: task.name for number, task in blueprint.tasks.items()}
    tried = [task for task in found.tasks if task.asked]
    if tried:
        yield say("tasks")
        yield from (_standing_row(task, names.get(task.id, ""), say) for task in tried)
    domains = [domain for domain in found.domains if domain.asked]
    if domains:
        yield say("domains")
        yield from (_standing_row(one, blueprint.domains[one.id].name if one.id in blueprint.domains else "", say) for one in domains)
    if ready.share:
        yield say("own_questions")


def _standing_row(task: Standing, name: str, say: Say) -> str:
    share = say("share", **_percent_values(task.share)) if task.share else say("too_few")
    counts = say("counts", right=task.right, asked=task.asked)
    return f"  {task.id:4}{textwrap.shorten(name, _NAME_WIDTH, placeholder='…'):{_NAME_WIDTH}}  {counts:14} {share}"


def _confidence_section(found: Sequence[Sureness], say: Say) -> Iterator[str]:
    if any(one.asked for one in found):
        yield say("confidence")
    for one in found:
        if one.asked:
            judged = say(f"judged_{one.found.replace(' ', '_')}") if one.found else say("too_few")
            counts = say("counts", right=one.right, asked=one.asked)
            yield f"  {say(f'sure_{one.confidence}'):14}{counts:14}  {say('marks', marks=f'{one.marks:+d}'):12}  {judged}"


def _schedule_section(found: Progress, say: Say, knowledge: Knowledge) -> Iterator[str]:
    if not found.learned:
        return
    due = [one.count for one in found.due]
    yield say("schedule", learned=found.learned, today=due[0], week=sum(due[:WEEK]))
    recent = found.retention[-_WEEKS:]
    asked = sum(week.asked for week in recent)
    if asked >= MIN_ANSWERS:
        foreseen = round(sum(week.foreseen for week in recent))
        yield say("retention", right=sum(week.right for week in recent), asked=asked, foreseen=foreseen, weeks=len(recent))
    if found.leeches:
        yield say("leeches", points="; ".join(str(getattr(find_entry(point, knowledge), "name", point)) for point in found.leeches))
    if found.flagged:
        yield say("flagged", count=found.flagged)


def _plan_section(found: Progress, say: Say) -> Iterator[str]:
    if found.goal is None or found.plan is None:
        return
    days = (found.goal.day - found.today).days
    yield say("goal", day=found.goal.day, days=days, minutes=f"{found.goal.minutes:g}")
    yield say("plan", now=round(found.plan.known_now * 100), then=round(found.plan.known_then * 100), today=len(found.plan.today))


def _percent_values(share: Share) -> dict[str, int]:
    return {"low": round(share.low * 100), "high": round(share.high * 100)}


def _wrap_row(text: str) -> list[str]:
    """Lines of the page; a table row continues below its second column."""
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * 6 if text.startswith(" ") else "", break_on_hyphens=False) or [""]
