"""How fast hardware runs a model under a load: language models, single passes and training."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.device import Device
from engine.sizing.estimate_records import BoundBy, Method
from engine.sizing.shape import Shape
from engine.sizing.speed.decoder_roofline import DecoderRoofline, decoder_roofline
from engine.sizing.speed.forward_pass import forward_pass
from engine.sizing.speed.training_speed import training_rate
from knowledge.schema.efficiency import Efficiency
from knowledge.schema.measurement import Regime
from knowledge.schema.processor import Stage

# How a published load is read. The coefficients are fitted with these: run `make calibrate` after a change.
FULL_BATCH: Final = 64.0
"""Items of a batch that fills any accelerator; assumed where only throughput counts."""
MAX_SEQUENCES: Final = 1024.0
"""Concurrent sequences of a serving engine at most."""
ENGINE_MEMORY_SHARE: Final = 0.9
"""Share of device memory that a serving engine uses for weights and KV cache."""
BOUNDED_LATENCY_SHARE: Final = 0.8
"""Share of the offline rate that remains where arrivals are random and latency is bounded."""


class Load(NamedTuple):
    """The work that hardware does at a time."""

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


def predict_performance(shape: Shape, device: Device, precision: str, efficiency: Efficiency, load: Load) -> Performance:
    """How `device` runs `shape` with weights of `precision` under `load`."""
    if load.stage in ("training", "fine-tuning"):
        rate = training_rate(
            shape, device, precision, load.devices, efficiency, tokens=load.tokens_in, pixels=load.pixels, method=load.method
        )
        return Performance(None, None, None, rate, "compute")
    if shape.kind == "language-model":
        return _predict_generation(shape, device, precision, efficiency, load)
    return _predict_items(shape, device, precision, efficiency, load)


def max_cached_sequences(decoder: DecoderRoofline, device: Device, tokens: float) -> float:
    """Sequences of `tokens` whose KV cache fits beside the weights."""
    each = decoder.sequence_cache_gb(tokens)
    free = ENGINE_MEMORY_SHARE * device.memory_gb * decoder.devices - decoder.weights_gb * decoder.devices
    return max(1.0, min(MAX_SEQUENCES, free / each)) if each else MAX_SEQUENCES


def _predict_generation(shape: Shape, device: Device, precision: str, efficiency: Efficiency, load: Load) -> Performance:
    decoder = decoder_roofline(shape, device, precision, load.split, efficiency)
    copies = max(1.0, load.devices // load.split) if device.processor != "cpu" else 1.0
    tokens_in, tokens_out = max(load.tokens_in, 1.0), max(load.tokens_out, 1.0)
    if load.regime in ("concurrency", "saturated"):
        if load.regime == "saturated":
            sequences = max_cached_sequences(decoder, device, tokens_in + tokens_out)
        else:
            copies = min(copies, max(load.concurrency, 1.0))  # a request keeps one copy busy, however many there are
            sequences = load.concurrency / copies
        sequences = max(sequences, 1.0)
        first, each = decoder.token_times_by_load(tokens_in, tokens_out)(sequences)
    else:
        sequences = load.batch
        first, each = decoder.token_times_in_batch(sequences, tokens_in, tokens_out)
    latency = first + (tokens_out - 1) * each
    return Performance(first, each, latency, copies * sequences * tokens_out / latency * 1e3, decoder.bound_by(sequences))


def _predict_items(shape: Shape, device: Device, precision: str, efficiency: Efficiency, load: Load) -> Performance:
    passes = forward_pass(shape, device, precision, efficiency, tokens=load.tokens_in, pixels=load.pixels)
    if load.regime in ("offline", "server", "saturated"):
        rate = passes.items_per_second(FULL_BATCH, load.devices)
        return Performance(
            None, None, None, rate * (BOUNDED_LATENCY_SHARE if load.regime == "server" else 1.0), passes.bound_by(FULL_BATCH)
        )
    batch = load.concurrency if load.regime == "concurrency" else load.batch
    latency = passes.batch_ms(batch)
    rate = batch / latency * 1e3 if load.regime == "stream" else passes.items_per_second(batch, load.devices)
    return Performance(None, None, latency, rate, passes.bound_by(batch))
