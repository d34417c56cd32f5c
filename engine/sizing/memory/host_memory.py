"""Host memory: to load a model, and to hold what training offloads."""

from __future__ import annotations

import msgspec

from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.training_memory import Recipe, loaded_precision, trained_parameters
from engine.sizing.memory.weights import weights_gb
from engine.sizing.shape import Shape
from knowledge.schema.processor import ProcessorId


class HostMemory(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Host memory while a model is loaded, GB."""

    process: float
    weights: float
    """Those that are in memory at a time."""

    @property
    def total(self) -> float:
        """The sum."""
        return self.process + self.weights


def host_loading_memory(shape: Shape, precision: str, processor: ProcessorId, rates: MemoryRates) -> HostMemory:
    """Host memory while a model is loaded.

    On its way to a GPU a checkpoint of safetensors passes through memory one file at a time (source hf-big-models). Neuron's runtime
    pins all weights while it loads them (source gemma3-int8-inf2). On a CPU they stay.
    """
    weights = weights_gb(shape, precision)
    return HostMemory(process=rates.host_process, weights=min(weights, rates.host_shard) if processor == "gpu" else weights)


def host_loading_gb(shape: Shape, precision: str, processor: ProcessorId, rates: MemoryRates) -> float:
    """Host memory while a model is loaded, GB."""
    return host_loading_memory(shape, precision, processor, rates).total


def training_host_gb(shape: Shape, recipe: Recipe, rates: MemoryRates, *, machines: int = 1) -> float:
    """Host memory of one of the `machines` of a training run, GB; the recipe's devices are those of that machine.

    Nothing offloaded: each process loads its weights, one file at a time. Adapters offloaded whole by FSDP: the first process holds
    the stored weights to hand them out and all of them hold the shards, times DeepSpeed's buffer factor; their states alone: beside
    the loading. Full training: see `offloaded_gb`.
    """
    stored = weights_gb(shape, loaded_precision(recipe))
    processes = rates.host_process * recipe.devices
    loading = processes + min(stored, rates.host_shard) * recipe.devices
    if recipe.offload == "none":
        return loading
    if recipe.method == "full":
        return processes + offloaded_gb(shape.parameters, recipe, rates, machines=machines)
    if recipe.offload == "all":
        return processes + (1.0 + 1.0 / machines) * stored * rates.host_offload_buffer
    return loading + _states_gb(trained_parameters(shape, recipe, rates), recipe) / machines * rates.host_offload_buffer


def offloaded_gb(parameters: float, recipe: Recipe, rates: MemoryRates, *, machines: int = 1) -> float:
    """What full training offloads to the host of one of its `machines`, GB, as DeepSpeed's estimators count it.

    ZeRO-3 with weights: 18 bytes × parameters × 1.5 over all machines. Optimizer alone: 16 bytes, but no less than 4 bytes × parameters
    for each process, which first builds the model in fp32. The bytes are those of mixed AdamW; lighter states take what they take.
    """
    if recipe.offload == "none":
        return 0.0
    states = _states_gb(parameters, recipe) / machines
    if recipe.offload == "all":
        return (states + parameters * recipe.weight_bytes / 1e9 / machines) * rates.host_offload_buffer
    return max(4.0 * parameters * recipe.devices / 1e9, states) * rates.host_offload_buffer


def _states_gb(trained: float, recipe: Recipe) -> float:
    """Gradients, fp32 copies and moments of `trained` parameters, GB: 16 bytes each in mixed precision with AdamW."""
    return trained * (recipe.gradient_bytes + recipe.state_bytes) / 1e9
