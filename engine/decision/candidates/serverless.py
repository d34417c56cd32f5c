"""Options at serverless places: one for each memory size that holds the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.decision.context import Context, DurationCharge, Option, RequestCost
from engine.decision.costs import requests_of
from engine.decision.limits import Failure
from engine.number_format import format_amount
from engine.sizing.device import Device, host_device
from engine.sizing.memory_fit import serving_footprint
from engine.sizing.queueing import AnswerTime
from engine.sizing.speed.forward_pass import forward_pass
from knowledge.schema.place import Place, PlaceLimit, Rate

_STEP_MB: Final = 1024.0
"""Smallest step between the memory sizes that are tried, where a place offers finer ones."""
_SERVERLESS_CORE: Final = "skylake-sp"
"""AWS does not document the processor of serverless places; this is the oldest one it may be."""


def serverless_options(context: Context, place: Place) -> Iterator[Option]:
    """One option for each memory size that holds the model."""
    limits = {name: fact.value_for(context.lens) for name, fact in place.limits.items()}
    rates = {name: fact.value_for(context.lens) for name, fact in place.billing.rates.items()}
    if "memory_mb_max" not in limits or "usd_per_gb_second" not in rates:
        return
    memory = max(limits["memory_mb_min"], _STEP_MB)
    while memory <= limits["memory_mb_max"]:
        option = _option_with_memory(context, place, int(memory), limits, rates)
        if option is not None:
            yield option
        memory += max(limits["memory_mb_step"], _STEP_MB)


def memory_limit_failure(context: Context, place: Place) -> Failure:
    """The failure of a serverless place where no memory size is large enough."""
    most = place.limits["memory_mb_max"].value_for(context.lens) if "memory_mb_max" in place.limits else 0.0
    if context.needs.kind == "language-model":
        return Failure("place_memory", f"{context.needs.name} and a GPU", f"{format_amount(most, 'MB')} and no GPU")
    return Failure("place_memory", format_amount(_serverless_memory_gb(context), "GB"), format_amount(most / 1e3, "GB"))


def _serverless_memory_gb(context: Context) -> float:
    """Memory that one running copy of the model needs with its runtime, GB."""
    return (
        context.rates["classic_memory_gb"]
        if context.needs.kind == "classic"
        else serving_footprint(context.needs, _serverless_host(context, 1.0), "fp32", context.memory_rates).per_device
    )


def _option_with_memory(
    context: Context, place: Place, memory: int, limits: Mapping[PlaceLimit, float], rates: Mapping[Rate, float]
) -> Option | None:
    if _serverless_memory_gb(context) > memory / 1e3 * context.thresholds["tight"] or context.needs.kind == "language-model":
        return None
    vcpu = memory / limits.get("mb_per_vcpu", context.rates["serverless_mb_per_vcpu"])
    tried = context.ratio_at_memory(place, memory)
    latency = _answer_ms_on_cores(context, vcpu / 2) * (tried.time if tried is not None else 1.0)
    charge = DurationCharge(latency, memory, rates["usd_per_gb_second"], rates.get("usd_per_million_requests", 0.0))
    cost = RequestCost(requests=requests_of(context), charge=charge, price_share=context.policy.price_share(place))
    capacity = limits.get("concurrency", limits["account_concurrency"]) / (latency / 1e3)
    if context.peak > capacity:
        return None
    return Option(
        place=place,
        memory_mb=memory,
        processor="cpu",
        latency_ms=latency,
        alone_ms=latency,
        answer_time=AnswerTime(alone=latency, batching=0.0, load=0.0, waiting=0.0, machines=1, total=latency),
        capacity=capacity,
        utilization=context.peak / capacity,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        usd_per_run=cost.usd_per_run,
        list_cost=cost,
        complexity=place.complexity,
        is_measured=tried is not None,
        is_own_measurement=tried is not None,
        bound_by="compute",
        precision="fp32" if context.needs.kind == "network" else None,
    )


def _answer_ms_on_cores(context: Context, cores: float) -> float:
    if context.needs.kind == "classic":
        return context.rates["classic_request_ms"] / min(cores, 1.0)
    shape = context.needs.shape
    if shape is None:
        return context.rates["request_ms"]
    passes = forward_pass(
        shape, _serverless_host(context, cores), "fp32", context.knowledge.efficiencies["cpu"], tokens=context.needs.input_tokens
    )
    return (context.rates["request_ms"] + passes.batch_ms(1)) / min(cores, 1.0)


def _serverless_host(context: Context, cores: float) -> Device:
    return host_device(_SERVERLESS_CORE, max(cores, 1.0), context.knowledge)
