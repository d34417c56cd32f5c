"""What runs today among the plans: it stays unless another is worth the move, and other places have to be worth theirs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.change_worth import effort_of_change, is_worth_change
from engine.decision.context import Context, Option
from engine.workload import Workload

_KEEPING = (None, "balanced", "simplicity")
"""Priorities under which effort counts beside money."""


def todays_plan(context: Context, options: Sequence[Option]) -> int | None:
    """Where among the options the plan of today is; None where it is none of them, or nothing speaks for it.

    It has to keep every limit with as many machines as there are, be of a type that can still be had, and hurt nobody.
    """
    work = context.workload
    if work.current_instance is None or work.symptoms or _prefers_another(work) or work.priority not in _KEEPING:
        return None
    for at, option in enumerate(options):
        instance = option.instance
        if instance is None or instance.instance_type != work.current_instance or context.status_of(instance) == "retired":
            continue
        if option.count == (work.current_count or option.count) and work.current_place in (None, option.place.id):
            return at
    return None


def _prefers_another(work: Workload) -> bool:
    """Whether somebody said what they would rather have; what follows from today's machine speaks for it."""
    return bool(work.prefer) and work.origins["prefer"].kind != "derived"


def is_worth_the_move(context: Context, now: Option, then: Option) -> bool:
    """Whether a plan saves enough to leave the one of today for it; one of the same type at its place is no move."""
    if now.instance is None or then.instance is None:
        return True
    changes_place = context.workload.current_place is not None and then.place.id != now.place.id
    if then.instance is now.instance and not changes_place:
        return True
    effort = effort_of_change(now.instance, then.instance, context.knowledge, changes_place=changes_place)
    return is_worth_change(now.usd_per_month, then.usd_per_month, effort, context.knowledge)


def move_penalty(context: Context, option: Option) -> float:
    """Points for leaving the place of today, unless it hurts there."""
    place = context.workload.current_place
    return context.thresholds["moved"] if place not in (None, option.place.id) and not context.workload.symptoms else 0.0
