"""The records of an estimate: how a model is run, memory with a verdict, time and throughput with ranges."""

from __future__ import annotations

from typing import Literal

from engine.advice import Cost, MemoryNeeds, Range
from knowledge.schema.processor import Stage
from knowledge.schema.record import Record

Fits = Literal["fits", "tight", "does-not-fit"]
BoundBy = Literal["memory-bandwidth", "compute", "memory-capacity", "network", "overhead"]
RateUnit = Literal["output tokens", "items", "training tokens", "training samples"]
Method = Literal["full", "lora", "qlora"]
Optimizer = Literal["adamw", "adamw-8bit", "adafactor", "sgd"]
Sharding = Literal["none", "zero-1", "zero-2", "zero-3"]
Offload = Literal["none", "optimizer", "all"]
"""What is offloaded to host memory: nothing, the optimizer's states (ZeRO-Offload, paged optimizers), or weights and gradients too."""


class Run(Record):
    """How a model is run. The estimator chooses where a field is None."""

    stage: Stage = "inference"
    precision: str | None = None
    accelerators: int | None = None
    """Devices that work together; None for as many as are needed."""
    count: int = 1
    """Machines."""
    batch: int | None = None
    """Items or sequences: of one batch (inference), per device and step (training)."""
    concurrency: int | None = None
    """Concurrent requests at any time."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    method: Method = "full"
    optimizer: Optimizer = "adamw"
    sharding: Sharding = "zero-3"
    """Over several devices."""
    offload: Offload = "none"
    checkpointing: bool | None = None
    """True where activations are computed twice instead of stored; None for the usual choice at that size."""
    pure: bool = False
    """Everything in 16 bits, without fp32 copies of trained weights and their moments."""
    compiled: bool = False
    """True where a compiler or fused kernels recompute norms, casts and activation functions."""
    chunked_loss: bool = False
    """The loss is computed in pieces, so that logits are never held in fp32."""
    rank: int | None = None
    """Of LoRA's matrices; None for the usual one."""


class Memory(MemoryNeeds):
    """Memory of the whole run, GB, and of the fullest device."""

    per_device: float
    device_usable: float
    verdict: Fits
    remedy: str = ""
    """Where it does not fit: what would make it fit."""


class Rate(Range):
    """Units a second of the whole run."""

    unit: RateUnit


class Estimate(Record):
    """What a model needs and how fast hardware runs it. Latency is the median of one whole answer, without queueing."""

    memory_gb: Memory
    host_gb: float
    """Host memory to load the model (and in training, to hold what is offloaded), GB."""
    latency_ms: Range
    time_to_first_token_ms: Range
    time_per_output_token_ms: Range
    throughput_per_s: Rate
    bound_by: BoundBy
    basis: Literal["measured", "estimated"]
    steps: tuple[str, ...]
    """The arithmetic, a line a step."""
    sources: tuple[str, ...]
    cost: Cost | None = None
