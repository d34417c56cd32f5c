"""How fast hardware runs a model under a load: one front over language models, single passes and training."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.device import Device
from engine.sizing.estimated import BoundBy, Method
from engine.sizing.shape import Shape
from engine.sizing.speed.decoder import Decoder, decoder_of
from engine.sizing.speed.passes import passes_of
from engine.sizing.speed.training import training_rate
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Regime
from knowledge.schema.processor import Stage

# What a published load is taken for. The coefficients are fitted with these: another value asks for `make calibrate`.
FULL_BATCH: Final = 64.0
"""Items of a batch that fills any accelerator; what is taken where only throughput counts."""
MOST_SEQUENCES: Final = 1024.0
"""Sequences that a serving engine keeps under way at most."""
HANDED_OUT: Final = 0.9
"""Share of device memory that a serving engine uses for weights and KV cache."""
WITHIN_BOUND: Final = 0.8
"""Share of the offline rate that remains where arrivals are random and latency is bounded."""


class Load(NamedTuple):
    """What is asked of the hardware."""

    stage: Stage = "inference"
    method: Method = "full"
    regime: Regime = "batch"
    batch: float = 1.0
    concurrency: float = 1.0
    tokens_in: float = 0.0
    tokens_out: float = 0.0
    devices: float = 1.0
    """All that are used: accelerators, or the cores of a host."""
    split: float = 1.0
    """Those that one copy of a language model is split over."""
    pixels: float = 0.0
    """Of one image; 0 for the model's usual size."""


class Performance(NamedTuple):
    """Times in ms; None where there is no such time. The rate is in units a second of all devices."""

    first_token_ms: float | None
    per_token_ms: float | None
    latency_ms: float | None
    rate: float
    bound_by: BoundBy


def performance(shape: Shape, device: Device, precision: str, efficiency: Efficiency, load: Load) -> Performance:
    """How `device` runs `shape` with weights of `precision` under `load`."""
    if load.stage in ("training", "fine-tuning"):
        rate = training_rate(
            shape, device, precision, load.devices, efficiency, tokens=load.tokens_in, pixels=load.pixels, method=load.method
        )
        return Performance(None, None, None, rate, "compute")
    if shape.kind == "language-model":
        return _tokens(shape, device, precision, efficiency, load)
    return _items(shape, device, precision, efficiency, load)


def sequences_at_once(decoder: Decoder, device: Device, tokens: float) -> float:
    """Sequences of `tokens` whose KV cache fits beside the weights."""
    each = decoder.cache_of(tokens)
    free = HANDED_OUT * device.memory_gb * decoder.devices - decoder.weights_gb * decoder.devices
    return max(1.0, min(MOST_SEQUENCES, free / each)) if each else MOST_SEQUENCES


def _tokens(shape: Shape, device: Device, precision: str, efficiency: Efficiency, load: Load) -> Performance:
    decoder = decoder_of(shape, device, precision, load.split, efficiency)
    copies = max(1.0, load.devices // load.split) if device.processor != "cpu" else 1.0
    tokens_in, tokens_out = max(load.tokens_in, 1.0), max(load.tokens_out, 1.0)
    if load.regime in ("concurrency", "saturated"):
        if load.regime == "saturated":
            sequences = sequences_at_once(decoder, device, tokens_in + tokens_out)
        else:
            copies = min(copies, max(load.concurrency, 1.0))  # a request keeps one copy busy, however many there are
            sequences = load.concurrency / copies
        sequences = max(sequences, 1.0)
        first, each = decoder.under_load(sequences, tokens_in, tokens_out)
    else:
        sequences = load.batch
        first, each = decoder.in_batch(sequences, tokens_in, tokens_out)
    latency = first + (tokens_out - 1) * each
    return Performance(first, each, latency, copies * sequences * tokens_out / latency * 1e3, decoder.bound_by(sequences))


def _items(shape: Shape, device: Device, precision: str, efficiency: Efficiency, load: Load) -> Performance:
    passes = passes_of(shape, device, precision, efficiency, tokens=load.tokens_in, pixels=load.pixels)
    if load.regime in ("offline", "server", "saturated"):
        rate = passes.rate(FULL_BATCH, load.devices)
        return Performance(None, None, None, rate * (WITHIN_BOUND if load.regime == "server" else 1.0), passes.bound_by(FULL_BATCH))
    batch = load.concurrency if load.regime == "concurrency" else load.batch
    latency = passes.batch_ms(batch)
    rate = batch / latency * 1e3 if load.regime == "stream" else passes.rate(batch, load.devices)
    return Performance(None, None, latency, rate, passes.bound_by(batch))
