"""How much is billed: the hours in which machines are up, or the requests."""

from __future__ import annotations

from engine.decision.context import ONLINE, BilledHours, Context, RequestsByRate, RequestsByRun, billed_hours, sharing_mode
from knowledge.schema.place import Place


def hours_per_day(context: Context) -> float:
    """Hours a day in which the workload runs; all of them where nobody says."""
    return context.workload.hours_per_day or 24.0


def running_hours_share(context: Context) -> float:
    """Share of the day in which the workload runs."""
    return hours_per_day(context) / 24


def billed_hours_at(context: Context, place: Place) -> BilledHours:
    """The hours in which the machines of a service are billed at a place."""
    return billed_hours(hours_per_day(context) if can_stop(context, place) else 24.0, scaled_up_share(context, place))


def requests_of(context: Context) -> RequestsByRate | RequestsByRun:
    """The requests that places billed by the request are asked for."""
    work = context.workload
    if context.situation == ONLINE:
        return RequestsByRate(work.requests_per_second or 0.0, hours_per_day(context))
    return RequestsByRun(work.items_per_run or context.needs.rows, work.runs_per_month or 1.0)


def scaled_up_share(context: Context, place: Place) -> float:
    """Share of those hours in which machines are up that scale to zero between requests; 1 where they do not."""
    work = context.workload
    patient = work.cold_start_ok or (work.latency_p99_ms or 0.0) >= context.thresholds["queue_latency_ms"]
    to_zero = place.answers == "queued" and place.scales_to_zero.value_for(context.lens)
    return context.rates["intermittent_share"] if to_zero and patient and work.traffic == "intermittent" else 1.0


def can_stop(context: Context, place: Place) -> bool:
    """True if machines can be stopped outside the hours of use: everywhere but at real-time endpoints without inference components."""
    return place.id != "sagemaker-realtime" or stops_by_components(context, place)


def stops_by_components(context: Context, place: Place) -> bool:
    """True if the copies of all inference components, and with them the instances, are taken away by a schedule outside stated hours."""
    to_zero = place.options.get("scale_to_zero")
    if to_zero is None or not to_zero.value_for(context.lens) or running_hours_share(context) >= 1:
        return False
    return sharing_mode(context, place) == "inference_components"
