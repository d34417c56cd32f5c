"""How the ranking stands after what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.advice import Advice, Change, Difference, Plan, Rejection
from engine.decision.choice import Decision, decide
from engine.decision.difference import difference
from engine.decision.option import Option
from engine.decision.purchasing import paid_share
from engine.decision.trying import memo_with
from engine.decision.whatif import WhatIf
from engine.decision.why_not import why_not
from engine.handover.kept import policy_of, workload_of
from engine.handover.verify.found import Found
from engine.handover.verify.placed import Given, Reading, placed
from engine.pipeline import Heard, advise
from engine.trial import Trial
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.record import Record


class Compared(Record):
    """One kind of machine: its best plan by estimate, and as it was measured."""

    what: str
    finalist: str
    """The plan of the advice that it is: choice, or the role of an alternative; empty where it is none of them."""
    instance_count: Change
    latency_ms: Change
    """99th percentile at the planned load."""
    capacity_per_s: Change
    """Requests, or items of a job, that one machine completes a second."""
    hours_per_run: Change
    usd_per_month: Change
    stopped: str
    """Why it is out of the question now; empty where it is not."""


class Verified(Record):
    """What was read, and what follows."""

    schema: Literal[1] = 1
    readings: tuple[Reading, ...]
    compared: tuple[Compared, ...]
    difference: Difference
    """Of the decision before the measurements, and after."""
    advice: Advice
    """The advice that rests on them."""


def verified(advice: Advice, found: Sequence[Found], knowledge: Knowledge, given: Given | None = None) -> Verified:
    """The new ranking. Raises InputError for a measurement that does not belong to the advice, and where none of them counts."""
    stated, policy = workload_of(advice, knowledge), policy_of(advice, knowledge)

    def decided(trials: Sequence[Trial]) -> Decision:
        return decide(stated, knowledge, advice.lens, memo_with(trials, stated, knowledge, advice.lens, policy), policy)

    before = decided(advice.measured)
    readings = tuple(placed(one, given or Given(), before) for one in found)
    trials = (*advice.measured, *(reading.trial for reading in readings))
    after = decided(trials)
    _check_counted(readings, after)
    heard = Heard(advice.other_workloads, advice.contradictions, advice.not_understood)
    kinds = dict.fromkeys(_name_of(reading.trial) for reading in readings)
    anew = advise(stated, knowledge, lens=advice.lens, policy=policy, heard=heard, measured=trials, what_if=WhatIf(stated, after))
    return Verified(
        readings=readings,
        compared=tuple(_compared(advice, kind, before, after) for kind in kinds),
        difference=difference(before, after),
        advice=anew,
    )


def _check_counted(readings: Sequence[Reading], after: Decision) -> None:
    """Every measurement changes an estimate; one that does not is of a machine that nobody could compare."""
    for reading in readings:
        trial = reading.trial
        key = trial.instance_type or (trial.place, trial.memory_mb)
        if key not in after.context.trials.found:
            raise InputError(f"{reading.where}: it cannot be held against an estimate for {_name_of(trial)}. {_why_alone(trial, after)}")


def _why_alone(trial: Trial, after: Decision) -> str:
    """Why a measurement has nothing to be held against: nothing is estimated there, or nothing in that order."""
    instance = after.context.knowledge.instances.get(trial.instance_type or "")
    if instance is not None and after.context.speed(instance) is None:
        told = why_not(after, instance.instance_type)
        return told.text if isinstance(told, Rejection) else ""
    return "It measured something else, or is far beyond all that is likely; check columns and units."


def _name_of(trial: Trial) -> str:
    return trial.instance_type or f"{trial.place} {trial.memory_mb} MB"


def _compared(advice: Advice, kind: str, before: Decision, after: Decision) -> Compared:
    old, new = _best(before, kind), _best(after, kind)

    def change(number: str) -> Change:
        return Change(before=getattr(old, number) if old else None, after=getattr(new, number) if new else None)

    return Compared(
        what=kind,
        finalist=_role(advice, kind),
        instance_count=change("count"),
        latency_ms=change("latency_ms"),
        capacity_per_s=Change(before=_each(old), after=_each(new)),
        hours_per_run=change("hours"),
        usd_per_month=Change(before=_paid(before, old), after=_paid(after, new)),
        stopped="" if new is not None else _why_not(after, kind),
    )


def _best(decision: Decision, kind: str) -> Option | None:
    return next((option for option in decision.ranked if option.what == kind), None)


def _each(option: Option | None) -> float | None:
    return option.capacity / option.count if option is not None else None


def _paid(decision: Decision, option: Option | None) -> float | None:
    return option.usd_per_month * paid_share(decision.context, option) if option is not None else None


def _why_not(decision: Decision, kind: str) -> str:
    name = kind.split(" ", maxsplit=1)[0]
    told = why_not(decision, name)
    return told.text if isinstance(told, Rejection) else ""


def _role(advice: Advice, kind: str) -> str:
    for plan in (advice.choice, *advice.alternatives):
        if plan is not None and _kind(plan) == kind:
            return plan.role or "choice"
    return ""


def _kind(plan: Plan) -> str:
    return plan.instance_type.removeprefix("ml.") if plan.instance_type else f"{plan.place} {plan.memory_mb} MB"
