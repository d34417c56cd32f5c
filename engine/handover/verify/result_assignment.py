"""Which machines a result belongs to, and what it says of this workload: token counts are converted, another model is refused."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

import msgspec

from engine.decision.choice import Decision
from engine.decision.context import ONLINE, Context
from engine.handover.verify.tool_result import ToolResult, unknown_name_error
from engine.intake.values import identity
from engine.measurement import Trial
from engine.number_format import format_amount
from engine.sizing.queueing import percentile_latency_ms
from engine.workload import Id
from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from knowledge.schema.record import Record
from knowledge.sentences import bind_subject

_MACHINES_IN_PATH: Final = re.compile(
    r"(?:ml\.)?([a-z][a-z0-9-]*\.(?:metal-)?(?:\d*xlarge|nano|micro|small|medium|large|metal|\d+xl))(?:-x(\d+))?"
)
"""An instance type in the name of a file or folder, and how many: "ml.g5.xlarge-x2"."""
_ALONE_IN_PATH: Final = re.compile(r"(?:^|[/\\-])alone(?=[._/\\-]|$)")
"""The first run of a plan in the name of a file or folder: "locust-alone_stats.csv"."""
_SHARE_BEYOND: Final = {"p99": 0.01, "p999": 0.001, "p95": 0.05, "p90": 0.1}
"""Percentile -> share of the requests that take longer."""
_SERVERLESS_PLACES: Final = ("sagemaker-serverless", "lambda")


class StatedMachines(Record):
    """The machines of result files that do not name any, as the person states them."""

    instance_type: str | None = None
    instance_count: int | None = None


class Reading(Record):
    """One run of a file, as it counts."""

    tool: str
    where: str
    trial: Trial
    requests: float | None
    failed: float | None
    estimated_ms: float | None
    """The time by estimate of the same percentile at the same load; None where no time was measured, or none is estimated."""
    notes: tuple[str, ...]
    """What to know before trusting it."""


def assign_result(result: ToolResult, stated: StatedMachines, decision: Decision) -> Reading:
    """The result as a trial of its machines. Raises InputError if these are unknown, or if it is of another workload."""
    knowledge = decision.context.knowledge
    _check_model(result, decision)
    _check_failures(result, knowledge)
    place, memory = _find_serverless(result)
    name, count = (None, 1) if place else _find_machines(result, stated, knowledge)
    converted, notes = _convert_tokens(result, decision)
    trial = Trial(
        instance_type=name,
        instance_count=count,
        place=place,
        memory_mb=memory,
        rate_per_s=converted.rate_per_s,
        concurrency=result.concurrency or (1 if _ALONE_IN_PATH.search(result.where.rsplit(", ", 1)[0].lower()) else None),
        is_capacity=result.is_capacity,
        latency_ms=converted.latency_ms,
        tail=result.tail,
        first_token_ms=result.first_token_ms,
        per_token_ms=result.per_token_ms,
        hours_per_run=result.hours_per_run,
        source=f"{result.tool}: {result.where}",
    )
    notes += _note_doubts(result, knowledge)
    return Reading(
        tool=result.tool,
        where=result.where,
        trial=trial,
        requests=result.requests,
        failed=result.failed,
        estimated_ms=_estimate_ms(trial, decision.context),
        notes=tuple(notes),
    )


def _estimate_ms(trial: Trial, context: Context) -> float | None:
    """What the run would have taken by estimate; None where that is not told, as of a full machine or a job."""
    instance = context.knowledge.instances.get(trial.instance_type or "")
    if instance is None or context.situation != ONLINE or not trial.latency_ms or trial.is_capacity:
        return None
    speed = context.speed_of(instance)
    estimate = percentile_latency_ms(trial.arrivals_per_s, speed, trial.instance_count, trial.tail) if speed is not None else math.inf
    return estimate if math.isfinite(estimate) else None


def _check_model(result: ToolResult, decision: Decision) -> None:
    """Raise InputError if the result is of another model that the base knows."""
    context = decision.context
    wanted = context.workload.model
    if result.model is None or wanted is None or context.workload.is_assumed("model"):
        return
    try:
        measured = identity("model", result.model, Id(("models",)), context.knowledge)
    except InputError:  # a name of the person's own
        return
    if measured != wanted:
        raise InputError(f"{result.where}: it measured {quote_value(result.model)}; the advice is for {context.needs.name}.")


def _check_failures(result: ToolResult, knowledge: Knowledge) -> None:
    """Raise InputError if many requests failed: the times are those of a service that did not work."""
    most = knowledge.weights["verify"].thresholds["most_failed"]
    if result.requests and result.failed and result.failed / result.requests > most:
        share = f"{result.failed:,.0f} of {result.requests:,.0f} requests failed, more than {most:.0%}"
        raise InputError(f"{result.where}: {share}. Mend that, and measure again.")


def _find_serverless(result: ToolResult) -> tuple[str | None, int | None]:
    """A serverless place and its memory size; None for both if there are machines."""
    if not result.place or result.instance_type:
        return None, None
    if result.place not in _SERVERLESS_PLACES:
        raise unknown_name_error(f"{result.where}: place", result.place, _SERVERLESS_PLACES)
    if result.memory_mb is None:
        raise InputError(f"{result.where}: memory_mb: it is missing; {result.place} has no instances, so its size tells what was measured.")
    return result.place, result.memory_mb


def _find_machines(result: ToolResult, stated: StatedMachines, knowledge: Knowledge) -> tuple[str, int]:
    """The instance type and count: from the file, from its path, or as the person states them."""
    match = _MACHINES_IN_PATH.search(result.where.rsplit(", ", 1)[0].lower())
    type_in_path = match[1] if match is not None and match[1] in knowledge.instances else None
    name = result.instance_type or type_in_path or stated.instance_type
    if name is None:
        raise InputError(f"{result.where}: it does not say on which instance type. Give --instance, or name the folder ml.g5.xlarge-x1.")
    where = f"{result.where}: instance_type" if result.instance_type else "--instance"
    count_in_path = int(match[2]) if match is not None and match[2] and type_in_path == name else None
    count = result.instance_count or count_in_path or stated.instance_count or 1
    return identity(where, name, Id(("instances",)), knowledge), max(count, 1)


def _convert_tokens(result: ToolResult, decision: Decision) -> tuple[ToolResult, list[str]]:
    """The result converted to the workload's number of answer tokens, and notes on it. Raises InputError if that is impossible."""
    context = decision.context
    say, needs, tolerance = bind_subject(context.knowledge, "verify"), context.needs, context.rates["same_run_tokens"]
    if needs.kind != "language-model":
        return result, []
    notes = []
    if result.input_tokens and not _is_near(result.input_tokens, needs.input_tokens, tolerance):
        notes.append(say("note_prompt", had=format_amount(result.input_tokens, ""), want=format_amount(needs.input_tokens, "")))
    had, want = result.output_tokens, needs.output_tokens
    if not had or not want or _is_near(had, want, tolerance):
        return result, notes
    latency, per_token = result.latency_ms, result.per_token_ms or 0.0
    if latency and not per_token:
        tokens = f"measured with {had:,.0f} answer tokens, where the workload has {want:,.0f}"
        raise InputError(f"{result.where}: {tokens}, and the time per token is not in it. Measure with as many.")
    notes.append(say("note_tokens", had=format_amount(had, ""), want=format_amount(want, "")))
    latency = max(latency + (want - had) * per_token, per_token) if latency else None
    rate = result.rate_per_s * had / want if result.rate_per_s else None  # as many tokens a second
    return msgspec.structs.replace(result, latency_ms=latency, rate_per_s=rate), notes


def _is_near(had: float, want: float, share: float) -> bool:
    return abs(had - want) <= share * want


def _note_doubts(result: ToolResult, knowledge: Knowledge) -> Iterator[str]:
    """Too few requests for a percentile, and a test that asked for more than was answered."""
    say, share = bind_subject(knowledge, "verify"), _SHARE_BEYOND.get(result.tail)
    least = knowledge.weights["verify"].thresholds["tail_answers"] / share if share else 0.0
    if result.requests and result.latency_ms and result.requests < least:
        yield say("note_few", count=format_amount(result.requests, ""), want=format_amount(least, ""), tail=result.tail)
    if result.is_capacity:
        yield say("note_full" if result.latency_ms else "note_capacity")
