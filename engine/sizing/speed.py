"""How fast one instance answers, and how much it carries."""

from __future__ import annotations

from typing import Literal

import msgspec

from knowledge.schema.guidance import Efficiency
from knowledge.schema.record import Record

Bound = Literal["compute", "memory-bandwidth", "memory-capacity", "overhead"]


class Speed(Record):
    """What one instance does with one model, without queueing."""

    latency_ms: float
    """One answer, at the batch that serves the planned load within the target."""
    alone_ms: float
    """One answer when nothing else runs."""
    capacity: float
    """Requests a second that the instance completes."""
    servers: float
    """Independent copies of the model that take requests."""
    devices_used: float
    """Devices that one copy is split over."""
    batch: int
    bound_by: Bound
    precision: str | None = None
    """The data type it computes in; None for classic algorithms."""
    memory_share: float = 0.0
    """Memory of one copy over what is usable."""
    first_token_ms: float | None = None
    per_token_ms: float | None = None


def share_of_peak(efficiency: Efficiency, *precisions: str) -> float | None:
    """The share of the peak that software reaches in the first of `precisions` the base has a figure for."""
    known: dict[str, float] = {precision: fact.value for precision, fact in efficiency.compute.items()}
    return next((known[precision] for precision in precisions if precision in known), None)


def at_least(speed: Speed, stated_ms: float) -> Speed:
    """The speed where a request is known to take `stated_ms`: then no copy of the model answers sooner, nor more often."""
    if stated_ms <= speed.alone_ms:
        return speed
    return msgspec.structs.replace(
        speed,
        latency_ms=max(speed.latency_ms, stated_ms),
        alone_ms=stated_ms,
        capacity=min(speed.capacity, speed.servers * 1e3 / stated_ms),
    )
