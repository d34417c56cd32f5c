"""The arithmetic of a memory estimate, a line a step, as a person would check it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sizing.device import Device
from engine.sizing.estimated import Memory
from engine.sizing.memory.storage import bytes_stored, stored_as
from engine.sizing.memory.training import Recipe
from engine.sizing.shape import Shape


def serving_steps(
    shape: Shape, device: Device, precision: str, memory: Memory, *, devices: int = 1, tokens: float = 0.0, sequences: float = 1.0
) -> tuple[str, ...]:
    """Weights, KV cache, activations, runtime, and what one device holds against what is usable."""
    stored = stored_as(device, precision)
    copies = 1 if device.processor == "cpu" else devices
    lines = [f"weights = {_count(shape.parameters)} × {bytes_stored(stored):.3g} B ({stored}) = {_gb(memory.weights)}"]
    if memory.kv_cache:
        lines.append(f"KV cache = {sequences:,.0f} × {tokens:,.0f} tokens{_elements(shape)} = {_gb(memory.kv_cache)}")
    lines.append(f"activations {_gb(memory.activations)}, runtime {_gb(memory.overhead)}")
    return (*lines, *_held(memory, copies))


def training_steps(shape: Shape, recipe: Recipe, memory: Memory) -> tuple[str, ...]:
    """Weights, gradients, optimizer, activations, buffers, and what one device holds against what is usable."""
    states = f"weights {_gb(memory.weights)}, gradients {_gb(memory.gradients)}, optimizer {_gb(memory.optimizer)}"
    total = memory.weights + memory.gradients + memory.optimizer
    items = f"{recipe.batch:,.0f} × {recipe.tokens:,.0f} tokens" if recipe.tokens else f"{recipe.batch:,.0f} items"
    kept = "computed again" if recipe.checkpointed else "all kept"
    return (
        f"{recipe.method} of {_count(shape.parameters)} parameters in {recipe.precision}: {states} = {_gb(total)}",
        f"activations of {items} a device, {kept} = {_gb(memory.activations)}; buffers and runtime {_gb(memory.overhead)}",
        *_held(memory, recipe.devices),
    )


def _held(memory: Memory, devices: int) -> Iterator[str]:
    if devices > 1:
        yield f"total {_gb(memory.total)} over {devices} devices"
    share = memory.per_device / memory.device_usable
    yield f"one device: {_gb(memory.per_device)} of {_gb(memory.device_usable)} usable, {share:.0%}: {memory.verdict}"


def _elements(shape: Shape) -> str:
    """The layers' part of the cache, where it is a plain product."""
    if shape.latent_rank:
        return f" × {shape.layers} layers × {shape.latent_rank} elements"
    if shape.layers and not shape.windowed_layers:
        return f" × 2 × {shape.layers} layers × {shape.kv_heads} KV heads × {shape.head_size}"
    return ""


def _count(number: float) -> str:
    return f"{number / 1e9:.3g}e9"


def _gb(size: float) -> str:
    return f"{size:.1f} GB" if size >= 1 else f"{size:.2g} GB"
