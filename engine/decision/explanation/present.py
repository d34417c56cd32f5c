"""What runs today as a plan, and what changes from it to the choice: money, time, effort, risk and the first step, or nothing at all."""

from __future__ import annotations

from string import Template
from typing import Final

from engine.advice import Plan, Present
from engine.change_worth import effort_of_change, is_worth_change
from engine.decision.choice import Decision
from engine.decision.context import ONLINE
from engine.decision.explanation.move import Move
from engine.number_format import format_money, format_significant
from knowledge.schema.instance import HOURS_A_MONTH, Instance

_LITTLE: Final = 0.8
"""A factor nearer to 1 than this changes nothing that is worth a word."""


def describe_present(decision: Decision, choice: Plan | None) -> Present | None:
    """The machines of today with what they cost, and the step to the choice; None where no machine is told.

    What was told of their cost counts before the catalogue's price.
    """
    work, knowledge = decision.context.workload, decision.context.knowledge
    instance = knowledge.instances.get(work.current_instance or "")
    if instance is None or work.is_assumed("current_instance"):
        return None
    machines = int(work.current_count or 1)
    monthly, run = _costs_of_today(decision, instance, choice)
    device = knowledge.accelerators.get(instance.accelerator or "")
    move = Move(decision, instance, choice)
    stays = choice is None or not move.changes or _is_not_worth_it(decision, move, (monthly, run))
    return Present(
        processor=device.processor if device is not None else "cpu",
        family=instance.family,
        instance_type=instance.instance_type,
        instance_count=machines,
        place=work.current_place,
        purchase=work.current_purchase,
        usd_per_month=monthly,
        usd_per_run=run,
        step=" ".join(filter(None, (_step(decision, move, (monthly, run)), _scale(decision)))),
        changes=() if stays else move.changes,
        time="" if stays else move.time,
        effort="" if stays else move.effort,
        risk="" if stays else move.risk,
        first_step=move.reason_to_look_again() if stays else move.first_step,
    )


def _costs_of_today(decision: Decision, instance: Instance, choice: Plan | None) -> tuple[float | None, float | None]:
    """USD a month of what is on all the time, or USD a run of a job; None for the other, and where neither is known."""
    work, knowledge = decision.context.workload, decision.context.knowledge
    place = work.current_place or (choice.place if choice is not None else "sagemaker-realtime")
    price = instance.price_at(sagemaker=knowledge.places[place].job_kind is not None)
    hourly = price.usd_per_hour * int(work.current_count or 1) if price is not None else None
    if decision.context.situation != ONLINE and (work.current_usd_per_run or work.current_run_hours):
        return None, work.current_usd_per_run or (hourly * work.current_run_hours if hourly and work.current_run_hours else None)
    if work.current_usd_per_month or hourly is None:
        return work.current_usd_per_month, None
    return hourly * (work.hours_per_day / 24 if work.hours_per_day else 1.0) * HOURS_A_MONTH, None


def _is_not_worth_it(decision: Decision, move: Move, costs: tuple[float | None, float | None]) -> bool:
    """Whether the choice costs less than today, but not by so much that anybody would move for it."""
    before, after = _before_and_after(move, costs)
    if before is None or after is None or after > before or decision.context.workload.symptoms:
        return False
    if set(move.changes) <= {"count", "purchase"} or move.then is None:
        return False
    effort = effort_of_change(move.now, move.then, decision.context.knowledge, changes_place="place" in move.changes)
    runs = (decision.context.workload.runs_per_month or 1.0) if costs[1] is not None else 1.0
    return not is_worth_change(before * runs, after * runs, effort, decision.context.knowledge)


def _before_and_after(move: Move, costs: tuple[float | None, float | None]) -> tuple[float | None, float | None]:
    """USD of today and of the choice: a run where today's is told of one, else a month."""
    if move.choice is None:
        return None, None
    monthly, run = costs
    return (monthly, move.choice.cost.usd_per_month) if run is None else (run, move.choice.cost.usd_per_run)


def _step(decision: Decision, move: Move, costs: tuple[float | None, float | None]) -> str:
    """From today to the choice, and what it saves or costs; that it may stay as it is where the choice is the same."""
    words = decision.context.knowledge.wording["present"].texts
    if move.choice is None:
        return Template(words["nothing"]).substitute(now=move.here)
    if not move.changes:
        return Template(words["stay"]).substitute(now=move.here)
    before, after = _before_and_after(move, costs)
    if before is None or after is None:
        return Template(words["then"]).substitute(now=move.here, then=move.there)
    unit = words["a_month"] if costs[1] is None else words["a_run"]
    money = {
        "before": f"{format_money(before)} {unit}",
        "after": format_money(after),
        "difference": f"{format_money(abs(before - after))} {unit}",
    }
    key = "more" if after > before else "nearly" if _is_not_worth_it(decision, move, costs) else "less"
    return Template(words[key]).substitute(now=move.here, then=move.there, **money)


def _scale(decision: Decision) -> str:
    """That the estimates are corrected by what is observed today, where that is by more than a little."""
    context = decision.context
    carried = context.measured.elsewhere
    if carried is None or _LITTLE < carried.time < 1 / _LITTLE:
        return ""
    words = context.knowledge.wording["present"].texts
    factor = max(carried.time, 1 / carried.time)
    if factor > context.knowledge.weights["sizing"].thresholds["observed_ratio_known"]:
        return words["observed"]  # what runs, or how much of it, is assumed: the factor tells nobody anything
    return Template(words["slower" if carried.time > 1 else "faster"]).substitute(factor=format_significant(factor))
