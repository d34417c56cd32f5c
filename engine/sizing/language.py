"""Language models: prefill and decode, continuous batching, split over devices."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Final

from engine.sizing.device import Device, peak_of
from engine.sizing.needs import BYTES, Needs, serving_memory
from engine.sizing.speed import Bound, Speed, share_of_peak
from knowledge.schema.guidance import Efficiency

_LAYER_MS: Final = 0.02
_STEP_MS: Final = 1.0
_PREFILL_MS: Final = 6.0
"""Fixed costs of a serving engine, per layer, per step and per prompt, as fitted to published measurements of dense decoders."""
_SPLIT_LINKED: Final = 0.85
_SPLIT_PCIE: Final = 0.6
"""Share of linear speed-up that remains when one model is split over devices, with and without direct links."""
_MOST_SEQUENCES: Final = 256
_HEADROOM: Final = 0.9
"""Share of device memory that a serving engine hands out."""


def language_speed(needs: Needs, device: Device, precision: str, efficiency: Efficiency, target_ms: float | None) -> Speed | None:
    """The split over devices that carries most requests within the target; None where the model does not fit."""
    share = share_of_peak(efficiency, precision, "bf16", "fp32")
    if share is None:
        return None
    bandwidth = efficiency.bandwidth.value
    copies = (_Split(needs, device, precision, share, bandwidth, devices) for devices in splits(needs, device, precision))
    return max((copy.speed(target_ms) for copy in copies), key=lambda speed: speed.capacity, default=None)


def splits(needs: Needs, device: Device, precision: str) -> Iterator[float]:
    """Powers of two of devices that hold the model and one request; a CPU works with all its cores."""
    need = serving_memory(needs, precision).total
    if device.processor == "cpu":
        if need <= device.memory_gb:
            yield device.count
        return
    split = 1.0
    while split <= device.count:
        if need <= device.memory_gb * split:
            yield split
        split *= 2


@dataclasses.dataclass(frozen=True, slots=True)
class _Split:
    """One copy of the model over `devices` devices."""

    needs: Needs
    device: Device
    precision: str
    compute_share: float
    bandwidth_share: float
    devices: float

    @property
    def kept(self) -> float:
        if self.devices == 1 or self.device.processor == "cpu":
            return 1.0
        return _SPLIT_LINKED if self.device.linked else _SPLIT_PCIE

    @property
    def compute(self) -> float:
        """GFLOPS of the copy."""
        return peak_of(self.device, self.precision) * self.compute_share * self.devices * self.kept

    @property
    def prefill_ms(self) -> float:
        return _PREFILL_MS + self.needs.gflop_per_item * self.needs.input_tokens / self.compute * 1e3

    def per_token_ms(self, batch: int) -> float:
        """One decode step, and the share of the prompts that interrupt it."""
        needs = self.needs
        weights = needs.parameters * BYTES[self.precision] / 1e9
        touched = min(needs.active_parameters * BYTES[self.precision] / 1e9 * batch, weights)
        cache = needs.cache_bytes_per_token * (needs.input_tokens + needs.output_tokens / 2) / 1e9
        bandwidth = self.device.bandwidth_gb * self.bandwidth_share * self.devices * self.kept
        step = max((touched + batch * cache) / bandwidth, batch * needs.gflop_per_item / self.compute) * 1e3
        return step + _LAYER_MS * needs.layers + _STEP_MS + (batch - 1) / max(needs.output_tokens, 1.0) * self.prefill_ms

    def answer_ms(self, batch: int) -> float:
        return self.prefill_ms + max(self.needs.output_tokens, 1.0) * self.per_token_ms(batch)

    def batch(self, target_ms: float | None) -> int:
        """The largest power of two of sequences that memory and target allow; without a target, four times the quickest answer."""
        limit = target_ms * 0.8 if target_ms is not None else 4 * self.answer_ms(1)
        most, batch = self.sequences, 1
        while batch * 2 <= most and self.answer_ms(batch * 2) <= limit:
            batch *= 2
        return batch

    @property
    def memory_gb(self) -> float:
        return self.device.memory_gb * (1 if self.device.processor == "cpu" else self.devices)

    @property
    def sequences(self) -> int:
        """Requests whose KV cache fits beside the weights."""
        one = serving_memory(self.needs, self.precision)
        free = self.memory_gb * _HEADROOM - (one.total - one.kv_cache)
        return max(1, min(_MOST_SEQUENCES, int(free / one.kv_cache))) if one.kv_cache else _MOST_SEQUENCES

    def speed(self, target_ms: float | None) -> Speed:
        batch = self.batch(target_ms)
        copies = max(self.device.count // self.devices, 1.0)
        answer = self.answer_ms(batch)
        bound: Bound = "memory-capacity" if batch * 2 > self.sequences else "memory-bandwidth"
        return Speed(
            latency_ms=answer,
            alone_ms=self.answer_ms(1),
            capacity=copies * batch / answer * 1e3,
            servers=copies * batch,
            devices_used=self.devices,
            batch=batch,
            bound_by=bound,
            first_token_ms=self.prefill_ms,
            per_token_ms=self.per_token_ms(batch),
            precision=self.precision,
            memory_share=serving_memory(self.needs, self.precision).total / self.memory_gb,
        )
