"""Host memory: to load a model, to compile and merge it, to hold what training offloads, and all of classic machine learning."""

from __future__ import annotations

from typing import Final, Literal

from engine.sizing.memory.activations import block_parameters
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.storage import embedding_parameters, weights_gb
from engine.sizing.memory.training import Recipe
from engine.sizing.shape import Shape
from knowledge.schema.processor import ProcessorId

Checkpoint = Literal["safetensors", "pickle"]
"""safetensors files are read tensor by tensor; pickled ones (torch.load) are held whole, beside the model they fill."""

_SIXTEEN_BITS_GB: Final = 2.0
"""GB per 10^9 parameters."""
_STATES: Final = 16.0
"""Bytes per parameter of gradients, master weights and Adam's moments in fp32."""
_WEIGHTS_AND_STATES: Final = 18.0
"""The same with 16-bit weights."""


def loading_gb(
    shape: Shape, precision: str, processor: ProcessorId, rates: MemoryRates, *, checkpoint: Checkpoint = "safetensors", processes: int = 1
) -> float:
    """Host memory while a model is loaded, GB.

    On its way to a GPU a checkpoint passes through memory one file of 5 GB at a time; pickled ones need two whole copies per process
    (source hf-big-models). Neuron's runtime pins all weights while it loads them (source gemma3-int8-inf2). On a CPU they stay.
    """
    weights = weights_gb(shape, precision)
    if checkpoint == "pickle":
        return rates.host_process + 2.0 * weights * processes
    if processor == "gpu":
        return rates.host_process + min(weights, rates.host_shard) * processes
    return rates.host_process + weights


def compiling_gb(shape: Shape, rates: MemoryRates) -> float:
    """Host memory to compile a model for Neuron, GB: the 16-bit checkpoint and its cut copies for the cores; an estimate.

    One process of NxD Inference reads the whole checkpoint and writes the pieces (source aws-neuron-checkpoint-loading).
    """
    return rates.host_process + 2.0 * _SIXTEEN_BITS_GB * shape.parameters / 1e9


def merging_gb(shape: Shape, rates: MemoryRates) -> float:
    """Host memory to merge adapters into a model, GB: the full 16-bit weights with what saving them takes, also after QLoRA."""
    return rates.host_process + _SIXTEEN_BITS_GB * shape.parameters / 1e9 * rates.host_merge


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


def offloaded_device_gb(shape: Shape, recipe: Recipe) -> float:
    """What the same estimators leave on each device, GB, without activations.

    4 × the largest layer, and 2 × P / devices where only the states go, 18 × P / devices where nothing does.
    """
    largest = max(block_parameters(shape), embedding_parameters(shape))
    kept = 0.0 if recipe.offload == "all" else (2.0 if recipe.offload == "optimizer" else _WEIGHTS_AND_STATES)
    return (4.0 * largest + kept * shape.parameters / recipe.devices) / 1e9


def table_gb(rows: float, columns: float, bytes_per_value: float = 4.0, working_set: float = 1.0) -> float:
    """A table in memory, GB: rows × columns × bytes of a value × the algorithm's working set (its copy, gradients, histograms)."""
    return rows * columns * bytes_per_value * working_set / 1e9


def trees_gb(trees: float, nodes_per_tree: float, rates: MemoryRates, *, values_per_node: float = 1.0) -> float:
    """A tree ensemble that answers, GB: trees × nodes × 64 bytes, and 8 for each value (classes, outputs) of a node (scikit-learn)."""
    return trees * nodes_per_tree * (rates.tree_node_bytes + 8.0 * values_per_node) / 1e9


def nodes_of(rows: float, *, depth: float | None = None, rows_per_leaf: float = 1.0) -> float:
    """Nodes of one tree at most: a full tree of `depth`, and no more leaves than rows / rows per leaf; leaves and one inner node fewer."""
    leaves = max(rows / rows_per_leaf, 1.0)
    if depth is not None:
        leaves = min(leaves, 2.0**depth)
    return 2.0 * leaves - 1.0


def neighbours_gb(rows: float, columns: float, bytes_per_value: float = 4.0) -> float:
    """Memory of k nearest neighbours, GB: the model is the training set, and 8 bytes a row for the label or the index."""
    return rows * (columns * bytes_per_value + 8.0) / 1e9
