"""Device memory of a training run: weights, gradients, optimizer, activations, buffers; per device where states are sharded."""

from __future__ import annotations

from typing import Final

from engine.sizing.data_types import BYTES_PER_PARAMETER, tensor_bytes
from engine.sizing.device import Device
from engine.sizing.estimate_records import Memory, Method, Offload, Optimizer, Run, Sharding
from engine.sizing.memory.activations import feed_forward_parameters, layer_parameters, lora_parameters, training_activations_gb
from engine.sizing.memory.device_memory import DeviceMemory
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.serving_memory import collective_buffers_gb
from engine.sizing.memory.weights import WeightsMemory, embedding_matrices, embedding_parameters, weights_gb
from engine.sizing.shape import Shape
from knowledge.schema.record import Record

_OPTIMIZER_BYTES: Final[dict[Optimizer, float]] = {"adamw": 8.0, "adamw-8bit": 2.0, "adafactor": 4.0, "sgd": 4.0}
"""Bytes of state per trained parameter, beside the fp32 master copy.

AdamW: two fp32 moments; with 8 bits one byte each; SGD: its momentum (Hugging Face's model training anatomy, EleutherAI's
Transformer Math). Adafactor: room for a momentum in fp32, an upper figure, since its factored second moment takes hardly anything.
"""
_FP32_BYTES: Final = 4.0
"""A weight in fp32 needs no master copy, and gradients are kept in fp32."""
_PURE_SHARE: Final = 0.5
"""Without fp32, AdamW's and SGD's states take the weights' 16 bits."""


class Recipe(Record):
    """How a model is trained, with every choice made."""

    method: Method = "full"
    optimizer: Optimizer = "adamw"
    precision: str = "bf16"
    """fp32, tf32, or a 16-bit type; fp8 stores like bf16."""
    pure: bool = False
    """Everything in 16 bits, without fp32 copies."""
    devices: int = 1
    sharding: Sharding = "none"
    offload: Offload = "none"
    batch: float = 1.0
    """Sequences or images per device and step."""
    tokens: float = 0.0
    """Per sequence; 0 for images."""
    checkpointed: bool = False
    compiled: bool = False
    """A compiler recomputes what is cheap."""
    autocast: bool = False
    """Mixed precision around fp32 weights (AMP): a transformer keeps as much as in fp32, an image network 0.6 of it."""
    fused_attention: bool = True
    """False where the matrix of attention scores is kept: older encoders, GPUs without FlashAttention."""
    chunked_loss: bool = False
    """The loss is computed in pieces, so that logits are never held in fp32."""
    rank: float = 0.0
    """Of LoRA's matrices; 0 for the usual one."""

    @property
    def weight_bytes(self) -> float:
        """Bytes of a trained weight."""
        return tensor_bytes(self.precision)

    @property
    def gradient_bytes(self) -> float:
        """Bytes of a gradient: fp32, except in pure 16 bits."""
        return self.weight_bytes if self.pure else _FP32_BYTES

    @property
    def state_bytes(self) -> float:
        """Bytes of the optimizer per trained weight: moments, and the fp32 copy of a weight that is held in 16 bits."""
        states = _OPTIMIZER_BYTES[self.optimizer]
        if self.weight_bytes == _FP32_BYTES:
            return states
        if self.pure:
            return states * _PURE_SHARE if self.optimizer in {"adamw", "sgd"} else states
        return states + _FP32_BYTES


def complete_recipe(run: Run, shape: Shape, device: Device, rates: MemoryRates, *, devices: int = 1, tokens: float | None = None) -> Recipe:
    """The recipe of a run; what the run leaves open is filled with the usual choice at that size.

    Full training above 1 B parameters computes layers again and holds bf16 weights with fp32 states; smaller models run under AMP.
    Adapters keep their activations up to 50 B and to sequences of 4,096 tokens. One device has nothing to shard. Only language models
    have a fused attention.
    """
    large = shape.parameters > rates.recompute_above_b * 1e9
    length = float((tokens if tokens is not None else run.input_tokens) or shape.typical_tokens or _default_tokens(shape))
    long = length >= rates.recompute_adapters_above_tokens
    recomputed = large if run.method == "full" else long or shape.parameters > rates.recompute_adapters_above_b * 1e9
    precision = run.precision or ("bf16" if "bf16" in device.peak_gflops else "fp16" if "fp16" in device.peak_gflops else "fp32")
    return Recipe(
        method=run.method,
        optimizer=run.optimizer,
        precision=precision,
        devices=devices,
        sharding=run.sharding if devices > 1 else "none",
        offload=run.offload,
        batch=float(run.batch or 1),
        tokens=length,
        checkpointed=run.checkpointing if run.checkpointing is not None else recomputed,
        pure=run.pure,
        compiled=run.compiled,
        chunked_loss=run.chunked_loss,
        autocast=run.method == "full" and not large and not run.pure and precision in {"bf16", "fp16"},
        fused_attention=shape.kind == "language-model",
        rank=float(run.rank or 0),
    )


def _default_tokens(shape: Shape) -> float:
    """Tokens of a sample where none are given: those its operations imply (an image's patches), else 512."""
    if shape.kind != "language-model" and shape.gflop_per_item and shape.layers:
        return shape.gflop_per_item * 1e9 / (2 * shape.active_parameters)
    return 512.0 if shape.layers else 0.0


def training_memory(shape: Shape, device: Device, recipe: Recipe, rates: MemoryRates) -> Memory:
    """Memory of a run, GB of all its devices together, and of one of them; see `training_memory_by_part`."""
    return training_memory_by_part(shape, device, recipe, rates).across_devices(device, rates)


def training_memory_by_part(shape: Shape, device: Device, recipe: Recipe, rates: MemoryRates) -> DeviceMemory:
    """Memory of each device of a run, GB.

    Bytes per trained parameter: fp32 4 + 4 + 8 (AdamW); mixed 2 + 4 + 12, hence 18, of which 4 are the fp32 copy; pure 16 bits
    2 + 2 + 4. DeepSpeed's documentation counts 16, with 16-bit gradients. LoRA and QLoRA keep the frozen weights as stored and hold
    those bytes for the adapters alone, while their activations are as large as in full training. ZeRO-1 shards the optimizer over the
    devices, ZeRO-2 the gradients too, ZeRO-3 (FSDP) the weights as well and then gathers a layer at a time.
    """
    count = trained_parameters(shape, recipe, rates)
    trained, full = count / 1e9, recipe.method == "full"
    frozen = 0.0 if full else weights_gb(shape, loaded_precision(recipe))
    weights = frozen + trained * recipe.weight_bytes
    gradients = trained * recipe.gradient_bytes
    optimizer = trained * recipe.state_bytes
    shards = recipe.devices
    if recipe.sharding != "none":
        optimizer /= shards
        gradients /= shards if recipe.sharding != "zero-1" else 1
        weights /= shards if recipe.sharding == "zero-3" else 1
    if recipe.offload != "none":
        optimizer = 0.0
    if recipe.offload == "all":
        weights = gradients = 0.0
    buffers = _buffers_gb(shape, recipe, trained, rates)
    activations = _layer_activations_gb(shape, recipe, rates) + _logits_gb(shape, recipe, rates)
    overhead = rates.overhead_training + rates.fragmentation * activations + buffers
    if device.processor == "cpu":
        overhead += rates.overhead_cpu
    elif device.processor == "gpu":
        overhead += collective_buffers_gb(shards, rates)
    holds_one_copy = full and recipe.offload != "all" and (recipe.sharding == "zero-3" or shards == 1)
    whole = WeightsMemory(parameters=count, bytes_each=recipe.weight_bytes) if holds_one_copy else None
    return DeviceMemory(
        devices=shards,
        weights=weights,
        gradients=gradients,
        optimizer=optimizer,
        activations=activations,
        overhead=overhead,
        weights_of_copy=whole,
    )


def trained_parameters(shape: Shape, recipe: Recipe, rates: MemoryRates) -> float:
    """Parameters that get gradients: all of them, or LoRA's matrices."""
    if recipe.method == "full":
        return shape.parameters
    return lora_parameters(shape, recipe.rank or rates.lora_rank, rates.lora_share)


def loaded_precision(recipe: Recipe) -> str:
    """The data type in which the checkpoint is loaded: that of frozen weights, and of trained ones before their copies are made."""
    if recipe.method == "qlora":
        return "nf4"
    return "fp32" if recipe.weight_bytes == _FP32_BYTES else "bf16"


def _layer_activations_gb(shape: Shape, recipe: Recipe, rates: MemoryRates) -> float:
    """What the layers keep for the backward pass, GB of one device."""
    activations = training_activations_gb(
        shape,
        recipe.tokens,
        recipe.batch,
        rates,
        element_bytes=_FP32_BYTES if recipe.autocast and shape.layers else recipe.weight_bytes,
        checkpointed=recipe.checkpointed,
        compiled=recipe.compiled,
        fused_attention=recipe.fused_attention,
    )
    if recipe.autocast and not shape.layers:
        activations *= 2.0 * rates.image_mixed
    if recipe.method == "qlora" and not recipe.checkpointed:
        activations *= rates.quantized_activations
    return activations


def _logits_gb(shape: Shape, recipe: Recipe, rates: MemoryRates) -> float:
    """The logits with their fp32 copy and gradient at the peak, GB of one device."""
    if shape.kind != "language-model":
        return 0.0
    return recipe.tokens * recipe.batch * shape.vocabulary * (rates.logit_bytes_chunked if recipe.chunked_loss else rates.logit_bytes) / 1e9


def _buffers_gb(shape: Shape, recipe: Recipe, trained: float, rates: MemoryRates) -> float:
    """Work areas of one device, GB.

    4-bit weights are expanded one matrix at a time. Sharded or offloaded weights are gathered: two layers, one of them ahead of its
    turn, or embedding and output layer, whichever is more; with 4-bit weights both, since FSDP then keeps its outermost unit.
    ZeRO-1 and 2 reduce gradients and gather weights in buckets; plain data parallelism copies the gradients into buckets.
    """
    size = recipe.weight_bytes
    outer = embedding_parameters(shape) * size / 1e9
    blocks = 2.0 * layer_parameters(shape) / 1e9
    if recipe.method == "qlora":
        gathered = outer + blocks * BYTES_PER_PARAMETER["nf4"]
        expanded = max(feed_forward_parameters(shape) / 3.0, embedding_parameters(shape) / embedding_matrices(shape)) * 2.0 / 1e9
    else:
        gathered, expanded = max(outer, blocks * size), 0.0
    bucket = min(trained, rates.bucket_elements / 1e9) * size
    if recipe.devices == 1:
        return expanded + (gathered if recipe.offload == "all" else 0.0)
    if recipe.sharding == "none":
        return expanded + trained * _FP32_BYTES
    return expanded + (gathered + bucket if recipe.sharding == "zero-3" else 2.0 * bucket)
