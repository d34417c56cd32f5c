"""What runs today as a plan, and what changes from it to the choice: money, time, effort, risk and the first step, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import Template
from typing import Final

from engine.advice import Plan, Present
from engine.change_worth import asks_for_savings, effort_of_change, is_committed, is_worth_change
from engine.decision.choice import Decision
from engine.decision.context import MachinesOfToday, falls_short_today, instance_type_name, machines_of_today
from engine.decision.explanation.move import Move
from engine.number_format import format_money, format_significant
from knowledge.schema.instance import HOURS_A_MONTH

_JOBS: Final = frozenset({"batch", "training", "processing"})
"""Situations in which machines are paid for as long as a run takes."""
_LITTLE: Final = 0.8
"""A factor nearer to 1 than this changes nothing that is worth a word."""


def describe_present(decision: Decision, choice: Plan | None) -> Present | None:
    """The machines of today with what they cost, and the step to the choice; None where no machine is told.

    What was told of their cost counts before the catalogue's price.
    """
    work, knowledge = decision.context.workload, decision.context.knowledge
    fleet = machines_of_today(work, knowledge)
    if not fleet:
        return _describe_place(decision, choice)
    instance = fleet[0].instance
    monthly, run = _costs_of_today(decision, fleet, choice)
    device = knowledge.accelerators.get(instance.accelerator or "")
    move = Move(decision, fleet, choice)
    stays = choice is None or not move.changes or _is_not_worth_it(decision, move, (monthly, run))
    return Present(
        processor=device.processor if device is not None else "cpu",
        family=instance.family,
        instance_type=instance.instance_type,
        instance_count=sum(machines.quantity for machines in fleet),
        machines=tuple(machines.name for machines in fleet),
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


def _describe_place(decision: Decision, choice: Plan | None) -> Present | None:
    """The place of today where it has no machines to choose; None where none is told."""
    work, knowledge = decision.context.workload, decision.context.knowledge
    place = knowledge.places.get(work.current_place or "")
    if place is None or place.instances or work.is_assumed("current_place"):
        return None
    words, before = knowledge.wording["present"].texts, work.current_usd_per_month
    after = choice.cost.usd_per_month if choice is not None else None
    is_dearer = before is not None and after is not None and after > before and not falls_short_today(work, knowledge)
    stays = choice is None or choice.place == place.id or is_dearer
    if choice is None:
        step = Template(words["nothing"]).substitute(now=place.name)
    elif choice.place == place.id:
        step = Template(words["stay"]).substitute(now=place.name)
    elif before is None or after is None:
        step = Template(words["then"]).substitute(now=place.name, then=_name_choice(decision, choice))
    else:
        money = {
            "before": f"{format_money(before)} {words['a_month']}",
            "after": format_money(after),
            "difference": f"{format_money(abs(before - after))} {words['a_month']}",
        }
        key = "dearer" if is_dearer else "more" if after > before else "less"
        step = Template(words[key]).substitute(now=place.name, then=_name_choice(decision, choice), **money)
    return Present(
        processor=None,
        family=None,
        instance_type=None,
        instance_count=None,
        machines=(),
        place=place.id,
        purchase=None,
        usd_per_month=before,
        usd_per_run=None,
        step=step,
        changes=() if stays else ("place",),
        effort="" if stays else words["effort_place"],
        risk="" if stays else words["risk_small_place"],
        first_step=words["first_stay_plain"] if stays else words["first_copy"],
    )


def _name_choice(decision: Decision, choice: Plan) -> str:
    """The choice in a few words: "1 × ml.g6.xlarge", or its place."""
    if choice.instance_type is None:
        return decision.context.knowledge.places[choice.place].name
    return f"{choice.instance_count or 1} × {choice.instance_type}"


def _costs_of_today(decision: Decision, fleet: Sequence[MachinesOfToday], choice: Plan | None) -> tuple[float | None, float | None]:
    """USD a month, and USD a run of a job, as told or by the prices of the catalogue; None where it is not known."""
    work, knowledge = decision.context.workload, decision.context.knowledge
    place = work.current_place or (choice.place if choice is not None else "sagemaker-realtime")
    hourly = _sum_of_known(machines.hourly_usd(knowledge.places[place]) for machines in fleet)
    month, runs = work.current_usd_per_month, work.runs_per_month
    if decision.context.situation not in _JOBS:
        is_switched_off = work.traffic == "scheduled" and work.hours_per_day is not None
        hours = HOURS_A_MONTH * ((work.hours_per_day or 24) / 24 if is_switched_off else 1.0)
        return month or (hourly * hours if hourly is not None else None), None
    run = work.current_usd_per_run or (month / runs if month and runs else None)
    if run is None and month is None and hourly and work.current_run_hours:
        run = hourly * work.current_run_hours
    return month, run  # how long a job keeps its machines may be untold


def _sum_of_known(amounts: Iterable[float | None]) -> float | None:
    """The sum; None where one of them is not known."""
    known = tuple(amounts)
    return None if None in known else sum(amount for amount in known if amount is not None)


def _is_not_worth_it(decision: Decision, move: Move, costs: tuple[float | None, float | None]) -> bool:
    """Whether machines of several types cost more than the choice, but not by so much that anybody would move for it.

    Machines of one type are a plan of their own among those that are ranked.
    """
    before, after = _before_and_after(move, costs)
    work, knowledge = decision.context.workload, decision.context.knowledge
    if not work.current_fleet or move.then is None or falls_short_today(work, knowledge) or before is None or after is None:
        return False
    if after > before or is_committed(work.current_purchase):
        return True
    effort = effort_of_change(move.now, move.then, knowledge, changes_place="place" in move.changes)
    runs = (work.runs_per_month or 1.0) if costs[1] is not None else 1.0
    return not is_worth_change(before * runs, after * runs, effort, knowledge, is_asked=asks_for_savings(work, knowledge))


def _before_and_after(move: Move, costs: tuple[float | None, float | None]) -> tuple[float | None, float | None]:
    """USD of today and of the choice: a run where today's is told of one, else a month."""
    if move.choice is None:
        return None, None
    month, run = costs
    return (month, move.choice.cost.usd_per_month) if run is None else (run, move.choice.cost.usd_per_run)


def _step(decision: Decision, move: Move, costs: tuple[float | None, float | None]) -> str:
    """From today to the choice, and what it saves or costs; that it may stay as it is where the choice is the same."""
    words = decision.context.knowledge.wording["present"].texts
    if move.choice is None:
        return Template(words["nothing"]).substitute(now=move.here)
    if not move.changes:
        return _stay(decision, move, costs)
    before, after = _before_and_after(move, costs)
    if before is None or after is None:
        return Template(words["then"]).substitute(now=move.here, then=move.there)
    unit = words["a_month"] if costs[1] is None else words["a_run"]
    money = {
        "before": f"{format_money(before)} {unit}",
        "after": format_money(after),
        "difference": f"{format_money(abs(before - after))} {unit}",
    }
    key = "more" if after > before else "less"
    if _is_not_worth_it(decision, move, costs):
        key = "committed" if is_committed(decision.context.workload.current_purchase) else "dearer" if after > before else "nearly"
    return Template(words[key]).substitute(now=move.here, then=move.there, **money)


def _stay(decision: Decision, move: Move, costs: tuple[float | None, float | None]) -> str:
    """That today's plan is the choice, and what was not worth leaving it for."""
    words, other = decision.context.knowledge.wording["present"].texts, decision.passed_over
    month, run = costs
    before, after = (month, other.usd_per_month) if other and run is None else (run, other.usd_per_run if other else None)
    if other is None or before is None or after is None:
        return Template(words["stay"]).substitute(now=move.here)
    there = f"{other.count} × {instance_type_name(other)}" if other.instance is not None else other.place.name
    difference = f"{format_money(abs(before - after))} {words['a_month'] if run is None else words['a_run']}"
    is_cheaper = after < before
    key = "dearer" if not is_cheaper else "committed" if is_committed(decision.context.workload.current_purchase) else "nearly"
    return Template(words[key]).substitute(now=move.here, then=there, difference=difference)


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
