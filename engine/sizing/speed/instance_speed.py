"""How fast one instance answers with one model, and how much it carries."""

from __future__ import annotations

import msgspec

from engine.sizing.estimate_records import BoundBy
from knowledge.schema.record import Record


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
    bound_by: BoundBy
    precision: str | None = None
    """The data type it computes in; None for classic algorithms."""
    memory_share: float = 0.0
    """Memory of one copy over what is usable."""
    is_measured: bool = False
    """True where published measurements of the model on the device correct it."""
    is_tried: bool = False
    """True where the user's own measurements of this very workload stand behind it."""
    first_token_ms: float | None = None
    per_token_ms: float | None = None


def limit_to_stated_time(speed: Speed, stated_ms: float) -> Speed:
    """The speed where a request is known to take `stated_ms`: no copy of the model answers sooner, nor more often."""
    if stated_ms <= speed.alone_ms:
        return speed
    return msgspec.structs.replace(
        speed,
        latency_ms=max(speed.latency_ms, stated_ms),
        alone_ms=stated_ms,
        capacity=min(speed.capacity, speed.servers * 1e3 / stated_ms),
    )
