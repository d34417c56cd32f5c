"""Times to start: the bandwidths of a machine, and whether a range holds a published time."""

from __future__ import annotations

import msgspec

from engine.sizing.startup.duration import Duration
from engine.sizing.startup.parts import MachineBandwidth, machine_bandwidth
from knowledge import Knowledge


def bandwidth_of(knowledge: Knowledge, instance: str, devices: int | None = None) -> MachineBandwidth:
    """The bandwidths of an instance type, into all or so many of its devices."""
    bandwidth = machine_bandwidth(knowledge.instances[instance])
    return msgspec.structs.replace(bandwidth, devices=devices) if devices else bandwidth


def is_within_range(duration: Duration, seconds: float) -> bool:
    """Whether a published time lies within the range."""
    return duration.low <= seconds <= duration.high
