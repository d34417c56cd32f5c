"""Host memory: to load a model, and to hold what training offloads."""

from __future__ import annotations

from typing import Final

from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.storage import weights_gb
from engine.sizing.memory.training import Recipe
from engine.sizing.shape import Shape
from knowledge.schema.processor import ProcessorId

_STATES: Final = 16.0
"""Bytes per parameter of gradients, master weights and Adam's moments in fp32."""
_WEIGHTS_AND_STATES: Final = 18.0
"""The same with 16-bit weights."""


def loading_gb(shape: Shape, precision: str, processor: ProcessorId, rates: MemoryRates) -> float:
    """Host memory while a model is loaded, GB.

    On its way to a GPU a checkpoint of safetensors passes through memory one file at a time (source hf-big-models). Neuron's runtime
    pins all weights while it loads them (source gemma3-int8-inf2). On a CPU they stay.
    """
    weights = weights_gb(shape, precision)
    return rates.host_process + (min(weights, rates.host_shard) if processor == "gpu" else weights)


def training_host_gb(shape: Shape, recipe: Recipe, rates: MemoryRates) -> float:
    """Host memory of a training run on one machine, GB.

    Nothing offloaded: each process loads its weights, one file at a time. Adapters offloaded by FSDP: the first process holds the
    stored weights to hand them out and all of them hold the shards, times DeepSpeed's buffer factor of 1.5. Full training: see
    `offloaded_gb`.
    """
    stored = weights_gb(shape, "nf4" if recipe.method == "qlora" else ("fp32" if recipe.precision in {"fp32", "tf32"} else "bf16"))
    processes = rates.host_process * recipe.devices
    if recipe.offload == "none":
        return processes + min(stored, rates.host_shard) * recipe.devices
    if recipe.method != "full":
        copies = 2.0 if recipe.offload == "all" else 1.0
        return processes + copies * stored * rates.host_offload_buffer
    return processes + offloaded_gb(shape.parameters, recipe, rates)


def offloaded_gb(parameters: float, recipe: Recipe, rates: MemoryRates) -> float:
    """What DeepSpeed's estimators give for host memory, GB (estimate_zero2_ and estimate_zero3_model_states_mem_needs).

    ZeRO-3 with weights: 18 × P × 1.5. Optimizer alone: P × max(4 × devices, 16) × 1.5, since each process first builds the model in
    fp32.
    """
    if recipe.offload == "none":
        return 0.0
    if recipe.offload == "all":
        return _WEIGHTS_AND_STATES * parameters * rates.host_offload_buffer / 1e9
    return parameters * max(4.0 * recipe.devices, _STATES) * rates.host_offload_buffer / 1e9
