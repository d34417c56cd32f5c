"""What an estimate says: memory with a verdict, time and throughput with ranges, what bounds it, and how it was reckoned."""

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
"""What lies in host memory: nothing, the optimizer's states (ZeRO-Offload, paged optimizers), or weights and gradients as well."""


class Run(Record):
    """How a model is run. None is chosen by the estimator."""

    stage: Stage = "inference"
    precision: str | None = None
    accelerators: int | None = None
    """Devices that work together; None for as many as are needed."""
    count: int = 1
    """Machines."""
    batch: int | None = None
    """Items or sequences at once: of one batch (inference), per device and step (training)."""
    concurrency: int | None = None
    """Requests that are always under way."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    method: Method = "full"
    optimizer: Optimizer = "adamw"
    sharding: Sharding = "zero-3"
    """Over several devices."""
    offload: Offload = "none"
    checkpointing: bool | None = None
    """Whether activations are computed twice instead of kept; None for the habit at that size."""
    pure: bool = False
    """Everything in 16 bits, without fp32 copies of trained weights and their moments."""
    compiled: bool = False
    """A compiler or fused kernels recompute norms, casts and activation functions."""
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
    """Where it does not fit: the smallest count, precision or context that would."""


class Rate(Range):
    """Units a second of the whole run."""

    unit: RateUnit


class Estimate(Record):
    """What a model needs and how fast hardware runs it. Latency is the median of one whole answer, without queueing."""

    memory_gb: Memory
    host_gb: float
    """Host memory it takes to load (and for training, to hold) it, GB."""
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
