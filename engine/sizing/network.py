"""Images, sentences and the like: one forward pass an item."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.sizing.device import Device, peak_of
from engine.sizing.needs import BYTES, Needs, serving_memory
from engine.sizing.speed import Bound, Speed, share_of_peak
from knowledge.schema.guidance import Efficiency

_MAX_BATCH: Final = 64


def network_speed(needs: Needs, device: Device, precision: str, efficiency: Efficiency, target_ms: float | None) -> Speed | None:
    """Images, sentences and the like: each device serves its own copy; on a CPU all cores serve one item together."""
    share = share_of_peak(efficiency, precision)
    memory = serving_memory(needs, precision).total / device.memory_gb
    if share is None or memory > 1:
        return None
    sustained = peak_of(device, precision) * share
    overhead = efficiency.overhead_ms.value
    if device.processor == "cpu":
        return msgspec.structs.replace(_on_cores(needs, device, sustained, overhead), precision=precision, memory_share=memory)
    item = needs.gflop_per_item / sustained * 1e3
    stream = needs.parameters * BYTES[precision] / 1e9 / (device.bandwidth_gb * efficiency.bandwidth.value) * 1e3
    unfilled = 1 / efficiency.compute_batch_1.value - 1

    def batch_ms(batch: int) -> float:
        return overhead + max((batch + unfilled) * item, stream)

    batch = 1
    while batch < _MAX_BATCH and target_ms is not None and batch_ms(batch * 2) <= target_ms / 2:
        batch *= 2
    bound: Bound = "overhead" if overhead > item * (1 + unfilled) else ("memory-bandwidth" if stream > item else "compute")
    return Speed(
        latency_ms=batch_ms(batch),
        alone_ms=batch_ms(1),
        capacity=device.count * batch / batch_ms(batch) * 1e3,
        servers=device.count,
        devices_used=1,
        batch=batch,
        bound_by=bound,
        precision=precision,
        memory_share=memory,
    )


def _on_cores(needs: Needs, device: Device, sustained: float, overhead: float) -> Speed:
    """All cores work on one item together; serving a request takes one of them for the overhead."""
    work = needs.gflop_per_item / (sustained * device.count) * 1e3
    capacity = device.count * 1e3 / (overhead + needs.gflop_per_item / sustained * 1e3)
    return Speed(
        latency_ms=overhead + work,
        alone_ms=overhead + work,
        capacity=capacity,
        servers=1,
        devices_used=device.count,
        batch=1,
        bound_by="compute" if work > overhead else "overhead",
    )
