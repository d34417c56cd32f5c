"""What a place is told to do besides running the model: share machines, keep some warm, go to zero, connect nodes."""

from __future__ import annotations

import math

from engine.decision.context import Context
from engine.decision.option import Option
from engine.decision.sharing import sharing_of
from knowledge.schema.place import PlaceOption
from knowledge.schema.purchase import PurchaseKind

_PREPARES = ("scikit-learn", "spark")
"""Frameworks whose steps run in a container of their own, before that of a built-in algorithm."""


def place_options(context: Context, option: Option, purchase: PurchaseKind) -> dict[PlaceOption, bool | int]:
    """The options that are on, of those that the place offers."""
    offered = {name for name, fact in option.place.options.items() if fact.under(context.lens)}
    sharing = sharing_of(context, option.place)
    wanted: dict[PlaceOption, bool | int] = {
        "managed_spot": purchase == "spot",
        "efa": option.count > 1 and context.situation == "training" and bool(option.instance and option.instance.efa),
        "warm_pool": context.situation == "training" and (context.workload.runs_per_month or 0) >= context.thresholds["warm_pool_runs"],
        "scale_to_zero": option.place.answers == "queued",
        "inference_pipeline": context.situation == "online" and _prepares(context),
        "provisioned_concurrency": kept_warm(context, option),
    }
    if sharing is not None:
        wanted[sharing] = True
    return {name: value for name, value in wanted.items() if value and name in offered}


def kept_warm(context: Context, option: Option) -> int:
    """Copies that a serverless place keeps warm: as many as answer at the peak, where a cold start is no option; else 0."""
    work = context.workload
    tight = work.latency_p99_ms is not None and work.latency_p99_ms < context.thresholds["cold_start_latency_ms"]
    if option.memory_mb is None or option.latency_ms is None or not (work.cold_start_ok is False or tight):
        return 0
    return max(1, math.ceil(context.peak * option.latency_ms / 1e3))


def _prepares(context: Context) -> bool:
    """Whether a request passes a step of another framework before the model of a built-in algorithm."""
    algorithm = context.knowledge.algorithms.get(context.workload.algorithm or "")
    stated = not context.workload.is_assumed("algorithm")
    return context.workload.framework in _PREPARES and stated and algorithm is not None and algorithm.built_in
