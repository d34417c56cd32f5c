"""How much of the time machines are up and billed."""

from __future__ import annotations

from engine.decision.context import Context, sharing_mode
from knowledge.schema.place import Place


def running_hours_share(context: Context) -> float:
    """Share of the day in which the workload runs."""
    return (context.workload.hours_per_day or 24.0) / 24


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
