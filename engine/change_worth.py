"""When a cheaper machine is worth a change: one judgement for an advice that knows today's machines and for a whole fleet."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.schema.instance import Instance


def effort_of_change(now: Instance, other: Instance, knowledge: Knowledge, *, changes_place: bool = False) -> float:
    """What a machine has to save more than another size of today's family, as a share of today's cost."""
    changes = {
        "family": other.family != now.family,
        "architecture": other.arch != now.arch,
        "accelerator": other.accelerator != now.accelerator,
        "place": changes_place,
    }
    efforts = knowledge.weights["rightsize"].thresholds
    return sum(efforts[f"effort_{name}"] for name, is_change in changes.items() if is_change)


def is_worth_change(usd_before: float, usd_after: float, effort: float, knowledge: Knowledge) -> bool:
    """True if a move from `usd_before` to `usd_after`, both USD a month, saves enough for its `effort`."""
    thresholds = knowledge.weights["rightsize"].thresholds
    saving = usd_before - usd_after
    return saving >= thresholds["least_saving_usd"] and saving >= usd_before * (thresholds["least_saving"] + effort)
