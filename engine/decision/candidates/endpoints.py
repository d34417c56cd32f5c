"""Options that answer requests on instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.decision.candidates.machines import Machine
from engine.decision.context import BilledHours, Context, Option, machine_cost
from engine.decision.costs import billed_hours_at
from engine.sizing.queueing import answer_time, required_instances
from engine.workload import Workload
from knowledge.schema.place import Place

_GENERATIVE_TASKS: Final = frozenset({"image-generation", "text-to-speech", "speech-recognition", "video", "ocr"})
"""Tasks whose answers are generated piece by piece; people are ready to wait longer for them."""
_MAX_EXTRA_INSTANCES: Final = 6
"""At most so many instances are added where queueing, not capacity, breaks the latency target."""


class Load(NamedTuple):
    """The load at a place, and what every machine there has to keep."""

    peak: float
    min_instances: int
    target: float | None
    hours: BilledHours
    utilization: float
    tight: float
    same_rate: float
    """The share by which a load may differ from the one that was measured, and count as that."""


def endpoint_planner(context: Context, place: Place) -> Callable[[Machine], Option | None]:
    """A function from a machine to the option with the fewest that carry the peak within the target; None without speed or price."""
    load = load_at_place(context, place)

    def plan(machine: Machine) -> Option | None:
        named = context.count_named_of(machine.instance)
        return _plan_endpoint(context, place, load._replace(min_instances=named) if named else load, machine)

    return plan


def load_at_place(context: Context, place: Place) -> Load:
    """The load of the workload at this place."""
    return Load(
        peak=context.peak,
        min_instances=minimum_instances(context, place),
        target=context.upper_limit("latency_p99_ms") or (default_patience_ms(context) if place.answers == "synchronous" else None),
        hours=billed_hours_at(context, place),
        utilization=context.thresholds["target_utilization"],
        tight=context.thresholds["tight"],
        same_rate=context.rates["same_run_rate"],
    )


def _plan_endpoint(context: Context, place: Place, load: Load, machine: Machine) -> Option | None:
    price, peak, target, speed = machine.usd_per_hour, load.peak, load.target, context.speed_of(machine.instance)
    if speed is None or price is None or speed.capacity <= 0:
        return None
    count = max(load.min_instances, required_instances(peak, speed.capacity, load.utilization))
    answer = answer_time(peak, speed, count)
    tail = answer.total
    if target is not None and speed.alone_ms <= target:
        most = count + _MAX_EXTRA_INSTANCES
        while tail > target and count < most:
            count += 1
            answer = answer_time(peak, speed, count)
            tail = answer.total
    whole = context.whole_lots(machine.instance, count)
    if whole > count:
        count, answer = whole, answer_time(peak, speed, whole)
        tail = answer.total
    capacity, cost = speed.capacity * count, machine_cost(price, count, load.hours)
    return Option(
        place=place,
        instance=machine.instance,
        processor=machine.processor,
        count=count,
        latency_ms=tail,
        alone_ms=speed.alone_ms,
        answer_time=answer,
        machine_capacity=speed.capacity,
        capacity=capacity,
        utilization=peak / capacity,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        list_cost=cost,
        complexity=machine.complexity,
        fit=machine.fit,
        open_condition=machine.open_condition,
        first_token_ms=speed.first_token_ms_at(peak / count),
        per_token_ms=speed.per_token_ms_at(peak / count),
        bound_by=speed.bound_by,
        devices_used=speed.devices_used,
        batch=speed.batch,
        precision=speed.precision,
        is_measured=speed.is_measured_at(peak / count, load.same_rate),
        is_alike_measured=speed.is_alike,
        is_own_measurement=speed.is_tried,
        verdict="tight" if speed.memory_share > load.tight else "fits",
    )


def default_patience_ms(context: Context) -> float:
    """Latency that people accept where they state no target, ms; longer for generated texts, pictures and speech."""
    made = context.needs.kind == "language-model" or context.workload.task in _GENERATIVE_TASKS
    return context.thresholds["unasked_ms_made" if made else "unasked_ms"]


def minimum_instances(context: Context, place: Place) -> int:
    """2 for synchronous production endpoints and where the loss of a zone must be survived, else 1."""
    watched = place.answers == "synchronous" and place.instances
    return 2 if context.workload.survive_zone_loss or (is_redundant(context.workload) and watched) else 1


def is_redundant(workload: Workload) -> bool:
    """Whether the service must go on when a machine or its zone fails: as stated, else in production."""
    stated = workload.survive_zone_loss
    return workload.environment == "production" if stated is None else stated
