"""How fast a device answers, and how much one instance carries: a roofline with efficiencies from the base."""

from __future__ import annotations

from typing import Final, Literal

from engine.sizing.device import Device, peak_of
from engine.sizing.needs import BYTES, Needs, serving_memory
from knowledge.schema.guidance import Efficiency
from knowledge.schema.record import record

Bound = Literal["compute", "memory-bandwidth", "memory-capacity", "overhead"]

_MAX_BATCH: Final = 64
_LAYER_MS: Final = 0.02
_STEP_MS: Final = 1.0
_PREFILL_MS: Final = 6.0
"""Fixed costs of a serving engine, per layer, per step and per prompt, as fitted to published measurements of dense decoders."""
_SPLIT_LINKED: Final = 0.85
_SPLIT_PCIE: Final = 0.6
"""Share of linear speed-up that remains when one model is split over devices, with and without direct links."""


@record
class Speed:
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
    first_token_ms: float | None = None
    per_token_ms: float | None = None


def network_speed(needs: Needs, device: Device, precision: str, efficiency: Efficiency, target_ms: float | None) -> Speed | None:
    """Images, sentences and the like: each device serves its own copy; on a CPU all cores serve one item together."""
    share = efficiency.compute.get(precision)  # type: ignore[call-overload]  # a data type the base has no figure for gives None
    if share is None:
        return None
    sustained = peak_of(device, precision) * share.value
    overhead = efficiency.overhead_ms.value
    bytes_gb = needs.parameters * BYTES[precision] / 1e9
    if device.processor == "cpu":
        work = needs.gflop_per_item / (sustained * device.count) * 1e3
        alone = overhead + work
        capacity = device.count * 1e3 / (overhead + needs.gflop_per_item / sustained * 1e3)
        return Speed(latency_ms=alone, alone_ms=alone, capacity=capacity, servers=1, devices_used=device.count, batch=1,
                     bound_by="compute" if work > overhead else "overhead")  # fmt: skip
    item = needs.gflop_per_item / sustained * 1e3
    stream = bytes_gb / (device.bandwidth_gb * efficiency.bandwidth.value) * 1e3
    unfilled = 1 / efficiency.compute_batch_1.value - 1
    if serving_memory(needs, precision).total > device.memory_gb:
        return None

    def batch_ms(batch: int) -> float:
        return overhead + max((batch + unfilled) * item, stream)

    batch = 1
    while batch < _MAX_BATCH and target_ms is not None and batch_ms(batch * 2) <= target_ms / 2:
        batch *= 2
    bound: Bound = "overhead" if overhead > item * (1 + unfilled) else ("memory-bandwidth" if stream > item else "compute")
    return Speed(latency_ms=batch_ms(batch), alone_ms=batch_ms(1), capacity=device.count * batch / batch_ms(batch) * 1e3,
                 servers=device.count, devices_used=1, batch=batch, bound_by=bound)  # fmt: skip


def language_speed(needs: Needs, device: Device, precision: str, efficiency: Efficiency, target_ms: float | None) -> Speed | None:
    """A language model: prefill and decode apart, continuous batching, split over as many devices as it needs."""
    share = efficiency.compute.get(precision) or efficiency.compute.get("bf16") or efficiency.compute.get("fp32")
    split = devices_needed(needs, device, precision)
    if share is None or split is None:
        return None
    kept = 1.0 if split == 1 or device.processor == "cpu" else (_SPLIT_LINKED if device.linked else _SPLIT_PCIE)
    compute = peak_of(device, precision) * share.value * split * kept
    bandwidth = device.bandwidth_gb * efficiency.bandwidth.value * split * kept
    outputs = max(needs.output_tokens, 1.0)
    prefill = _PREFILL_MS + needs.gflop_per_item * needs.input_tokens / compute * 1e3
    active_gb = needs.active_parameters * BYTES[precision] / 1e9
    cache_gb = needs.cache_bytes_per_token * (needs.input_tokens + outputs / 2) / 1e9

    def per_token(batch: int) -> float:
        touched = min(active_gb * batch, needs.parameters * BYTES[precision] / 1e9) if needs.parameters > needs.active_parameters else active_gb
        step = max((touched + batch * cache_gb) / bandwidth, batch * needs.gflop_per_item / compute) * 1e3
        return step + _LAYER_MS * needs.layers + _STEP_MS + (batch - 1) / outputs * prefill

    def whole(batch: int) -> float:
        return prefill + outputs * per_token(batch)

    batch, most = 1, _batch_that_fits(needs, device, precision, split)
    limit = target_ms * 0.8 if target_ms is not None else 4 * whole(1)
    while batch * 2 <= most and whole(batch * 2) <= limit:
        batch *= 2
    copies = max(device.count // split, 1.0)
    return Speed(latency_ms=whole(batch), alone_ms=whole(1), capacity=copies * batch / whole(batch) * 1e3, servers=copies * batch,
                 devices_used=split, batch=batch, bound_by="memory-bandwidth", first_token_ms=prefill, per_token_ms=per_token(batch))  # fmt: skip


def devices_needed(needs: Needs, device: Device, precision: str) -> float | None:
    """The smallest power of two of devices that holds the model and one request; None where the instance has too few."""
    if device.processor == "cpu":
        return device.count if serving_memory(needs, precision).total <= device.memory_gb else None
    split = 1.0
    while split <= device.count:
        if serving_memory(needs, precision).total <= device.memory_gb * split:
            return split
        split *= 2
    return None


def _batch_that_fits(needs: Needs, device: Device, precision: str, split: float) -> int:
    memory = device.memory_gb if device.processor == "cpu" else device.memory_gb * split * 0.9
    one = serving_memory(needs, precision)
    free = memory - (one.total - one.kv_cache)
    return max(1, min(256, int(free / one.kv_cache))) if one.kv_cache else 256
