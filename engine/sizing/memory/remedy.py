"""What to change where a run does not fit: more devices, fewer bits, a shorter context, another way to train."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from engine.sizing.device import Device, precision_on
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.serving import serving_memory, tokens_that_fit
from engine.sizing.memory.storage import bytes_stored, stored_as
from engine.sizing.memory.training import Recipe, training_memory
from engine.sizing.shape import Shape

_LIGHTER: Final = ("bf16", "fp16", "fp8", "int8", "int4")
_FOR_TOKENS: Final = frozenset({"fp8", "int4"})
"""Data types that only language models are published in."""
_SPLITTABLE: Final = frozenset({"language-model"})
"""Kinds that serving software splits over devices; others serve whole copies."""
_FEWEST_TOKENS: Final = 256
"""A context shorter than this is no help to anyone."""


def serving_remedy(
    shape: Shape,
    device: Device,
    precision: str,
    rates: MemoryRates,
    *,
    tensor: int = 1,
    tokens: float = 0.0,
    sequences: float = 1.0,
) -> str:
    """A sentence part: "fits with 2 devices, or in int8, or with 3,400 tokens of context"; empty where it fits already."""

    def fits(precision: str, tensor: int, sequences: float) -> bool:
        needs = serving_memory(shape, device, precision, rates, tensor=tensor, tokens=tokens, sequences=sequences)
        return needs.verdict != "does-not-fit"

    if fits(precision, tensor, sequences):
        return ""
    ways: list[str] = []
    most = int(device.count)
    if device.processor != "cpu" and shape.kind in _SPLITTABLE:
        ways.extend(f"with {count} devices" for count in _more(tensor, most) if fits(precision, count, sequences))
    ways = ways[:1]
    lighter = next((kind for kind in _lighter(shape, device, precision) if fits(kind, tensor, sequences)), None)
    if lighter:
        ways.append(f"in {lighter}")
    if shape.kind == "language-model":
        longest = tokens_that_fit(shape, device, precision, rates, tensor=tensor, sequences=sequences)
        if _FEWEST_TOKENS <= longest < tokens:
            ways.append(f"with {_rounded(longest):,} tokens of context")
    if sequences > 1 and fits(precision, tensor, 1.0):
        ways.append(f"with {_most_sequences(fits, precision, tensor, sequences)} at once")
    return _sentence(ways, device, most)


def training_remedy(shape: Shape, device: Device, recipe: Recipe, rates: MemoryRates) -> str:
    """The same for training: sharded over more devices, activations computed again, a smaller batch, 8-bit states, LoRA, QLoRA."""

    def fits(changed: Recipe) -> bool:
        return training_memory(shape, device, changed, rates).verdict != "does-not-fit"

    if fits(recipe):
        return ""
    most = int(device.count)
    replace = msgspec.structs.replace
    ways: list[str] = []
    for count in _more(recipe.devices, most):
        if fits(replace(recipe, devices=count, sharding="zero-3")):
            ways.append(f"sharded over {count} devices (ZeRO-3)")
            break
    if not recipe.checkpointed and fits(replace(recipe, checkpointed=True)):
        ways.append("with activation checkpointing")
    if recipe.batch > 1 and fits(replace(recipe, batch=1.0)):
        ways.append("with a batch of 1")
    if recipe.method == "full" and recipe.optimizer == "adamw" and fits(replace(recipe, optimizer="adamw-8bit")):
        ways.append("with 8-bit AdamW")
    lighter = next((name for name, changed in _with_adapters(recipe) if fits(changed)), None)
    return _sentence([*ways, f"with {lighter}"] if lighter else ways, device, most)


def _with_adapters(recipe: Recipe) -> Iterator[tuple[str, Recipe]]:
    """The same run with fewer parameters to train, those of LoRA first; adapters are trained in mixed precision."""
    if recipe.method == "full":
        recipe = msgspec.structs.replace(recipe, method="lora", pure=False, autocast=False)
        yield "LoRA", recipe
    if recipe.method == "lora":
        yield "QLoRA", msgspec.structs.replace(recipe, method="qlora")


def _more(now: int, most: int) -> Iterator[int]:
    """Powers of two above `now` up to `most`, then `most` itself."""
    count = 1
    while count < most:
        count *= 2
        if now < count < most:
            yield count
    if most > now:
        yield most


def _lighter(shape: Shape, device: Device, precision: str) -> Iterator[str]:
    """Data types that the device computes in or stores, from wide to narrow, narrower than what is stored now."""
    now = bytes_stored(stored_as(device, precision))
    for kind in _LIGHTER:
        if kind in _FOR_TOKENS and shape.kind != "language-model":
            continue
        if bytes_stored(stored_as(device, kind)) < now and precision_on(device, kind):
            yield kind


def _most_sequences(fits: Callable[[str, int, float], bool], precision: str, tensor: int, sequences: float) -> int:
    low, high = 1, int(sequences)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(precision, tensor, float(middle)) else (low, middle - 1)
    return low


def _rounded(tokens: int) -> int:
    """Down to two digits: more would look surer than the estimate is."""
    step: int = 10 ** max(len(str(tokens)) - 2, 0)
    return tokens // step * step


def _sentence(ways: list[str], device: Device, most: int) -> str:
    if ways:
        return "fits " + ", or ".join(ways)
    if device.processor == "cpu":
        return "no lighter data type fits; take a machine with more memory"
    noun = "device" if most == 1 else "devices"
    return f"nothing smaller fits on {most:,} {device.name} {noun}; take larger or more of them"
