"""What stops a plan: hardware, count and place together, against targets and budgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount, duration
from engine.decision.limits.of_policy import quota
from engine.decision.option import Option

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
