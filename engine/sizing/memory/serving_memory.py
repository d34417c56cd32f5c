"""Device memory of a model that answers requests: weights, KV cache, activations, runtime."""

from __future__ import annotations

import math
from typing import Final

from engine.sizing.data_types import stored_precision, tensor_bytes
from engine.sizing.device import Device
from engine.sizing.estimate_records import Memory
from engine.sizing.memory.activations import image_activation_elements
from engine.sizing.memory.device_memory import DeviceMemory
from engine.sizing.memory.kv_cache import kv_cache_gb, kv_cache_memory
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.weights import weights_memory
from engine.sizing.shape import Shape
from knowledge.schema.processor import NEURON

_UNBOUNDED: Final = 1_000_000
"""Tokens or sequences that stand for no limit."""


def serving_memory(
    shape: Shape,
    device: Device,
    precision: str,
    rates: MemoryRates,
    *,
    tensor_parallel: int = 1,
    tokens: float = 0.0,
    sequences: float = 1.0,
    prompt_tokens: float | None = None,
) -> Memory:
    """Memory of one copy of a model on all its devices, GB, and of one of them; see `serving_memory_by_part`."""
    parts = serving_memory_by_part(
        shape, device, precision, rates, tensor_parallel=tensor_parallel, tokens=tokens, sequences=sequences, prompt_tokens=prompt_tokens
    )
    return parts.across_devices(device, rates)


def serving_memory_by_part(
    shape: Shape,
    device: Device,
    precision: str,
    rates: MemoryRates,
    *,
    tensor_parallel: int = 1,
    tokens: float = 0.0,
    sequences: float = 1.0,
    prompt_tokens: float | None = None,
) -> DeviceMemory:
    """Memory of each device of a copy that serves `sequences` at once, each of `tokens` (input and output), GB.

    `tensor_parallel` devices share the copy; the cores of a CPU share the host's memory. `sequences` are concurrent requests of a
    language model, or items of a batch. `prompt_tokens` is the input alone, all tokens where it is left out.
    """
    devices = 1 if device.processor == "cpu" else tensor_parallel
    stored = stored_precision(device, precision)
    element_bytes = tensor_bytes(stored)
    weights = weights_memory(shape, stored)
    cache = None
    if shape.kind == "language-model":
        cache = kv_cache_memory(shape, tokens, element_bytes, devices, sequences)
        prompt = (tokens if prompt_tokens is None else prompt_tokens) * sequences
        activations = _prefill_gb(shape, prompt, sequences, rates, element_bytes=element_bytes, devices=devices)
    else:
        activations = _batch_activations_gb(shape, tokens, sequences, rates, element_bytes=min(weights.bytes_each, element_bytes))
    return DeviceMemory(
        devices=devices,
        weights=weights.gb / devices,
        kv_cache=cache.gb_per_device if cache is not None else 0.0,
        activations=activations,
        overhead=_runtime_overhead_gb(shape, device, rates, devices),
        weights_of_copy=weights,
        cache=cache,
    )


def collective_buffers_gb(devices: int, rates: MemoryRates) -> float:
    """NCCL's buffers on each of `devices` GPUs that work together, GB."""
    if devices == 1:
        return 0.0
    return rates.collective_2 if devices == 2 else rates.collective_more  # noqa: PLR2004  # a pair has buffers of its own size


def max_sequences(
    shape: Shape, device: Device, precision: str, rates: MemoryRates, *, tensor_parallel: int = 1, tokens: float = 0.0, share: float = 1.0
) -> int:
    """Requests of `tokens` whose KV cache fits beside weights and activations, in `share` of what is usable; 0 where not one does.

    A million where the memory of the device is not limited.
    """
    if math.isinf(device.memory_gb):
        return _UNBOUNDED
    prefilled = max(1.0, rates.prefill_tokens / max(tokens, 1.0))
    full = serving_memory_by_part(shape, device, precision, rates, tensor_parallel=tensor_parallel, tokens=tokens, sequences=prefilled)
    devices = 1 if device.processor == "cpu" else tensor_parallel
    cache = kv_cache_gb(shape, tokens, tensor_bytes(stored_precision(device, precision)), devices)
    each = cache + shape.vocabulary * 4.0 / 1e9 / devices  # with the scores of the vocabulary in fp32
    free = device.memory_gb * share - (full.total - prefilled * each)
    if free < 0 or not each:
        single = serving_memory_by_part(shape, device, precision, rates, tensor_parallel=tensor_parallel, tokens=tokens)
        return int(single.total <= device.memory_gb * share)
    return int(free / each)


def max_context_tokens(
    shape: Shape, device: Device, precision: str, rates: MemoryRates, *, tensor_parallel: int = 1, sequences: float = 1.0
) -> int:
    """The longest sequence, in tokens, that fits `sequences` times, up to the model's context; 0 where weights alone are too much."""

    def fits(tokens: int) -> bool:
        memory = serving_memory_by_part(
            shape, device, precision, rates, tensor_parallel=tensor_parallel, tokens=tokens, sequences=sequences
        )
        return memory.total <= device.memory_gb * rates.full

    low, high = 0, shape.context_tokens or _UNBOUNDED
    if not fits(1):
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _runtime_overhead_gb(shape: Shape, device: Device, rates: MemoryRates, devices: int) -> float:
    """What runtime and engine take of each device beyond the reserved part, GB; with NCCL's buffers where GPUs work together."""
    if device.processor == "cpu":
        return rates.overhead_cpu
    if device.processor in NEURON:
        return rates.overhead_neuron
    base = rates.overhead_language if shape.kind == "language-model" else rates.overhead_network
    return base + collective_buffers_gb(devices, rates)


def _prefill_gb(shape: Shape, prompt: float, sequences: float, rates: MemoryRates, *, element_bytes: float, devices: int) -> float:
    """Activations of a prompt on one device: bytes × tokens × heads × head size × c, at least 70 MiB, and the logits of each sequence.

    c by number of devices, and twice as much for mixtures of experts, as aiconfigurator plans TensorRT-LLM engines.
    """
    inner = shape.heads * shape.head_size or shape.hidden_size
    by_devices = {1: rates.activation_width_1, 2: rates.activation_width_2}
    factor = by_devices.get(devices, rates.activation_width_more)
    if shape.is_mixture:
        factor *= rates.activation_width_mixture
    prefilled = min(max(prompt, sequences), rates.prefill_tokens)
    live = max(element_bytes * prefilled * inner * factor / 1e9, rates.activation_floor)
    return live + sequences * shape.vocabulary * 4.0 / 1e9 / devices


def _batch_activations_gb(shape: Shape, tokens: float, items: float, rates: MemoryRates, *, element_bytes: float) -> float:
    """Activations alive at once for a batch of items in one pass, GB.

    Transformers: tokens × hidden size × 10 tensors, and two matrices of tokens × tokens per head. Image networks: a share of what
    they would keep for training, which follows their operations.
    """
    if shape.layers and shape.hidden_size:
        length = tokens or shape.typical_tokens or shape.gflop_per_item * 1e9 / (2 * shape.active_parameters) or 1.0
        elements = length * shape.hidden_size * rates.encoder_width + 2.0 * shape.heads * length * length
    else:
        elements = image_activation_elements(shape, rates) * rates.image_live
        if shape.kind == "diffusion":
            elements *= 2.0  # with and without guidance
    return items * elements * max(element_bytes, 1.0) / 1e9
