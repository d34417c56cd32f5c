"""What today's machines tell of the work: how much heavier it is than estimated, and how much of it there is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.change_worth import is_committed
from engine.decision.candidates.measurement_comparison import measured_ratio
from engine.decision.context import (
    NO_MEASUREMENTS,
    ONLINE,
    Context,
    MachinesOfToday,
    MeasuredRatios,
    complete_workload,
    hours_of_today,
    machines_of_today,
)
from engine.measurement import Trial
from engine.policy import NO_POLICY, Policy
from engine.sizing.queueing import percentile_latency_ms
from engine.sizing.speed.instance_speed import Speed
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.schema.instance import HOURS_A_MONTH, Instance
from knowledge.schema.record import Lens

_LOADS: Final = ("requests_per_second", "peak_requests_per_second", "concurrency", "tokens_per_second")
_AMOUNTS_OF_A_RUN: Final = ("rows", "items_per_run", "dataset_gb", "training_tokens_b", "epochs", "media_hours_per_run")
_TOLD: Final = Origin(kind="said")
_AMOUNT_OF_A_REQUEST: Final = {"language-model": "output_tokens", "speech": "media_seconds_per_item"}
"""Kind of model, or its algorithm -> what decides how long one answer takes, beside the model."""


def ratios_of_today(workload: Workload, knowledge: Knowledge, lens: Lens = "today", policy: Policy = NO_POLICY) -> MeasuredRatios:
    """What the work takes on today's machines over its estimate; other hardware is taken to differ by as much.

    The ratio is bounded: what is told may hold a queue, a network or an idle GPU, and a model that is known is known to be about so heavy.
    """
    workload = _as_measured(workload)
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
    carried = ratio._replace(time=time, capacity=capacity, first_token=None, per_token=None, is_carried_over=True, loads=())
    return MeasuredRatios((), {}, context.needs.name, carried)


def _as_measured(workload: Workload) -> Workload:
    """The workload as it was when the figures of today were told, where it has changed since."""
    for origin in tuple(workload.origins.values()):
        for fact, value in origin.measured_at.items():
            workload = workload.with_fact(fact, value, _TOLD)
    return workload


def completed_by_today(workload: Workload, context: Context) -> Workload:
    """The workload with what today's machines imply of a service, where nobody says it: its load, and how long an answer may take.

    `context` is that of the workload as it is.
    """
    workload = _with_bill(workload, context)
    fleet = machines_of_today(workload, context.knowledge) if context.situation == ONLINE else ()
    speeds = [context.speed_of(machines.instance) for machines in fleet]
    if not speeds or speeds[0] is None or speeds[0].capacity <= 0:
        return workload
    capacity = sum(machines.quantity * speed.capacity for machines, speed in zip(fleet, speeds, strict=True) if speed is not None)
    loaded = _with_load(workload, context, fleet, capacity)
    return _with_tail(loaded, context, speeds[0])


def _with_bill(workload: Workload, context: Context) -> Workload:
    """What a bill tells of machines that nobody counted or that are not always on; a committed one tells nothing, as discounts vary."""
    fleet, bill = machines_of_today(workload, context.knowledge), workload.current_usd_per_month
    if len(fleet) != 1 or bill is None or context.situation != ONLINE or is_committed(workload.current_purchase):
        return workload
    place = context.knowledge.places.get(workload.current_place or "")
    hourly = fleet[0].hourly_usd(place)
    if not hourly:
        return workload
    share, rates = bill / (hourly * HOURS_A_MONTH), context.rates
    if share >= rates["bill_of_several"] and not _is_stated(workload, "current_count"):
        because = f"${bill:,.0f} a month are about {round(share)} {fleet[0].instance.instance_type}."
        return workload.with_fact("current_count", float(round(share)), Origin(kind="assumed", because=because))
    if share > rates["bill_of_a_part"] or workload.hours_per_day is not None or workload.current_purchase == "spot":
        return workload
    because = f"${bill:,.0f} a month are about {share * HOURS_A_MONTH:,.0f} hours of {fleet[0].name}."
    return workload.with_fact("hours_per_day", max(24 * share, 0.01), Origin(kind="assumed", because=because))


def _with_load(workload: Workload, context: Context, fleet: Sequence[MachinesOfToday], capacity: float) -> Workload:
    """The load that keeps today's machines as busy as they are. Busier than planned is as good as planned, unless it hurts.

    `capacity` is what they carry together, in requests a second.
    """
    if any(_is_stated(workload, fact) for fact in _LOADS):
        return workload
    share, enough = _busy_share(workload, fleet[0].instance), context.thresholds["target_utilization"]
    names = " and ".join(machines.name for machines in fleet)
    if not share and (context.peak <= capacity * enough or workload.symptoms):
        return workload
    if not share or (share > enough and not workload.symptoms):
        share = enough  # nobody complains, so they are enough machines for the load
    because = f"It keeps {names} busy by {share:.0%}, as today."
    return workload.with_fact("requests_per_second", capacity * share, Origin(kind="assumed", because=because))


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
    elif (hours := hours_of_today(workload, knowledge)) and hours >= knowledge.weights["sizing"].thresholds["telling_run_hours"]:
        trials.append(replace(machine, hours_per_run=hours * (share or 1.0)))  # what idles would not be missed elsewhere
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
    """Whether the model is known and how much it has to do for a run or an answer."""
    if workload.model is None:
        return False
    if context.situation != ONLINE:
        return any(_is_stated(workload, fact) for fact in _AMOUNTS_OF_A_RUN)
    kinds = (context.needs.kind, context.workload.algorithm or "")
    amount = next((_AMOUNT_OF_A_REQUEST[kind] for kind in kinds if kind in _AMOUNT_OF_A_REQUEST), None)
    return amount is None or _is_stated(workload, amount)


def _is_stated(workload: Workload, fact: str) -> bool:
    return getattr(workload, fact) is not None and not workload.is_assumed(fact)
