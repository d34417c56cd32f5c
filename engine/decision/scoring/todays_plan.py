"""What runs today among the plans: it stays unless another is worth the move, and other places have to be worth theirs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.change_worth import asks_for_savings, effort_of_change, is_committed, is_worth_change
from engine.decision.context import Context, Option, falls_short_today
from engine.workload import Workload

_KEEPING = (None, "balanced", "simplicity")
"""Priorities under which effort counts beside money."""


def todays_plan(context: Context, options: Sequence[Option]) -> int | None:
    """Where among the options the plan of today is; None where it is none of them, or nothing speaks for it.

    It has to keep every limit with as many machines as there are, all of one type that can still be had, and do its work well.
    """
    work = context.workload
    keeps = work.priority in _KEEPING or is_committed(work.current_purchase)
    if work.current_fleet or _prefers_another(work) or not keeps or falls_short_today(work, context.knowledge):
        return None
    if work.current_instance is None:
        return next((at for at, option in enumerate(options) if option.instance is None and option.place.id == work.current_place), None)
    for at, option in enumerate(options):
        instance = option.instance
        if instance is None or instance.instance_type != work.current_instance or context.status_of(instance) == "retired":
            continue
        if option.count == (work.current_count or option.count) and work.current_place in (None, option.place.id):
            return at
    return None


def _prefers_another(work: Workload) -> bool:
    """Whether somebody said what they would rather have than today's; what follows from today's machine speaks for it."""
    today = {work.current_instance, work.current_place, (work.current_instance or "").split(".")[0]}
    wished = work.prefer or ()
    return bool(wished) and work.origins["prefer"].kind != "derived" and today.isdisjoint(wished)


def is_worth_the_move(context: Context, now: Option, then: Option) -> bool:
    """Whether a plan saves enough to leave the one of today for it; one of the same type at its place is no move."""
    if now.instance is None or then.instance is None:
        return _is_worth_the_place(context, now, then)
    changes_place = context.workload.current_place is not None and then.place.id != now.place.id
    if is_committed(context.workload.current_purchase):
        return False
    if then.instance is now.instance and not changes_place:
        return True
    if then.usd_per_month > now.usd_per_month:
        return False
    effort = effort_of_change(now.instance, then.instance, context.knowledge, changes_place=changes_place)
    is_asked = asks_for_savings(context.workload, context.knowledge)
    return is_worth_change(now.usd_per_month, then.usd_per_month, effort, context.knowledge, is_asked=is_asked)


def _is_worth_the_place(context: Context, now: Option, then: Option) -> bool:
    """Whether a plan saves enough to leave a place for it, or to come to one, where no machine is chosen."""
    if now.place is then.place or (now.instance is not None and context.workload.current_place is None):
        return True
    before = context.workload.current_usd_per_month or now.usd_per_month
    effort, is_asked = (
        effort_of_change(None, None, context.knowledge, changes_place=True),
        asks_for_savings(context.workload, context.knowledge),
    )
    return is_worth_change(before, then.usd_per_month, effort, context.knowledge, is_asked=is_asked)


def move_penalty(context: Context, option: Option) -> float:
    """Points for leaving the place of today, unless it hurts there."""
    work = context.workload
    stays = work.current_place in (None, option.place.id) or falls_short_today(work, context.knowledge)
    return 0.0 if stays else context.thresholds["moved"]
