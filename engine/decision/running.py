"""How much of the time machines are up, and so paid for."""

from __future__ import annotations

from engine.decision.context import Context
from knowledge.schema.place import Place


def running_share(context: Context) -> float:
    """Share of the day in which it runs."""
    return (context.workload.hours_per_day or 24.0) / 24


def idle_share(context: Context, place: Place) -> float:
    """Share of its hours in which machines are up that go to zero between requests; 1 where they do not, or nobody would wait for them."""
    work = context.workload
    patient = work.cold_start_ok or (work.latency_p99_ms or 0.0) >= context.thresholds["queue_latency_ms"]
    to_zero = place.answers == "queued" and place.scales_to_zero.under(context.lens)
    return context.rates["intermittent_share"] if to_zero and patient and work.traffic == "intermittent" else 1.0


def can_stop(place: Place) -> bool:
    """True where machines can be stopped when nobody asks: all but a plain real-time endpoint."""
    return place.id != "sagemaker-realtime"
