"""Options that answer requests: endpoints on instances, serverless by memory size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount
from engine.decision.machine import Machine
from engine.decision.option import Option
from engine.decision.running import can_stop, idle_share, running_share
from engine.decision.situation import ONLINE
from engine.sizing.device import Device, bare_host
from engine.sizing.held import to_serve
from engine.sizing.load import instances_for
from engine.sizing.speed.passes import passes_of
from engine.sizing.speed.record import Speed
from engine.sizing.speed.tail import answer_ms
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.place import Place, PlaceLimit, Rate

_MADE: Final = frozenset({"image-generation", "text-to-speech", "speech-recognition", "video", "ocr"})
"""Tasks whose answers are made piece by piece, so that people wait for them."""
_TRIES: Final = 6
"""Instances added one by one where queueing, not capacity, breaks the target."""
_STEP_MB: Final = 1024.0
"""Memory sizes that are looked at lie no closer, where a place offers finer ones."""
_SERVERLESS_CORE: Final = "skylake-sp"
"""No document names the processor behind serverless memory; the oldest one it may be is the cautious guess."""


class Load(NamedTuple):
    """What is asked of every machine at a place."""

    peak: float
    least: int
    target: float | None
    hours: float
    """Hours of a month that are paid for."""
    utilization: float
    tight: float


def endpoints(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """Machine -> the smallest number of them that carries the peak within the target; None without speed or price."""
    load = load_at(context, place)
    return lambda machine: _endpoint(place, load, machine, context.speed(machine.instance))


def least_usd(load: Load, machine: Machine) -> float | None:
    """The least that any plan on a machine costs, USD a month, however quick it is; None without a price."""
    price = machine.usd_per_hour
    return None if price is None else price * load.least * load.hours


def load_at(context: Context, place: Place) -> Load:
    """The load at a place, and what is asked of it."""
    return Load(
        peak=context.peak,
        least=least_instances(context, place),
        target=context.most("latency_p99_ms") or (unasked_ms(context) if place.answers == "synchronous" else None),
        hours=HOURS_A_MONTH * (running_share(context) if can_stop(place) else 1.0) * idle_share(context, place),
        utilization=context.thresholds["target_utilization"],
        tight=context.thresholds["tight"],
    )


def _endpoint(place: Place, load: Load, machine: Machine, speed: Speed | None) -> Option | None:
    price, peak, target = machine.usd_per_hour, load.peak, load.target
    if speed is None or price is None or speed.capacity <= 0:
        return None
    count = max(load.least, instances_for(peak, speed.capacity, load.utilization))
    tail = answer_ms(peak, speed, count)
    if target is not None and speed.alone_ms <= target:
        most = count + _TRIES
        while tail > target and count < most:
            count += 1
            tail = answer_ms(peak, speed, count)
    return Option(
        place=place,
        instance=machine.instance,
        processor=machine.processor,
        count=count,
        latency_ms=tail,
        alone_ms=speed.alone_ms,
        capacity=speed.capacity * count,
        utilization=peak / (speed.capacity * count),
        usd_per_hour=price * count,
        usd_per_month=price * count * load.hours,
        complexity=machine.complexity,
        fit=machine.fit,
        open_condition=machine.open_condition,
        first_token_ms=speed.first_token_ms,
        per_token_ms=speed.per_token_ms,
        bound_by=speed.bound_by,
        devices_used=speed.devices_used,
        batch=speed.batch,
        precision=speed.precision,
        is_measured=speed.is_measured,
        is_tried=speed.is_tried,
        verdict="tight" if speed.memory_share > load.tight else "fits",
    )


def unasked_ms(context: Context) -> float:
    """The time that people wait for an answer without having said so, ms; texts, pictures and speech may take theirs."""
    made = context.needs.kind == "language-model" or context.workload.task in _MADE
    return context.thresholds["unasked_ms_made" if made else "unasked_ms"]


def least_instances(context: Context, place: Place) -> int:
    """Two where one would stop production, or a zone must not take the service down; else one."""
    watched = place.answers == "synchronous" and place.instances
    return 2 if context.workload.survive_zone_loss or (context.workload.environment == "production" and watched) else 1


def serverless_options(context: Context, place: Place) -> Iterator[Option]:
    """One option per memory size on offer that holds the model."""
    limits = {name: fact.under(context.lens) for name, fact in place.limits.items()}
    rates = {name: fact.under(context.lens) for name, fact in place.billing.rates.items()}
    if "memory_mb_max" not in limits or "usd_per_gb_second" not in rates:
        return
    memory = max(limits["memory_mb_min"], _STEP_MB)
    while memory <= limits["memory_mb_max"]:
        option = _at_memory(context, place, int(memory), limits, rates)
        if option is not None:
            yield option
        memory += max(limits["memory_mb_step"], _STEP_MB)


def too_small(context: Context, place: Place) -> Failure:
    """Why no memory size of a serverless place will do."""
    most = place.limits["memory_mb_max"].under(context.lens) if "memory_mb_max" in place.limits else 0.0
    if context.needs.kind == "language-model":
        return Failure("place_memory", f"{context.needs.name} and a GPU", f"{amount(most, 'MB')} and no GPU")
    return Failure("place_memory", amount(_memory_gb(context), "GB"), amount(most / 1e3, "GB"))


def _memory_gb(context: Context) -> float:
    """Memory that one running copy takes, with its runtime, GB."""
    return (
        context.rates["classic_memory_gb"]
        if context.needs.kind == "classic"
        else to_serve(context.needs, _core(context, 1.0), "fp32", context.memory_rates).per_device
    )


def _at_memory(
    context: Context, place: Place, memory: int, limits: Mapping[PlaceLimit, float], rates: Mapping[Rate, float]
) -> Option | None:
    if _memory_gb(context) > memory / 1e3 * context.thresholds["tight"] or context.needs.kind == "language-model":
        return None
    vcpu = memory / limits.get("mb_per_vcpu", context.rates["serverless_mb_per_vcpu"])
    tried = context.tried_with(place, memory)
    latency = _cpu_ms(context, vcpu / 2) * (tried.time if tried is not None else 1.0)
    gb, rate = memory / 1024, context.workload.requests_per_second or 0.0
    in_runs = (context.workload.items_per_run or 0.0) * (context.workload.runs_per_month or 1.0)
    requests = rate * 3600 * HOURS_A_MONTH * running_share(context) if context.situation == ONLINE else in_runs
    month = requests * (latency / 1e3 * gb * rates["usd_per_gb_second"] + rates.get("usd_per_million_requests", 0.0) / 1e6)
    month *= context.policy.share(place)
    capacity = limits.get("concurrency", limits["account_concurrency"]) / (latency / 1e3)
    if context.peak > capacity:
        return None
    return Option(
        place=place,
        memory_mb=memory,
        processor="cpu",
        latency_ms=latency,
        alone_ms=latency,
        capacity=capacity,
        utilization=context.peak / capacity,
        usd_per_hour=month / HOURS_A_MONTH,
        usd_per_month=month,
        complexity=place.complexity,
        is_measured=tried is not None,
        is_tried=tried is not None,
        bound_by="compute",
        precision="fp32" if context.needs.kind == "network" else None,
    )


def _cpu_ms(context: Context, cores: float) -> float:
    if context.needs.kind == "classic":
        return context.rates["classic_request_ms"] / min(cores, 1.0)
    shape = context.needs.shape
    if shape is None:
        return context.rates["request_ms"]
    passes = passes_of(shape, _core(context, cores), "fp32", context.knowledge.efficiencies["cpu"], tokens=context.needs.input_tokens)
    return (context.rates["request_ms"] + passes.batch_ms(1)) / min(cores, 1.0)


def _core(context: Context, cores: float) -> Device:
    return bare_host(_SERVERLESS_CORE, max(cores, 1.0), context.knowledge)
