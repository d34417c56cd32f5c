"""Language models: prefill and decode, continuous batching, split over devices."""

from __future__ import annotations

from typing import Final

from engine.sizing.device import Device, peak_of
from engine.sizing.needs import BYTES, Needs, serving_memory
from engine.sizing.speed import Speed, share_of_peak
from knowledge.schema.guidance import Efficiency

_LAYER_MS: Final = 0.02
_STEP_MS: Final = 1.0
_PREFILL_MS: Final = 6.0
"""Fixed costs of a serving engine, per layer, per step and per prompt, as fitted to published measurements of dense decoders."""
_SPLIT_LINKED: Final = 0.85
_SPLIT_PCIE: Final = 0.6
"""Share of linear speed-up that remains when one model is split over devices, with and without direct links."""


def language_speed(needs: Needs, device: Device, precision: str, efficiency: Efficiency, target_ms: float | None) -> Speed | None:
    """A language model: prefill and decode apart, continuous batching, split over as many devices as it needs."""
    share = share_of_peak(efficiency, precision, "bf16", "fp32")
    split = devices_needed(needs, device, precision)
    if share is None or split is None:
        return None
    kept = 1.0 if split == 1 or device.processor == "cpu" else (_SPLIT_LINKED if device.linked else _SPLIT_PCIE)
    compute = peak_of(device, precision) * share * split * kept
    bandwidth = device.bandwidth_gb * efficiency.bandwidth.value * split * kept
    outputs = max(needs.output_tokens, 1.0)
    prefill = _PREFILL_MS + needs.gflop_per_item * needs.input_tokens / compute * 1e3
    active_gb = needs.active_parameters * BYTES[precision] / 1e9
    cache_gb = needs.cache_bytes_per_token * (needs.input_tokens + outputs / 2) / 1e9

    def per_token(batch: int) -> float:
        touched = (
            min(active_gb * batch, needs.parameters * BYTES[precision] / 1e9) if needs.parameters > needs.active_parameters else active_gb
        )
        step = max((touched + batch * cache_gb) / bandwidth, batch * needs.gflop_per_item / compute) * 1e3
        return step + _LAYER_MS * needs.layers + _STEP_MS + (batch - 1) / outputs * prefill

    def whole(batch: int) -> float:
        return prefill + outputs * per_token(batch)

    batch, most = 1, _batch_that_fits(needs, device, precision, split)
    limit = target_ms * 0.8 if target_ms is not None else 4 * whole(1)
    while batch * 2 <= most and whole(batch * 2) <= limit:
        batch *= 2
    copies = max(device.count // split, 1.0)
    return Speed(
        latency_ms=whole(batch),
        alone_ms=whole(1),
        capacity=copies * batch / whole(batch) * 1e3,
        servers=copies * batch,
        devices_used=split,
        batch=batch,
        bound_by="memory-bandwidth",
        first_token_ms=prefill,
        per_token_ms=per_token(batch),
        precision=precision,
        memory_share=serving_memory(needs, precision).total / (device.memory_gb * (1 if device.processor == "cpu" else split)),
    )


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
