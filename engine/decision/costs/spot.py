"""Spot: whether the work survives an interruption, and what interruptions cost in time."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.decision.context import ONLINE, SPEED_TARGETS, Context, Option

_HOURS_A_DAY: Final = 24.0


class Interruptions(NamedTuple):
    """What to expect of one run on Spot."""

    expected: float
    """How many there are, on the average."""
    hours: float
    """The time that they cost, on the average."""
    hours_of_one: float
    """The most that a single one costs."""


def expect_interruptions(context: Context, option: Option) -> Interruptions:
    """The interruptions of a run: each machine may be taken back, and all of them wait for its successor."""
    rates, hours = context.knowledge.weights["purchase"].thresholds, option.hours or 0.0
    rate = rates["interruptions_a_day_scarce" if _is_scarce(context, option) else "interruptions_a_day"]
    expected = rate * hours / _HOURS_A_DAY * option.count
    lost = min(hours, rates["checkpoint_hours"]) if is_resumed(context) else hours
    return Interruptions(expected, expected * (rates["restart_hours"] + lost / 2), rates["restart_hours"] + lost)


def is_resumed(context: Context) -> bool:
    """True if the work goes on where it was interrupted; what was only said to be interruptible is taken to."""
    work = context.workload
    return bool(work.checkpointing) or (bool(work.interruptible) and work.checkpointing is not False)


def may_be_interrupted(context: Context) -> bool:
    """True if it was said that an interruption does no harm, or if the least cost was asked for and nothing said against it.

    Requests are another matter: there it has to be said, and no answer may be waited for.
    """
    work = context.workload
    if work.interruptible is False:
        return False
    if context.situation == ONLINE:
        return bool(work.interruptible) and all(getattr(work, target) is None for target in SPEED_TARGETS)
    wants_least_cost = work.priority == "cost" and not work.is_assumed("priority")
    return bool(work.interruptible or work.checkpointing or "spot" in (work.require or ()) or wants_least_cost)


def leaves_time_for_one(context: Context, option: Option) -> bool:
    """True if a run that is interrupted once still ends in time; without a deadline it does."""
    deadline = context.upper_limit("training_deadline_hours")
    return deadline is None or option.hours is None or option.hours + expect_interruptions(context, option).hours_of_one <= deadline


def _is_scarce(context: Context, option: Option) -> bool:
    """True for the types that capacity blocks are sold for: there would be none if they were to be had at any time."""
    sold = context.knowledge.purchases["capacity-block"].plans
    return option.instance is not None and any(option.instance.family in plan.families for plan in sold)
