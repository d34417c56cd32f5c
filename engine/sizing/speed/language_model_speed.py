"""Language models under latency targets: the tensor-parallel split and the concurrent sequences that carry most requests."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.sizing.device import Device
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory_fit import max_concurrent_requests, serving_footprint
from engine.sizing.needs import Needs
from engine.sizing.speed.decoder_roofline import DecoderRoofline, decoder_roofline
from engine.sizing.speed.instance_speed import Speed
from engine.sizing.speed.load_performance import ENGINE_MEMORY_SHARE
from knowledge.schema.efficiency import Efficiency

_TARGET_SHARE: Final = 0.8
"""Share of the target that an answer may take before waiting is counted."""
_PATIENCE: Final = 4
"""Without a target, an answer may take so many times that of a request alone."""


class LatencyTargets(NamedTuple):
    """What an answer may take, ms; None where nothing is demanded."""

    answer: float | None = None
    first_token: float | None = None
    per_token: float | None = None


class TensorParallelSplit(NamedTuple):
    """A language model split over devices that hold it, before any latency target."""

    devices: float
    decoder: DecoderRoofline
    max_sequences: int
    """Sequences whose KV cache fits."""
    memory_share: float


def tensor_parallel_splits(
    needs: Needs, device: Device, precision: str, efficiency: Efficiency, *, rates: MemoryRates
) -> tuple[TensorParallelSplit, ...]:
    """The ways to split the model over the devices of a machine, few devices first; empty where it does not fit."""
    if needs.shape is None:
        return ()
    splits = []
    for devices in _device_counts(device):
        memory = serving_footprint(needs, device, precision, rates, devices=devices)
        if memory.verdict != "does-not-fit":
            decoder = decoder_roofline(needs.shape, device, precision, devices, efficiency)
            cached = max_concurrent_requests(needs, device, precision, rates, devices=devices, share=ENGINE_MEMORY_SHARE)
            share = memory.per_device / memory.device_usable
            splits.append(TensorParallelSplit(devices, decoder, min(int(rates.most_sequences), cached), share))
    return tuple(splits)


def best_split_speed(
    splits: Sequence[TensorParallelSplit], needs: Needs, device: Device, precision: str, targets: LatencyTargets
) -> Speed | None:
    """The speed of the split that carries most requests within the targets, else of the quickest one; None without splits."""
    speeds = (_split_speed(split, needs, device, precision, targets) for split in splits)
    return max(speeds, key=lambda speed: (-_overshoot(speed, targets), speed.capacity), default=None)


def _overshoot(speed: Speed, targets: LatencyTargets) -> float:
    """0 where one request alone keeps every target, else by what share of the target the worst one is missed."""
    pairs = ((speed.alone_ms, targets.answer), (speed.first_token_ms, targets.first_token), (speed.per_token_ms, targets.per_token))
    return max(max(value / most - 1, 0.0) if value is not None and most else 0.0 for value, most in pairs)


def _device_counts(device: Device) -> Iterator[float]:
    """Powers of two of devices that may share a model, and all of them; a CPU works as a whole."""
    if device.processor == "cpu":
        yield device.count
        return
    count = 1.0
    while count <= device.count:
        yield count
        count = device.count if count < device.count < count * 2 else count * 2


def _split_speed(split: TensorParallelSplit, needs: Needs, device: Device, precision: str, targets: LatencyTargets) -> Speed:
    tokens_in, tokens_out = max(needs.input_tokens, 1.0), max(needs.output_tokens, 1.0)
    token_times = split.decoder.token_times_by_load(tokens_in, tokens_out)

    def times_ms(sequences: float) -> tuple[float, float, float]:
        """Milliseconds of a whole answer, of its first token, of each token after that, with so many sequences at once."""
        first, each = token_times(sequences)
        return first + (tokens_out - 1) * each, first, each

    answer, first, each = times_ms(1)
    alone = answer
    most_answer = targets.answer * _TARGET_SHARE if targets.answer is not None else _PATIENCE * alone
    most_first, most_each = targets.first_token or math.inf, targets.per_token or math.inf
    batch = 1
    while batch * 2 <= split.max_sequences:
        longer = times_ms(batch * 2)
        if longer[0] > most_answer or longer[1] > most_first or longer[2] > most_each:
            break
        batch, (answer, first, each) = batch * 2, longer
    copies = max(device.count // split.devices, 1.0)
    return Speed(
        latency_ms=answer,
        alone_ms=alone,
        capacity=copies * batch / answer * 1e3,
        servers=copies * batch,
        devices_used=split.devices,
        batch=batch,
        bound_by="memory-capacity" if batch * 2 > split.max_sequences else split.decoder.bound_by(batch),
        first_token_ms=first,
        per_token_ms=each,
        precision=precision,
        memory_share=split.memory_share,
    )
