"""Device memory of a model that answers: weights, KV cache, activations, runtime; per device where its tensors are split."""

from __future__ import annotations

import math
from typing import Final

from engine.sizing.device import Device
from engine.sizing.estimated import Fits, Memory
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.storage import bytes_stored, stored_as, weights_gb
from engine.sizing.shape import Shape
from knowledge.schema.processor import NEURON

_UNBOUNDED: Final = 1_000_000
"""Tokens or sequences that stand for no limit."""


def verdict_of(needed: float, usable: float, rates: MemoryRates) -> Fits:
    """What `needed` GB on a device with `usable` GB mean: fits, tight above 85 %, does not fit above 100 %."""
    if needed > usable * rates.full:
        return "does-not-fit"
    return "tight" if needed > usable * rates.tight else "fits"


def serving_memory(
    shape: Shape,
    device: Device,
    precision: str,
    rates: MemoryRates,
    *,
    tensor: int = 1,
    tokens: float = 0.0,
    sequences: float = 1.0,
    prompt_tokens: float | None = None,
) -> Memory:
    """Memory of one copy of a model that serves `sequences` at once, each of `tokens` (input and output), GB.

    `tensor` devices share the copy; on a CPU all cores share the host's memory. `sequences` are requests under way (language models)
    or items of a batch (all others). `prompt_tokens` is the input alone, all tokens where it is left out.
    """
    tensor = 1 if device.processor == "cpu" else tensor
    stored = stored_as(device, precision)
    width = 4.0 if stored in {"fp32", "tf32"} else 2.0
    weights = weights_gb(shape, stored) / tensor
    overhead = overhead_gb(shape, device, rates, tensor)
    if shape.kind == "language-model":
        cache = cache_gb(shape, tokens, width, tensor) * sequences
        prompt = (tokens if prompt_tokens is None else prompt_tokens) * sequences
        activations = _prefill_gb(shape, prompt, sequences, rates, width=width, tensor=tensor)
    else:
        cache = 0.0
        activations = _items_gb(shape, tokens, sequences, rates, width=min(bytes_stored(stored), width))
    used = weights + cache + activations + overhead
    usable = device.memory_gb
    return Memory(
        weights=weights * tensor,
        kv_cache=cache * tensor,
        activations=activations * tensor,
        overhead=overhead * tensor,
        total=used * tensor,
        per_device=used,
        device_usable=usable,
        verdict=verdict_of(used, usable, rates),
    )


def cache_gb(shape: Shape, tokens: float, width: float = 2.0, tensor: int = 1) -> float:
    """KV cache of one sequence of `tokens` on one device, GB: 2 × layers × ceil(KV heads / devices) × head size × bytes × tokens.

    Fewer heads than devices are copied, so that a device never holds less than one. Latent attention (DeepSeek) caches one vector
    that all heads need, hence nothing is split. Layers with a sliding window keep no more tokens than it has. `width` is bytes per
    element: 2, or 4 in fp32.
    """
    split = tensor > 1 and not shape.latent_rank and shape.kv_heads > 0
    share = math.ceil(shape.kv_heads / tensor) / shape.kv_heads if split else 1.0
    return shape.cache_elements(tokens) * width * share / 1e9


def overhead_gb(shape: Shape, device: Device, rates: MemoryRates, tensor: int = 1) -> float:
    """What runtime and engine take of each device beyond the reserved part, GB; NCCL's buffers where GPUs work together."""
    if device.processor == "cpu":
        return rates.overhead_cpu
    if device.processor in NEURON:
        return rates.overhead_neuron
    base = rates.overhead_language if shape.kind == "language-model" else rates.overhead_network
    return base + collectives_gb(tensor, rates)


def collectives_gb(devices: int, rates: MemoryRates) -> float:
    """NCCL's buffers on each of `devices` GPUs that work together, GB."""
    if devices == 1:
        return 0.0
    return rates.collective_2 if devices == 2 else rates.collective_more  # noqa: PLR2004  # a pair has buffers of its own size


def sequences_that_fit(
    shape: Shape,
    device: Device,
    precision: str,
    rates: MemoryRates,
    *,
    tensor: int = 1,
    tokens: float = 0.0,
    share: float = 1.0,
) -> int:
    """Requests of `tokens` whose KV cache fits beside weights and activations, in `share` of what is usable; 0 where not one does.

    A million where no memory is given, as for a host of unknown size.
    """
    if math.isinf(device.memory_gb):
        return _UNBOUNDED
    width = 4.0 if stored_as(device, precision) in {"fp32", "tf32"} else 2.0
    most = max(1.0, rates.prefill_tokens / max(tokens, 1.0))
    fixed = serving_memory(shape, device, precision, rates, tensor=tensor, tokens=tokens, sequences=most)
    tensor = 1 if device.processor == "cpu" else tensor
    one = cache_gb(shape, tokens, width, tensor) + shape.vocabulary * 4.0 / 1e9 / tensor
    free = device.memory_gb * share - (fixed.per_device - most * one)
    if free < 0 or not one:
        single = serving_memory(shape, device, precision, rates, tensor=tensor, tokens=tokens)
        return int(single.per_device <= device.memory_gb * share)
    return int(free / one)


def tokens_that_fit(shape: Shape, device: Device, precision: str, rates: MemoryRates, *, tensor: int = 1, sequences: float = 1.0) -> int:
    """The longest sequence, in tokens, that fits `sequences` times; 0 where weights alone are too much. Bounded by the model's context."""
    low, high = 0, shape.context_tokens or _UNBOUNDED

    def fits(tokens: int) -> bool:
        needed = serving_memory(shape, device, precision, rates, tensor=tensor, tokens=tokens, sequences=sequences).per_device
        return needed <= device.memory_gb * rates.full

    if not fits(1):
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _prefill_gb(shape: Shape, prompt: float, sequences: float, rates: MemoryRates, *, width: float, tensor: int) -> float:
    """Activations of a prompt on one device: width × tokens × heads × head size × c, at least 70 MiB, and the logits of each sequence.

    c by number of devices, and twice as much for mixtures of experts, as aiconfigurator plans TensorRT-LLM engines.
    """
    inner = shape.heads * shape.head_size or shape.hidden_size
    if tensor == 1:
        factor = rates.activation_width_1
    elif tensor == 2:  # noqa: PLR2004  # the source gives 1, 2, and 4 or more
        factor = rates.activation_width_2
    else:
        factor = rates.activation_width_more
    if shape.is_mixture:
        factor *= rates.activation_width_mixture
    at_once = min(max(prompt, sequences), rates.prefill_tokens)
    live = max(width * at_once * inner * factor / 1e9, rates.activation_floor)
    return live + sequences * shape.vocabulary * 4.0 / 1e9 / tensor


def _items_gb(shape: Shape, tokens: float, items: float, rates: MemoryRates, *, width: float) -> float:
    """Activations alive at once for a batch of items in one pass, GB.

    Transformers: tokens × hidden size × 10 tensors, and two matrices of tokens × tokens per head. Image networks: a share of what
    they would keep for training, which follows their operations.
    """
    if shape.layers and shape.hidden_size:
        length = tokens or shape.typical_tokens or shape.gflop_per_item * 1e9 / (2 * shape.active_parameters) or 1.0
        elements = length * shape.hidden_size * rates.encoder_width + 2.0 * shape.heads * length * length
    else:
        elements = image_elements(shape, rates) * rates.image_live
        if shape.kind == "diffusion":
            elements *= 2.0  # with and without guidance
    return items * elements * max(width, 1.0) / 1e9


def image_elements(shape: Shape, rates: MemoryRates) -> float:
    """Elements that one pass over one item keeps for the backward pass, of networks without tokens; an estimate from the operations."""
    if shape.kind == "diffusion":
        return rates.diffusion_elements_per_gflop * shape.gflop_per_item / rates.diffusion_forwards
    return rates.image_elements + rates.image_elements_per_gflop * shape.gflop_per_item
