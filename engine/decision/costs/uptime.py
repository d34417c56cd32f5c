"""How much of the time machines are up and billed."""

from __future__ import annotations

from engine.decision.context import Context
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


def can_stop(place: Place) -> bool:
    """True if machines can be stopped outside the hours of use: everywhere but at real-time endpoints."""
    return place.id != "sagemaker-realtime"
