"""How long answers take at a load: the service itself, what the batch of a busy machine adds, and waiting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.sizing.load import wait_ms
from engine.sizing.speed.record import Speed
from engine.trial import Tail

_SHARES: Final[Mapping[Tail, float]] = {"p50": 0.5, "mean": 0.5, "p90": 0.1, "p95": 0.05, "p99": 0.01, "p999": 0.001, "max": 0.001}
"""The share of answers that take longer; the mean is read as the median, the longest as the 99.9th percentile."""


def answer_ms(arrivals: float, speed: Speed, count: int, tail: Tail = "p99") -> float:
    """The time of an answer where `arrivals` a second come to `count` machines, ms; infinite where they cannot keep up."""
    capacity = speed.capacity * count
    share = min(arrivals / capacity, 1.0)
    slots = max(1.0, capacity * speed.latency_ms / 1e3)
    waiting = wait_ms(arrivals, slots / capacity * 1e3, slots, _SHARES[tail])
    return speed.alone_ms + (speed.latency_ms - speed.alone_ms) * share + waiting
