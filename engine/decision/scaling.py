"""How the number of machines follows the load: policy, metric, target, least and most."""

from __future__ import annotations

import math

from engine.advice import Scaling
from engine.decision.context import Context
from engine.decision.option import Option
from engine.decision.place_options import kept_warm
from engine.decision.situation import ONLINE


def scaling_of(context: Context, option: Option) -> Scaling | None:
    """The scaling of a plan; None for jobs, notebooks and what is priced by tokens."""
    if context.situation != ONLINE or option.processor is None:
        return None
    if not option.place.instances:
        return _by_itself(context, option)
    if option.place.answers == "queued":
        return _by_backlog(context, option)
    if context.workload.traffic == "scheduled":
        return Scaling(
            policy="scheduled-scaling", metric="time of day", target=None, min=_least(context, option), max=_most(context, option)
        )
    return _by_load(context, option)


def _by_itself(context: Context, option: Option) -> Scaling:
    """A serverless place starts a copy for each request under way, up to a limit worth setting: twice what the peak needs."""
    under_way = context.peak * (option.latency_ms or 0.0) / 1e3
    return Scaling(
        policy="managed", metric="concurrent requests", target=None, min=kept_warm(context, option), max=max(2, math.ceil(2 * under_way))
    )


def _by_backlog(context: Context, option: Option) -> Scaling:
    """A queue: so many requests for each machine as it works off while the last one still waits long enough."""
    wait = (context.workload.latency_p99_ms or context.thresholds["queue_latency_ms"]) / 1e3
    each = max(1.0, option.capacity / option.count * wait)
    return Scaling(
        policy="target-tracking",
        metric="ApproximateBacklogSizePerInstance",
        target=float(f"{each:.2g}"),
        min=0,
        max=_most(context, option),
    )


def _by_load(context: Context, option: Option) -> Scaling:
    """Requests under way for language models, whose answers differ in length; requests a minute for all else."""
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
        policy="target-tracking", metric=metric, target=float(f"{target:.3g}"), min=_least(context, option), max=_most(context, option)
    )


def _least(context: Context, option: Option) -> int:
    """A share of the machines where the load has quiet hours; two where one must not stop the service."""
    work, quiet = context.workload, option.count
    if work.traffic in ("spiky", "intermittent", "scheduled"):
        quiet = max(1, round(option.count * context.thresholds["quiet_share"]))
    watched = work.environment == "production" or work.survive_zone_loss
    return max(quiet, 2) if watched else quiet


def _most(context: Context, option: Option) -> int:
    """Room for a day that was not foreseen, as far as the quota goes."""
    held = context.policy.held(option.place, option.instance) if option.instance is not None else None
    room = max(round(option.count * context.thresholds["room_factor"]), 2)
    return min(room, held or room)
