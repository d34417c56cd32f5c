"""The ranking with measurements in place of estimates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.advice import Advice, Change, Difference, Plan, Rejection
from engine.decision.choice import Decision, WhatIf, decide
from engine.decision.context import Option
from engine.decision.costs import paid_share
from engine.decision.explanation import compare_decisions, why_not
from engine.handover.kept_advice import restore_policy, restore_workload
from engine.handover.verify.result_assignment import Reading, StatedMachines, assign_result
from engine.handover.verify.tool_result import ToolResult
from engine.measurement import Trial
from engine.pipeline import IntakeNotes, advise
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


def apply_results(advice: Advice, results: Sequence[ToolResult], knowledge: Knowledge, machines: StatedMachines | None = None) -> Verified:
    """The ranking with the results in place of estimates; `machines` are those of results that do not name any.

    Raises InputError for a result that does not belong to the advice, and for one that cannot be compared with an estimate.
    """
    stated, policy = restore_workload(advice, knowledge), restore_policy(advice, knowledge)

    before = decide(stated, knowledge, advice.lens, policy=policy, measurements=advice.measured)
    readings = tuple(assign_result(result, machines or StatedMachines(), before) for result in results)
    trials = (*advice.measured, *(reading.trial for reading in readings))
    after = decide(stated, knowledge, advice.lens, policy=policy, measurements=trials)
    _check_counted(readings, after)
    notes = IntakeNotes(advice.other_workloads, advice.contradictions, advice.not_understood)
    what_if = WhatIf(stated, after)
    kinds = dict.fromkeys(_machine_name(reading.trial) for reading in readings)
    return Verified(
        readings=readings,
        compared=tuple(_compare_kind(advice, kind, before, after) for kind in kinds),
        difference=compare_decisions(before, after),
        advice=advise(stated, knowledge, lens=advice.lens, policy=policy, notes=notes, measurements=trials, what_if=what_if),
    )


def _check_counted(readings: Sequence[Reading], after: Decision) -> None:
    """Raise InputError for a measurement that changes no estimate: it is of a machine that nobody could compare."""
    for reading in readings:
        trial = reading.trial
        key = trial.instance_type or (trial.place, trial.memory_mb)
        if key not in after.context.measured.ratios:
            reason = _explain_uncounted(trial, after)
            raise InputError(f"{reading.where}: it cannot be held against an estimate for {_machine_name(trial)}. {reason}")


def _explain_uncounted(trial: Trial, after: Decision) -> str:
    """Why no estimate changed: there is none for these machines, or it is of another order of magnitude."""
    instance = after.context.knowledge.instances.get(trial.instance_type or "")
    if instance is not None and after.context.speed_of(instance) is None:
        return _explain_rejection(after, instance.instance_type)
    return "It measured something else, or is far beyond all that is likely; check columns and units."


def _machine_name(trial: Trial) -> str:
    return trial.instance_type or f"{trial.place} {trial.memory_mb} MB"


def _compare_kind(advice: Advice, kind: str, before: Decision, after: Decision) -> Compared:
    old, new = _best_option(before, kind), _best_option(after, kind)

    def change(number: str) -> Change:
        return Change(before=getattr(old, number) if old else None, after=getattr(new, number) if new else None)

    return Compared(
        what=kind,
        finalist=_find_role(advice, kind),
        instance_count=change("count"),
        latency_ms=change("latency_ms"),
        capacity_per_s=Change(before=_capacity_per_machine(old), after=_capacity_per_machine(new)),
        hours_per_run=change("hours"),
        usd_per_month=Change(before=_monthly_cost(before, old), after=_monthly_cost(after, new)),
        stopped="" if new is not None else _explain_rejection(after, kind.partition(" ")[0]),
    )


def _best_option(decision: Decision, kind: str) -> Option | None:
    return next((option for option in decision.ranked_options if option.what == kind), None)


def _capacity_per_machine(option: Option | None) -> float | None:
    return option.capacity / option.count if option is not None else None


def _monthly_cost(decision: Decision, option: Option | None) -> float | None:
    return option.usd_per_month * paid_share(decision.context, option) if option is not None else None


def _explain_rejection(decision: Decision, name: str) -> str:
    answer = why_not(decision, name)
    return answer.text if isinstance(answer, Rejection) else ""


def _find_role(advice: Advice, kind: str) -> str:
    for plan in (advice.choice, *advice.alternatives):
        if plan is not None and _plan_kind(plan) == kind:
            return plan.role or "choice"
    return ""


def _plan_kind(plan: Plan) -> str:
    return plan.instance_type.removeprefix("ml.") if plan.instance_type else f"{plan.place} {plan.memory_mb} MB"
