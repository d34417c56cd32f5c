"""When a cheaper machine is worth a change: one judgement for an advice that knows today's machines and for a whole fleet."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance

_COMMITTED: Final = frozenset({"savings-plan", "reserved", "capacity-block"})


class Effort(NamedTuple):
    """What a change takes."""

    share: float
    """What it has to save more than another size of today's family, as a share of today's cost."""
    days: float
    """Days of work."""


def effort_of_change(now: Instance | None, other: Instance | None, knowledge: Knowledge, *, changes_place: bool = False) -> Effort:
    """The effort of a move from one type to another, and to another place; of the latter alone where either has no type."""
    changes = {"place": changes_place}
    if now is not None and other is not None:
        changes |= {
            "family": other.family != now.family,
            "architecture": other.arch != now.arch,
            "accelerator": other.accelerator != now.accelerator,
        }
    efforts, made = knowledge.weights["rightsize"].thresholds, [name for name, is_change in changes.items() if is_change]
    return Effort(sum(efforts[f"effort_{name}"] for name in made), sum(efforts[f"days_{name}"] for name in made))


def is_worth_change(usd_before: float, usd_after: float, effort: Effort, knowledge: Knowledge, *, is_asked: bool = True) -> bool:
    """True if a move from `usd_before` to `usd_after`, both USD a month, saves enough for its `effort`, and pays its days of work in time.

    Where nobody asks for savings (`is_asked` false), they have to be larger.
    """
    thresholds = knowledge.weights["rightsize"].thresholds
    saving = usd_before - usd_after
    work = effort.days * thresholds["usd_per_day_of_work"]
    least = thresholds["least_saving"] if is_asked else thresholds["least_saving_unasked"]
    months = thresholds["payback_months"] if is_asked else thresholds["payback_months_unasked"]
    is_much = saving >= thresholds["least_saving_usd"] and saving >= usd_before * (least + effort.share)
    return is_much and saving * months >= work


def asks_for_savings(workload: Workload, knowledge: Knowledge) -> bool:
    """True if money is the priority, or what hurts."""
    symptoms = (knowledge.symptoms[name] for name in workload.symptoms or () if name in knowledge.symptoms)
    return workload.priority == "cost" or any(one.remedies[0].effect.what == "cost" for one in symptoms)


def is_committed(purchase: str | None) -> bool:
    """True if what runs today is paid for until a term ends, so that less of it saves nothing before."""
    return purchase in _COMMITTED
