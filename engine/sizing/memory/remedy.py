"""What to change where a run does not fit: more devices, fewer bits, a shorter context, another way to train."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from engine.sizing.data_types import bytes_per_parameter, stored_precision, supported_precision
from engine.sizing.device import Device
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.serving_memory import max_context_tokens, serving_memory
from engine.sizing.memory.training_memory import Recipe, training_memory
from engine.sizing.shape import Shape

_NARROWER_TYPES: Final = ("bf16", "fp16", "fp8", "int8", "int4")
_LANGUAGE_MODEL_TYPES: Final = frozenset({"fp8", "int4"})
"""Data types that only language models are published in."""
_MIN_CONTEXT_TOKENS: Final = 256
"""A shorter context helps nobody."""


def serving_remedy(
    shape: Shape,
    device: Device,
    precision: str,
    rates: MemoryRates,
    *,
    tensor_parallel: int = 1,
    tokens: float = 0.0,
    sequences: float = 1.0,
) -> str:
    """A sentence part: "fits with 2 devices, or in int8, or with 3,400 tokens of context"; empty where it fits already."""

    def fits(precision: str = precision, devices: int = tensor_parallel, sequences: float = sequences) -> bool:
        memory = serving_memory(shape, device, precision, rates, tensor_parallel=devices, tokens=tokens, sequences=sequences)
        return memory.verdict != "does-not-fit"

    if fits():
        return ""
    is_language_model = shape.kind == "language-model"
    remedies: list[str] = []
    if device.processor != "cpu" and is_language_model:  # servers of other models run whole copies
        larger = (count for count in _larger_counts(tensor_parallel, int(device.count)) if fits(devices=count))
        remedies.extend(f"with {count} devices" for count in [next(larger, None)] if count)
    narrower = next((kind for kind in _narrower_types(shape, device, precision) if fits(kind)), None)
    if narrower:
        remedies.append(f"in {narrower}")
    if is_language_model:
        longest = max_context_tokens(shape, device, precision, rates, tensor_parallel=tensor_parallel, sequences=sequences)
        if _MIN_CONTEXT_TOKENS <= longest < tokens:
            remedies.append(f"with {_floor_to_two_digits(longest):,} tokens of context")
    if sequences > 1 and fits(sequences=1.0):
        remedies.append(f"with {_max_fitting(lambda count: fits(sequences=float(count)), int(sequences))} at once")
    return _join_remedies(remedies, device)


def training_remedy(shape: Shape, device: Device, recipe: Recipe, rates: MemoryRates) -> str:
    """The same for training: sharded over more devices, activations computed again, a smaller batch, 8-bit states, LoRA, QLoRA."""

    def fits(**changes: object) -> bool:
        return training_memory(shape, device, msgspec.structs.replace(recipe, **changes), rates).verdict != "does-not-fit"

    if fits():
        return ""
    remedies: list[str] = []
    larger = (count for count in _larger_counts(recipe.devices, int(device.count)) if fits(devices=count, sharding="zero-3"))
    remedies.extend(f"sharded over {count} devices (ZeRO-3)" for count in [next(larger, None)] if count)
    if not recipe.checkpointed and fits(checkpointed=True):
        remedies.append("with activation checkpointing")
    if recipe.batch > 1 and fits(batch=1.0):
        remedies.append("with a batch of 1")
    if recipe.method == "full" and recipe.optimizer == "adamw" and fits(optimizer="adamw-8bit"):
        remedies.append("with 8-bit AdamW")
    mixed = {"pure": False, "autocast": False} if recipe.method == "full" else {}  # adapters are trained in mixed precision
    adapters = {"full": {"LoRA": "lora", "QLoRA": "qlora"}, "lora": {"QLoRA": "qlora"}}.get(recipe.method, {})
    adapter = next((name for name, method in adapters.items() if fits(method=method, **mixed)), None)
    return _join_remedies([*remedies, f"with {adapter}"] if adapter else remedies, device)


def _larger_counts(count: int, most: int) -> Iterator[int]:
    """Powers of two above `count` and below `most`, then `most` itself."""
    power = 1
    while power < most:
        if power > count:
            yield power
        power *= 2
    if most > count:
        yield most


def _narrower_types(shape: Shape, device: Device, precision: str) -> Iterator[str]:
    """Data types narrower than what is stored now that the device computes in or stores, from wide to narrow."""
    now = bytes_per_parameter(stored_precision(device, precision))
    for kind in _NARROWER_TYPES:
        if kind in _LANGUAGE_MODEL_TYPES and shape.kind != "language-model":
            continue
        if bytes_per_parameter(stored_precision(device, kind)) < now and supported_precision(device, kind):
            yield kind


def _max_fitting(fits: Callable[[int], bool], most: int) -> int:
    """The largest count from 1 to `most` that fits."""
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def _floor_to_two_digits(tokens: int) -> int:
    """Down to two digits: more would look surer than the estimate is."""
    step: int = 10 ** max(len(str(tokens)) - 2, 0)
    return tokens // step * step


def _join_remedies(remedies: list[str], device: Device) -> str:
    if remedies:
        return "fits " + ", or ".join(remedies)
    if device.processor == "cpu":
        return "no lighter data type fits; take a machine with more memory"
    count = int(device.count)
    return f"nothing smaller fits on {count:,} {device.name} {'device' if count == 1 else 'devices'}; take larger or more of them"
