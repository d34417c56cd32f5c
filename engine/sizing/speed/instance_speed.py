"""How fast one instance answers with one model, and how much it carries."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from engine.sizing.estimate_records import BoundBy
from knowledge.schema.record import Record


class LoadPoint(Record):
    """What a person measured of one machine at one load: the parts of an answer's time there."""

    rate_per_s: float
    """Requests a second that came to it; 0 where one followed the other."""
    latency_ms: float
    alone_ms: float
    capacity: float
    first_token_ms: float | None = None
    per_token_ms: float | None = None


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
    load_points: tuple[LoadPoint, ...] = ()
    """The user's own runs by rising load; between two of them the time of an answer is interpolated."""
    tried_rates: tuple[float, float] | None = None
    """Lowest and highest requests a second of one machine that the user measured; None where no rate was told."""
    is_alike: bool = False
    """True where the user's own measurements of other machines with the same devices stand behind it."""

    def is_measured_at(self, rate_per_s: float, tolerance: float) -> bool:
        """True if a speed at this load was measured and not extrapolated; `tolerance` is the share by which a load may differ."""
        if not self.is_tried or self.tried_rates is None:
            return self.is_measured
        low, high = self.tried_rates
        return low * (1 - tolerance) <= rate_per_s <= high * (1 + tolerance)

    def first_token_ms_at(self, rate_per_s: float) -> float | None:
        """The time to the first token where so many requests a second come to one machine, ms."""
        return _interpolate([(one.rate_per_s, one.first_token_ms) for one in self.load_points], rate_per_s, self.first_token_ms)

    def per_token_ms_at(self, rate_per_s: float) -> float | None:
        """The time of each further token where so many requests a second come to one machine, ms."""
        return _interpolate([(one.rate_per_s, one.per_token_ms) for one in self.load_points], rate_per_s, self.per_token_ms)


def _interpolate(points: Iterable[tuple[float, float | None]], rate: float, default: float | None) -> float | None:
    """The value at a rate on the line through the known points by rising rate, flat beyond them; `default` without any."""
    known = [(at, value) for at, value in points if value is not None]
    if not known:
        return default
    if rate <= known[0][0]:
        return known[0][1]
    for (low, before), (high, after) in pairwise(known):
        if rate <= high:
            return before + (after - before) * (rate - low) / (high - low) if high > low else after
    return known[-1][1]


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
