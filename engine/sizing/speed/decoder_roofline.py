"""Language models on hardware as a roofline: prompts (prefill), tokens (decode), and the cost of a tensor-parallel split.

The form is that of a serving model with continuous batching: a decode step reads the weights and the KV cache of all
sequences, exchanges activations twice a layer, and is interrupted by the prompts of newcomers. Its coefficients come from
published measurements (`knowledge/data/efficiencies`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from engine.sizing.data_types import STREAMED_BYTES, compute_width, peak_gflops
from engine.sizing.device import Device
from engine.sizing.estimate_records import BoundBy
from engine.sizing.memory.kv_cache import KV_CACHE_BYTES, kv_cache_elements
from engine.sizing.shape import Shape
from knowledge.schema.efficiency import Efficiency

_MAX_PREFILL_SHARE: Final = 0.97
"""Of the time of a busy server; beyond it waiting would be endless."""


class DecoderRoofline(msgspec.Struct):
    """One copy of a language model over `devices` devices. Times are in ms, sizes in GB of 10^9 bytes."""

    layers: int
    hidden: int
    active: float
    active_share: float
    """Share of the weights that one token meets."""
    weights_gb: float
    """Per device."""
    gflops: float
    """Sustained by the copy, for prompts."""
    stream_gb: float
    """Rate at which one device reads weights, GB/s."""
    cache_stream_gb: float
    """Rate at which one device reads the KV cache, GB/s."""
    reduce_ms: float
    """Fixed time of one all-reduce."""
    reduce_gb: float
    """Rate of an all-reduce, GB/s."""
    devices: float
    efficiency: Efficiency
    shape: Shape
    cache_split: float
    """Devices over which the KV cache is split, at most one for each KV head."""

    def sequence_cache_gb(self, tokens: float) -> float:
        """KV cache of one sequence of `tokens` over all devices, GB."""
        return kv_cache_elements(self.shape, tokens) * KV_CACHE_BYTES * self.devices / self.cache_split / 1e9

    def bound_by(self, sequences: float) -> BoundBy:
        """What takes most of a decode step."""
        parts: dict[BoundBy, float] = {
            "memory-bandwidth": self.weights_ms(sequences),
            "compute": self.compute_ms(sequences),
            "network": self.exchange_ms(sequences),
            "overhead": self.fixed_ms() + self.efficiency.decoder.step_ms,
        }
        return max(parts, key=lambda name: parts[name])

    def exchange_ms(self, tokens: float) -> float:
        """Time of two all-reduces a layer over the activations of `tokens`."""
        if self.devices <= 1:
            return 0.0
        moved = 2 * (self.devices - 1) / self.devices * tokens * self.hidden * 2 / 1e9
        return 2 * self.layers * (self.reduce_ms + moved / self.reduce_gb * 1e3)

    def weights_ms(self, tokens: float) -> float:
        """Time to read the weights that `tokens` meet."""
        read = self.weights_gb
        if self.active_share < 1:
            read *= 1 - (1 - self.active_share) ** max(tokens * self.efficiency.decoder.experts_met, 1.0)
        return read / self.stream_gb * 1e3

    def compute_ms(self, tokens: float) -> float:
        """Time for the matrix products of `tokens`: 2 operations per parameter and token."""
        return tokens * 2 * self.active / 1e9 / self.gflops * 1e3

    def fixed_ms(self) -> float:
        """Launches and small operations of one pass over the layers."""
        return self.efficiency.decoder.layer_ms * self.layers

    def prompt_ms(self, tokens: float, sequences: float = 1.0) -> float:
        """Prefill of `sequences` prompts of `tokens` each, together."""
        attention = 2 * self.layers * self.hidden * tokens**2 / 1e9 / self.gflops * 1e3 * sequences
        work = max(self.compute_ms(tokens * sequences) + attention, self.weights_ms(tokens * sequences))
        return work + self.exchange_ms(tokens * sequences) + self.fixed_ms() + self.efficiency.decoder.prompt_ms

    def step_ms(self, sequences: float, tokens: float) -> float:
        """One decode step of `sequences`, each with `tokens` in the KV cache."""
        return self._step_ms(sequences, self.sequence_cache_gb(tokens))

    def _step_ms(self, sequences: float, cache_gb: float) -> float:
        cache = sequences * cache_gb / self.devices / self.cache_stream_gb * 1e3
        work = max(self.weights_ms(sequences), self.compute_ms(sequences))
        return work + cache + self.exchange_ms(sequences) + self.fixed_ms() + self.efficiency.decoder.step_ms

    def token_times_by_load(self, tokens_in: float, tokens_out: float) -> Callable[[float], tuple[float, float]]:
        """A function of the concurrent requests that gives the time to first token and per output token, ms."""
        rates = self.efficiency.decoder
        prompt, cache = self.prompt_ms(tokens_in), self.sequence_cache_gb(tokens_in + tokens_out / 2)
        interference, waiting, power = rates.interference, rates.waiting, rates.waiting_power

        def times(concurrency: float) -> tuple[float, float]:
            step = self._step_ms(concurrency, cache)
            per_token = step + interference * (concurrency - 1) / tokens_out * prompt
            busy = min(concurrency * prompt / (prompt + tokens_out * per_token), _MAX_PREFILL_SHARE)
            waited = waiting * (concurrency - 1) * busy**power
            return prompt * (1 + waited / 2), per_token

        return times

    def token_times_in_batch(self, batch: float, tokens_in: float, tokens_out: float) -> tuple[float, float]:
        """Time to first token and per output token of a batch whose sequences start and end together, ms."""
        return self.prompt_ms(tokens_in, batch), self.step_ms(batch, tokens_in + tokens_out / 2)


def decoder_roofline(shape: Shape, device: Device, precision: str, devices: float, efficiency: Efficiency) -> DecoderRoofline:
    """A copy of `shape` split over `devices` of `device`, with weights of `precision`."""
    rates, factor = efficiency.decoder, efficiency.factor_of(device.id)
    width = compute_width(device, precision)
    bandwidth = device.bandwidth_gb * factor.stream
    compute = rates.compute[width] * factor.compute * (rates.experts_compute if shape.is_mixture else 1.0)
    on_cpu = device.processor == "cpu"
    split = 1.0 if on_cpu else devices
    if device.linked and not on_cpu:
        reduce_ms, reduce_gb = rates.reduce_ms, max(device.link_gb, 1.0) * rates.link_share
    else:
        reduce_ms, reduce_gb = rates.host_reduce_ms, rates.host_link_gb["2" if devices <= 2 else "4" if devices <= 4 else "8"]  # noqa: PLR2004  # by devices
    return DecoderRoofline(
        layers=shape.layers,
        hidden=shape.hidden_size,
        active=shape.active_parameters,
        active_share=shape.active_parameters / shape.parameters if shape.is_mixture else 1.0,
        weights_gb=shape.parameters * STREAMED_BYTES[precision] / 1e9 / split,
        gflops=peak_gflops(device, precision) * compute * devices,
        stream_gb=bandwidth * rates.stream[width] * (devices if on_cpu else 1.0),
        cache_stream_gb=bandwidth * rates.cache * (devices if on_cpu else 1.0),
        reduce_ms=reduce_ms,
        reduce_gb=reduce_gb,
        devices=split,
        efficiency=efficiency,
        shape=shape,
        cache_split=1.0 if shape.latent_rank or on_cpu else max(min(devices, shape.kv_heads or 1), 1.0),
    )
