"""How the number of machines follows the load: policy, metric, target, minimum and maximum."""

from __future__ import annotations

import math

from engine.advice import Scaling
from engine.decision.candidates import is_redundant
from engine.decision.context import ONLINE, Context, Option
from engine.decision.costs import stops_by_components
from engine.decision.explanation.place_options import warm_copies


def choose_scaling(context: Context, option: Option) -> Scaling | None:
    """The scaling of a plan; None for jobs, notebooks and tokens."""
    if context.situation != ONLINE or option.processor is None:
        return None
    if not option.place.instances:
        return _managed_scaling(context, option)
    if option.place.answers == "queued":
        return _backlog_scaling(context, option)
    if context.workload.traffic == "scheduled" or stops_by_components(context, option.place):
        return Scaling(
            policy="scheduled-scaling",
            metric="time of day",
            target=None,
            min=_min_instances(context, option),
            max=_max_instances(context, option),
        )
    return _load_scaling(context, option)


def _managed_scaling(context: Context, option: Option) -> Scaling:
    """Serverless: one copy for each concurrent request, up to twice what the peak needs."""
    under_way = context.peak * (option.latency_ms or 0.0) / 1e3
    return Scaling(
        policy="managed", metric="concurrent requests", target=None, min=warm_copies(context, option), max=max(2, math.ceil(2 * under_way))
    )


def _backlog_scaling(context: Context, option: Option) -> Scaling:
    """Queue: as many waiting requests for each machine as it works off within the accepted wait."""
    wait = (context.workload.latency_p99_ms or context.thresholds["queue_latency_ms"]) / 1e3
    each = max(1.0, option.capacity / option.count * wait)
    return Scaling(
        policy="target-tracking",
        metric="ApproximateBacklogSizePerInstance",
        target=float(f"{each:.2g}"),
        min=0,
        max=_max_instances(context, option),
    )


def _load_scaling(context: Context, option: Option) -> Scaling:
    """Concurrent requests for language models, whose answers differ in length; requests a minute for others."""
    share = context.thresholds["target_utilization"]
    each = option.capacity / option.count
    sagemaker = option.place.id.startswith("sagemaker")
    if context.needs.kind == "language-model":
        metric = "SageMakerVariantConcurrentRequestsPerModelHighResolution" if sagemaker else "requests under way per copy"
        target = max(1.0, each * (option.latency_ms or 0.0) / 1e3 * share)
    else:
        metric = "SageMakerVariantInvocationsPerInstance" if sagemaker else "ALBRequestCountPerTarget"
        target = each * 60 * share
    return Scaling(
        policy="target-tracking",
        metric=metric,
        target=float(f"{target:.3g}"),
        min=_min_instances(context, option),
        max=_max_instances(context, option),
    )


def _min_instances(context: Context, option: Option) -> int:
    """Fewer machines for loads with quiet hours, none where all copies are taken away; at least 2 where a failure must stop nothing."""
    work, quiet = context.workload, option.count
    if stops_by_components(context, option.place):
        return 0
    if work.traffic in ("spiky", "intermittent", "scheduled"):
        quiet = max(1, round(option.count * context.thresholds["quiet_share"]))
    watched = is_redundant(work)
    return max(quiet, 2) if watched else quiet


def _max_instances(context: Context, option: Option) -> int:
    """Room for unforeseen load, within the quota."""
    quota = context.policy.quota_for(option.place, option.instance) if option.instance is not None else None
    room = max(round(option.count * context.thresholds["room_factor"]), 2)
    return min(room, quota or room)
