"""A person's own measurements compared with the estimates for the same workload and machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.decision.candidates.jobs import estimate_runs, items_per_run
from engine.decision.candidates.serverless import serverless_options
from engine.decision.context import (
    ONLINE,
    Context,
    MeasuredRatio,
    MeasuredRatios,
    complete_workload,
    median_of_known,
    speed_ratio,
)
from engine.measurement import Trial
from engine.policy import NO_POLICY, Policy
from engine.sizing.speed.training_speed import training_units
from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.record import Lens

_SECONDS: Final = 3600.0


def compare_measurements(
    measurements: Iterable[Trial], workload: Workload, knowledge: Knowledge, lens: Lens = "today", policy: Policy = NO_POLICY
) -> MeasuredRatios:
    """The measurements over the estimates for `workload`, which they measured.

    Left out is what cannot be compared: runs on machines of which nothing is known, or which cannot do the work.
    """
    runs = tuple(measurements)
    context = Context.for_workload(complete_workload(workload, knowledge), knowledge, lens, None, policy)
    ratios: dict[object, MeasuredRatio] = {}
    for key, group in _group_by_machine(context, runs).items():
        ratio = measured_ratio(context, group)
        if ratio is not None:
            ratios[key] = ratio._replace(is_own=isinstance(key, str) or group[0].instance_type is None)
    return MeasuredRatios(runs, ratios, context.needs.name)


def _group_by_machine(context: Context, runs: Iterable[Trial]) -> dict[object, list[Trial]]:
    """The runs on each type, and on all types with the same hardware; on each serverless place with its memory size."""
    groups: dict[object, list[Trial]] = {}
    for trial in runs:
        instance = context.knowledge.instances.get(trial.instance_type or "")
        keys: tuple[object, ...] = (
            ((trial.place, trial.memory_mb),) if instance is None else (instance.instance_type, context.hardware_key(instance))
        )
        for key in keys:
            groups.setdefault(key, []).append(trial)
    return groups


def measured_ratio(context: Context, trials: Sequence[Trial]) -> MeasuredRatio | None:
    """Measured over estimated, of one kind of machine; None where they cannot be compared."""
    instance = context.knowledge.instances.get(trials[0].instance_type or "")
    if instance is None:
        return _serverless_ratio(context, trials)
    if context.situation != ONLINE:
        return _job_ratio(context, instance, trials)
    estimate = context.speed_of(instance)
    return speed_ratio(estimate, trials) if estimate is not None else None


def _serverless_ratio(context: Context, trials: Sequence[Trial]) -> MeasuredRatio | None:
    """Serverless places: the time of an answer at one memory size."""
    place = context.knowledge.places.get(trials[0].place or "")
    if place is None or context.situation != ONLINE:
        return None
    estimate = next((one.latency_ms for one in serverless_options(context, place) if one.memory_mb == trials[0].memory_mb), None)
    times = [trial.latency_ms for trial in trials if trial.latency_ms]
    middle = median_of_known(times)
    return MeasuredRatio(time=middle / estimate) if estimate and middle else None


def _job_ratio(context: Context, instance: Instance, trials: Sequence[Trial]) -> MeasuredRatio | None:
    if context.situation == "notebook":
        return None
    run_on = estimate_runs(context)(instance)
    ratios = []
    for trial in trials:
        measured, estimate = _measured_hours(context, trial), run_on(trial.instance_count)
        if measured and estimate is not None and estimate.hours:
            ratios.append(measured / estimate.hours)
    middle = median_of_known(ratios)
    return MeasuredRatio(time=middle, tried_counts=frozenset(trial.instance_count for trial in trials)) if middle else None


def _measured_hours(context: Context, trial: Trial) -> float | None:
    """Hours of the whole run: measured, or computed from the measured rate."""
    if trial.hours_per_run or not trial.rate_per_s:
        return trial.hours_per_run
    units = items_per_run(context) if context.situation == "batch" else _units_of_training(context)
    return units / trial.rate_per_s / _SECONDS if units else None


def _units_of_training(context: Context) -> float | None:
    """Samples (tokens for language models) in the whole training run; None where they do not determine the hours."""
    if context.situation != "training" or context.needs.kind == "classic":
        return None
    return training_units(context.needs, context.workload)
