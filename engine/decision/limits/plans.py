"""Limits on a plan (hardware, count and place): targets, quotas, time. Budgets are in `payment`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context, Option
from engine.decision.limits.failure import Failure
from engine.decision.limits.policy_terms import quota
from engine.number_format import format_duration, format_quantity
from knowledge.schema.place import Place

PlanCheck = Callable[[Context, Option], Failure | None]


def latency(context: Context, option: Option) -> Failure | None:
    """The 99th percentile at the planned load must keep the target."""
    target, alone = context.upper_limit("latency_p99_ms"), option.alone_ms
    if target is not None and alone is not None and alone > target:
        return Failure(
            "latency", format_duration(target), f"{format_duration(alone)} even alone", max(alone, option.latency_ms or 0.0) / target
        )
    failure = _check_maximum("latency", target, option.latency_ms, "ms")
    return failure._replace(has=f"{failure.has} at this load") if failure else None


def response_time(context: Context, option: Option) -> Failure | None:
    """A place ends a request after so many seconds; a streamed answer may take longer, where the caller said that it may."""
    limits, target = option.place.limits, context.workload.latency_p99_ms
    patient = target is not None and target >= context.thresholds["queue_latency_ms"]
    streams = patient and context.needs.kind == "language-model" and "streaming_seconds" in limits
    fact = limits.get("streaming_seconds" if streams else "processing_seconds")
    seconds = (option.alone_ms or 0.0) / 1e3
    if fact is None or seconds <= fact.value_for(context.lens):
        return None
    return _check_maximum("response_time", fact.value_for(context.lens), seconds, "s")


def first_token(context: Context, option: Option) -> Failure | None:
    """Time to first token."""
    return _check_maximum("first_token", context.upper_limit("time_to_first_token_ms"), option.first_token_ms, "ms")


def per_token(context: Context, option: Option) -> Failure | None:
    """Time per output token."""
    return _check_maximum("per_token", context.upper_limit("time_per_output_token_ms"), option.per_token_ms, "ms")


def instances_wanted(context: Context, option: Option) -> Failure | None:
    """No more machines than the person wants."""
    return _check_maximum("instances_wanted", context.workload.instances_wanted, option.count, "")


def accelerators_wanted(context: Context, option: Option) -> Failure | None:
    """As many devices in all as the person wants: for a job exactly, for an endpoint, which its load sizes, at most."""
    wanted, instance = context.workload.accelerators_wanted, option.instance
    total = option.count * instance.accelerator_count if instance is not None and instance.accelerator else 0.0
    if wanted is None or total == wanted or (context.situation != "training" and 0 < total <= wanted):
        return None
    return Failure("accelerators_wanted", f"{wanted:,.0f} in all", f"{total:,g}", max(total, wanted) / max(min(total, wanted), 1))


def accelerators_per_instance(context: Context, option: Option) -> Failure | None:
    """No more devices on one machine than the person wants."""
    most, instance = context.workload.accelerators_per_instance_max, option.instance
    return _check_maximum("accelerators_per_instance", most, float(instance.accelerator_count) if instance is not None else None, "")


def most_instances(context: Context, option: Option) -> Failure | None:
    """A plan of hundreds of small machines is no plan."""
    return _check_maximum("most_instances", context.thresholds["most_instances"], option.count, "")


def deadline(context: Context, option: Option) -> Failure | None:
    """A job must end in time."""
    return _check_maximum("deadline", context.workload.training_deadline_hours, option.hours, "h")


def job_time(context: Context, option: Option) -> Failure | None:
    """A run of a month is no plan, whether or not a deadline was named."""
    return _check_maximum("job_time", context.thresholds["longest_run_hours"], option.hours, "h")


def _check_maximum(limit: str, most: float | None, value: float | None, unit: str) -> Failure | None:
    if most is None or value is None or value <= most:
        return None
    return Failure(limit, format_quantity(most, unit), format_quantity(value, unit), value / most)


PLAN_LIMITS: Final[tuple[PlanCheck, ...]] = (
    latency,
    response_time,
    first_token,
    per_token,
    instances_wanted,
    accelerators_wanted,
    accelerators_per_instance,
    most_instances,
    quota,
    deadline,
    job_time,
)

_IS_ACTIVE: Final[dict[PlanCheck, Callable[[Context, Place], bool]]] = {
    latency: lambda context, _: context.workload.latency_p99_ms is not None,
    response_time: lambda _, place: "processing_seconds" in place.limits or "streaming_seconds" in place.limits,
    first_token: lambda context, _: context.workload.time_to_first_token_ms is not None,
    per_token: lambda context, _: context.workload.time_per_output_token_ms is not None,
    instances_wanted: lambda context, _: context.workload.instances_wanted is not None,
    accelerators_wanted: lambda context, _: context.workload.accelerators_wanted is not None,
    accelerators_per_instance: lambda context, _: context.workload.accelerators_per_instance_max is not None,
    quota: lambda context, _: bool(context.policy.quotas),
    deadline: lambda context, _: context.workload.training_deadline_hours is not None,
    job_time: lambda context, _: context.situation in {"batch", "training", "processing"},
}
"""Limit -> True if it applies to the workload at all; those not listed always do."""


def plan_limits(context: Context, place: Place) -> tuple[PlanCheck, ...]:
    """The limits that apply at a place, so that the others are not checked for each machine."""
    return tuple(check for check in PLAN_LIMITS if check not in _IS_ACTIVE or _IS_ACTIVE[check](context, place))
