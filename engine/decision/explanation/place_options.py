"""Settings of a place besides the machines: shared models, warm copies, scaling to zero, connected nodes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.decision.context import Context, Option, sharing_mode
from engine.decision.costs import stops_by_components
from knowledge.schema.place import PlaceOption
from knowledge.schema.purchase import PurchaseKind

_PREPARATION_FRAMEWORKS = ("scikit-learn", "spark")
"""Frameworks that prepare data in a container of their own, before that of a built-in algorithm."""


def choose_place_options(context: Context, option: Option, purchase: PurchaseKind) -> dict[PlaceOption, bool | int]:
    """The settings to turn on, of those that the place offers."""
    offered = {name for name, fact in option.place.options.items() if fact.value_for(context.lens)}
    sharing = sharing_mode(context, option.place)
    wanted: dict[PlaceOption, bool | int] = {
        "managed_spot": purchase == "spot",
        "efa": option.count > 1 and context.situation == "training" and bool(option.instance and option.instance.efa),
        "warm_pool": context.situation == "training" and (context.workload.runs_per_month or 0) >= context.thresholds["warm_pool_runs"],
        "scale_to_zero": option.place.answers == "queued" or stops_by_components(context, option.place),
        "inference_pipeline": context.situation == "online" and _has_preparation_step(context),
        "provisioned_concurrency": warm_copies(context, option),
    }
    for remedy in options_that_help(context):
        wanted[remedy] = wanted.get(remedy) or (1 if remedy == "provisioned_concurrency" else True)
    if sharing is not None:
        wanted[sharing] = True
    return {name: value for name, value in wanted.items() if value and name in offered}


def options_that_help(context: Context) -> Iterator[PlaceOption]:
    """Those that a remedy of what hurts turns on; of what is only nearly as likely, none."""
    for symptom in (context.workload.symptoms or ())[:1]:
        for remedy in context.knowledge.symptoms[symptom].remedies:
            if remedy.change.option is not None:
                yield remedy.change.option


def warm_copies(context: Context, option: Option) -> int:
    """Copies to keep warm at a serverless place: enough for the peak where a cold start is unacceptable, else 0."""
    work = context.workload
    tight = work.latency_p99_ms is not None and work.latency_p99_ms < context.thresholds["cold_start_latency_ms"]
    if option.memory_mb is None or option.latency_ms is None or not (work.cold_start_ok is False or tight):
        return 0
    return max(1, math.ceil(context.peak * option.latency_ms / 1e3))


def _has_preparation_step(context: Context) -> bool:
    """True if requests pass a preparation step of another framework before a built-in algorithm."""
    algorithm = context.knowledge.algorithms.get(context.workload.algorithm or "")
    stated = not context.workload.is_assumed("algorithm")
    return context.workload.framework in _PREPARATION_FRAMEWORKS and stated and algorithm is not None and algorithm.built_in
