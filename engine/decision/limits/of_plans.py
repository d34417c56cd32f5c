"""What stops a plan: hardware, count and place together, against targets, quotas and time. Budgets are a matter of payment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount, duration
from engine.decision.limits.of_policy import quota
from engine.decision.option import Option
from knowledge.schema.place import Place

PlanCheck = Callable[[Context, Option], Failure | None]


def latency(context: Context, option: Option) -> Failure | None:
    """The 99th percentile at the planned load must keep the target."""
    target, alone = context.most("latency_p99_ms"), option.alone_ms
    if target is not None and alone is not None and alone > target:
        return Failure("latency", duration(target), f"{duration(alone)} even alone", max(alone, option.latency_ms or 0.0) / target)
    failure = _over("latency", target, option.latency_ms, "ms")
    return failure._replace(has=f"{failure.has} at this load") if failure else None


def response_time(context: Context, option: Option) -> Failure | None:
    """A place ends a request after so many seconds; a streamed answer may take longer, where the caller said that it may."""
    limits, target = option.place.limits, context.workload.latency_p99_ms
    patient = target is not None and target >= context.thresholds["queue_latency_ms"]
    streams = patient and context.needs.kind == "language-model" and "streaming_seconds" in limits
    fact = limits.get("streaming_seconds" if streams else "processing_seconds")
    seconds = (option.alone_ms or 0.0) / 1e3
    if fact is None or seconds <= fact.under(context.lens):
        return None
    return _over("response_time", fact.under(context.lens), seconds, "s")


def first_token(context: Context, option: Option) -> Failure | None:
    """Time to first token."""
    return _over("first_token", context.most("time_to_first_token_ms"), option.first_token_ms, "ms")


def per_token(context: Context, option: Option) -> Failure | None:
    """Time per output token."""
    return _over("per_token", context.most("time_per_output_token_ms"), option.per_token_ms, "ms")


def instances_wanted(context: Context, option: Option) -> Failure | None:
    """No more machines than the person wants."""
    return _over("instances_wanted", context.workload.instances_wanted, option.count, "")


def most_instances(context: Context, option: Option) -> Failure | None:
    """A plan of hundreds of small machines is no plan."""
    return _over("most_instances", context.thresholds["most_instances"], option.count, "")


def deadline(context: Context, option: Option) -> Failure | None:
    """A job must end in time."""
    return _over("deadline", context.workload.training_deadline_hours, option.hours, "h")


def job_time(context: Context, option: Option) -> Failure | None:
    """A run of a month is no plan, whether or not a deadline was named."""
    return _over("job_time", context.thresholds["longest_run_hours"], option.hours, "h")


def _over(limit: str, most: float | None, value: float | None, unit: str) -> Failure | None:
    if most is None or value is None or value <= most:
        return None
    return Failure(limit, amount(most, unit), amount(value, unit), value / most)


PLAN_LIMITS: Final[tuple[PlanCheck, ...]] = (
    latency,
    response_time,
    first_token,
    per_token,
    instances_wanted,
    most_instances,
    quota,
    deadline,
    job_time,
)

_ASKED: Final[dict[PlanCheck, Callable[[Context, Place], bool]]] = {
    latency: lambda context, _: context.workload.latency_p99_ms is not None,
    response_time: lambda _, place: "processing_seconds" in place.limits or "streaming_seconds" in place.limits,
    first_token: lambda context, _: context.workload.time_to_first_token_ms is not None,
    per_token: lambda context, _: context.workload.time_per_output_token_ms is not None,
    instances_wanted: lambda context, _: context.workload.instances_wanted is not None,
    quota: lambda context, _: bool(context.policy.quotas),
    deadline: lambda context, _: context.workload.training_deadline_hours is not None,
    job_time: lambda context, _: context.situation in {"batch", "training", "processing"},
}
"""Limit -> whether it is set at all; what is not listed always is."""


def plan_limits(context: Context, place: Place) -> tuple[PlanCheck, ...]:
    """The limits that can stop a plan at a place: those that nobody set are not looked at again for each machine."""
    return tuple(check for check in PLAN_LIMITS if check not in _ASKED or _ASKED[check](context, place))
