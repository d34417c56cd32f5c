"""What runs today as a plan, and what changes from it to the choice: money, machines, or nothing at all."""

from __future__ import annotations

from string import Template
from typing import Final

from engine.advice import Plan, Present
from engine.decision.choice import Decision
from engine.number_format import format_significant
from knowledge.schema.instance import HOURS_A_MONTH, Instance

_LITTLE: Final = 0.8
"""A factor nearer to 1 than this changes nothing that is worth a word."""
_RUNS: Final = frozenset({"training", "fine-tuning", "preprocessing"})
"""Stages that are paid by the run."""


def describe_present(decision: Decision, choice: Plan | None) -> Present | None:
    """The machines of today with what they cost, and the step to the choice; None where no machine is told.

    What was told of their cost counts before the catalogue's price.
    """
    work, knowledge = decision.context.workload, decision.context.knowledge
    instance = knowledge.instances.get(work.current_instance or "")
    if instance is None or work.is_assumed("current_instance"):
        return None
    machines = int(work.current_count or 1)
    price = instance.price_at(sagemaker=_is_in_sagemaker(decision, choice))
    hourly = price.usd_per_hour * machines if price is not None else None
    monthly, run = work.current_usd_per_month, work.current_usd_per_run
    if work.stage in _RUNS:
        run = run or (hourly * work.current_run_hours if hourly is not None and work.current_run_hours else None)
    elif monthly is None and hourly is not None:
        monthly = hourly * (work.hours_per_day / 24 if work.hours_per_day else 1.0) * HOURS_A_MONTH
    return Present(
        processor=_processor(instance, decision),
        family=instance.family,
        instance_type=instance.instance_type,
        instance_count=machines,
        place=work.current_place,
        purchase=work.current_purchase,
        usd_per_month=monthly,
        usd_per_run=run,
        step=" ".join(filter(None, (_step(decision, (instance.instance_type, machines), choice, (monthly, run)), _scale(decision)))),
    )


def _is_in_sagemaker(decision: Decision, choice: Plan | None) -> bool:
    place = decision.context.workload.current_place or (choice.place if choice is not None else "sagemaker-realtime")
    return decision.context.knowledge.places[place].job_kind is not None


def _processor(instance: Instance, decision: Decision) -> str:
    device = decision.context.knowledge.accelerators.get(instance.accelerator or "")
    return device.processor if device is not None else "cpu"


def _step(decision: Decision, now: tuple[str, int], choice: Plan | None, costs: tuple[float | None, float | None]) -> str:
    """From today to the choice, and what it saves or costs; that it may stay as it is where the choice is the same."""
    words = decision.context.knowledge.wording["answers"].texts
    here = _machines(*now)
    if choice is None:
        return Template(words["present_nothing"]).substitute(now=here)
    if (_plain(choice.instance_type), choice.instance_count) == now:
        return Template(words["present_stay"]).substitute(now=here)
    place = decision.context.knowledge.places[choice.place].name
    then = _machines(choice.instance_type, choice.instance_count or 1) if choice.instance_type else place
    monthly, run = costs
    unit = words["a_month"] if run is None else words["a_run"]
    before, after = (monthly, choice.cost.usd_per_month) if run is None else (run, choice.cost.usd_per_run)
    if before is None or after is None:
        return Template(words["present_then"]).substitute(now=here, then=then)
    money = {"before": f"${before:,.0f} {unit}", "after": f"${after:,.0f}", "difference": f"${abs(before - after):,.0f} {unit}"}
    least = decision.context.knowledge.weights["rightsize"].thresholds["least_saving"]
    key = "present_more" if after > before else "present_nearly" if before - after < before * least else "present_less"
    return Template(words[key]).substitute(now=here, then=then, **money)


def _scale(decision: Decision) -> str:
    """That the estimates are corrected by what is observed today, where that is by more than a little."""
    carried = decision.context.measured.elsewhere
    if carried is None or _LITTLE < carried.time < 1 / _LITTLE:
        return ""
    words = decision.context.knowledge.wording["answers"].texts
    if decision.context.workload.is_assumed("model") and decision.context.workload.is_assumed("algorithm"):
        return words["present_observed"]
    key = "present_slower" if carried.time > 1 else "present_faster"
    return Template(words[key]).substitute(factor=format_significant(max(carried.time, 1 / carried.time)))


def _plain(instance_type: str | None) -> str | None:
    return instance_type.removeprefix("ml.") if instance_type else None


def _machines(name: str, machines: int) -> str:
    return f"{machines} × {name}"
