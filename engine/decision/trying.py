"""A memo with a person's measurements in it: decisions that are made with it rest on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.decision.complete import complete
from engine.decision.context import Context, Memo
from engine.decision.jobs import items_of, work_of
from engine.decision.online import serverless_options
from engine.decision.situation import ONLINE
from engine.decision.trials import Trials, Tried, median_of, tried
from engine.policy import NO_POLICY, Policy
from engine.sizing.speed.training import training_units
from engine.trial import Trial
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.record import Lens

_SECONDS: Final = 3600.0


def memo_with(trials: Iterable[Trial], workload: Workload, knowledge: Knowledge, lens: Lens = "today", policy: Policy = NO_POLICY) -> Memo:
    """A memo for decisions on what was measured; an empty one where nothing was.

    The trials are held against the estimates for `workload`, which they measured. Those that cannot be are left out: nothing is known of
    the machine, or it cannot do the work.
    """
    made = tuple(trials)
    if not made:
        return {}
    context = Context.of(complete(workload, knowledge), knowledge, lens, {}, policy)
    found: dict[object, Tried] = {}
    for key, group in _grouped(context, made).items():
        one = _of(context, group)
        if one is not None:
            found[key] = one._replace(is_own=isinstance(key, str) or group[0].instance_type is None)
    return {"trials": Trials(made, found, context.needs.name)}


def _grouped(context: Context, trials: Iterable[Trial]) -> dict[object, list[Trial]]:
    """The trials of each type, and of all types with the same hardware; of each serverless place with its memory size."""
    groups: dict[object, list[Trial]] = {}
    for trial in trials:
        instance = context.knowledge.instances.get(trial.instance_type or "")
        keys: tuple[object, ...] = (
            ((trial.place, trial.memory_mb),) if instance is None else (instance.instance_type, context.hardware(instance))
        )
        for key in keys:
            groups.setdefault(key, []).append(trial)
    return groups


def _of(context: Context, trials: Sequence[Trial]) -> Tried | None:
    """What trials of one kind of machine tell."""
    instance = context.knowledge.instances.get(trials[0].instance_type or "")
    if instance is None:
        return _of_memory(context, trials)
    if context.situation != ONLINE:
        return _of_job(context, instance, trials)
    estimate = context.speed(instance)
    return tried(estimate, trials) if estimate is not None else None


def _of_memory(context: Context, trials: Sequence[Trial]) -> Tried | None:
    """Serverless places: the time of an answer at one memory size."""
    place = context.knowledge.places.get(trials[0].place or "")
    if place is None or context.situation != ONLINE:
        return None
    estimate = next((one.latency_ms for one in serverless_options(context, place) if one.memory_mb == trials[0].memory_mb), None)
    times = [trial.latency_ms for trial in trials if trial.latency_ms]
    middle = median_of(times)
    return Tried(time=middle / estimate) if estimate and middle else None


def _of_job(context: Context, instance: Instance, trials: Sequence[Trial]) -> Tried | None:
    if context.situation == "notebook":
        return None
    hours = work_of(context)(instance)
    ratios = []
    for trial in trials:
        measured, estimate = _hours(context, trial), hours(trial.instance_count)
        if measured and estimate:
            ratios.append(measured / estimate)
    middle = median_of(ratios)
    return Tried(time=middle) if middle else None


def _hours(context: Context, trial: Trial) -> float | None:
    """Hours of the whole run, as measured, or at the rate that was."""
    if trial.hours_per_run or not trial.rate_per_s:
        return trial.hours_per_run
    units = items_of(context) if context.situation == "batch" else _trained(context)
    return units / trial.rate_per_s / _SECONDS if units else None


def _trained(context: Context) -> float | None:
    """Samples, or tokens of a language model, of a training run; None where a rate does not tell its hours."""
    if context.situation != "training" or context.needs.kind == "classic":
        return None
    return training_units(context.needs, context.workload)
