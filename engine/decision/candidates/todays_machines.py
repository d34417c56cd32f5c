"""What today's machines tell of the work: how much heavier it is than estimated, and how much of it there is."""

from __future__ import annotations

import math

from msgspec.structs import replace

from engine.decision.candidates.measurement_comparison import measured_ratio
from engine.decision.context import NO_MEASUREMENTS, ONLINE, Context, MeasuredRatios, complete_workload
from engine.measurement import Trial
from engine.policy import NO_POLICY, Policy
from engine.sizing.queueing import percentile_latency_ms
from engine.sizing.speed.instance_speed import Speed
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.record import Lens

_LOADS = ("requests_per_second", "peak_requests_per_second", "concurrency", "tokens_per_second")


def ratios_of_today(workload: Workload, knowledge: Knowledge, lens: Lens = "today", policy: Policy = NO_POLICY) -> MeasuredRatios:
    """What the work takes on today's machines over its estimate; other hardware is taken to differ by as much.

    The ratio is bounded: what is told may hold a queue, a network or an idle GPU, and a model that is known is known to be about so heavy.
    """
    trials = _trials_of_today(workload, knowledge)
    if not trials:
        return NO_MEASUREMENTS
    context = Context.for_workload(complete_workload(workload, knowledge), knowledge, lens, None, policy)
    ratio = measured_ratio(context, trials)
    if ratio is None:
        return NO_MEASUREMENTS
    thresholds, is_known = knowledge.weights["sizing"].thresholds, _is_weight_known(workload, context)
    most = thresholds["observed_ratio_known" if is_known else "observed_ratio_unknown"]
    most_busy = thresholds["observed_load_ratio_known" if is_known else "observed_ratio_unknown"]
    is_timed = any(not trial.is_capacity for trial in trials)
    time = _bounded(ratio.time if is_timed else 1 / ratio.capacity, most)
    capacity = _bounded(ratio.capacity, most_busy) if trials[-1].is_capacity else 1 / time
    carried = ratio._replace(time=time, capacity=capacity, first_token=1.0, per_token=1.0, is_carried_over=True)
    return MeasuredRatios((), {}, context.needs.name, carried)


def completed_by_today(workload: Workload, context: Context) -> Workload:
    """The workload with what today's machines imply of a service, where nobody says it: its load, and how long an answer may take.

    `context` is that of the workload as it is.
    """
    instance = context.knowledge.instances.get(workload.current_instance or "")
    speed = context.speed_of(instance) if instance is not None and context.situation == ONLINE else None
    if instance is None or speed is None or speed.capacity <= 0:
        return workload
    loaded = _with_load(workload, context, instance, speed)
    return _with_tail(loaded, context, speed)


def _with_load(workload: Workload, context: Context, instance: Instance, speed: Speed) -> Workload:
    """The load that keeps today's machines as busy as they are. Busier than planned is as good as planned, unless it hurts."""
    share = _busy_share(workload, instance)
    if not share or any(_is_stated(workload, fact) for fact in _LOADS):
        return workload
    machines, enough = int(workload.current_count or 1), context.thresholds["target_utilization"]
    if share > enough and not workload.symptoms:
        share = enough  # nobody complains, so they are enough machines for the load
    because = f"It keeps {machines} × {instance.instance_type} busy by {share:.0%}, as today."
    return workload.with_fact("requests_per_second", speed.capacity * machines * share, Origin(kind="assumed", because=because))


def _with_tail(workload: Workload, context: Context, speed: Speed) -> Workload:
    """The time that the slowest answers take today, where more is asked for by assumption alone and nothing hurts."""
    assumed = context.workload.latency_p99_ms
    if assumed is None or not context.workload.is_assumed("latency_p99_ms") or workload.symptoms:
        return workload
    tail = percentile_latency_ms(workload.requests_per_second or context.peak, speed, int(workload.current_count or 1))
    if not assumed < tail < math.inf:
        return workload
    return workload.with_fact("latency_p99_ms", tail, Origin(kind="assumed", because="The slowest answers take as long today."))


def _trials_of_today(workload: Workload, knowledge: Knowledge) -> list[Trial]:
    """What the facts of the present measured: a time, then the most that the machines carry, by a load and how busy it keeps them."""
    trials: list[Trial] = []
    instance = knowledge.instances.get(workload.current_instance or "")
    if instance is None:
        return trials
    machine = Trial(instance_type=instance.instance_type, instance_count=int(workload.current_count or 1))
    share = _busy_share(workload, instance)
    # A load without the share that it keeps busy may be the one to come.
    rate = workload.requests_per_second if share and _is_stated(workload, "requests_per_second") else None
    if workload.current_latency_ms:
        trials.append(replace(machine, tail="mean", latency_ms=workload.current_latency_ms, rate_per_s=rate))
    elif workload.current_run_hours:
        trials.append(replace(machine, hours_per_run=workload.current_run_hours))
    if share and rate:
        trials.append(replace(machine, rate_per_s=rate / share, is_capacity=True))
    return trials


def _bounded(ratio: float, most: float) -> float:
    return min(max(ratio, 1 / most), most)


def _busy_share(workload: Workload, instance: Instance) -> float | None:
    """The share of what does the work on a machine that is busy: of the CPU without an accelerator, else of that; None where untold."""
    percent = workload.current_gpu_utilization_percent if instance.accelerator else workload.current_cpu_utilization_percent
    return percent / 100 if percent is not None else None


def _is_weight_known(workload: Workload, context: Context) -> bool:
    """Whether the model is known and, for a job, how much it has to do."""
    amounts = ("rows", "items_per_run", "dataset_gb", "training_tokens_b", "epochs")
    return workload.model is not None and (context.situation == ONLINE or any(_is_stated(workload, fact) for fact in amounts))


def _is_stated(workload: Workload, fact: str) -> bool:
    return getattr(workload, fact) is not None and not workload.is_assumed(fact)
