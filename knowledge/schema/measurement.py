"""What somebody measured: one model on one piece of hardware under one load."""

from typing import Annotated, Literal

from knowledge.schema.accelerator import Precision
from knowledge.schema.bound import Count, Positive
from knowledge.schema.record import Record, Ref, Text

Regime = Literal["batch", "concurrency", "saturated", "offline", "stream", "server"]
"""How the load was put on: a static batch; a number of requests always under way; as much as the engine takes; all items at hand, in
any batch; one at a time; random arrivals at the highest rate within a bound on latency."""
MeasuredUnit = Literal["output tokens", "items", "training tokens", "training samples"]
Trust = Literal["A", "B", "C"]
"""A: the maker's or maintainer's table, or a raw log. B: a notebook, or with network or few samples. C: no measure for a test."""


class Measurement(Record, omit_defaults=True):
    """One row of `measurements/measurements.csv`. Nothing here was measured by us; null is what the publisher leaves open."""

    id: Text
    model: Annotated[str, Ref("models")]
    accelerator: Annotated[str, Ref("accelerators")] | None = None
    """Null on CPUs."""
    core: Annotated[str, Ref("cores")] | None = None
    """Null on accelerators."""
    devices: Count
    """Accelerators used (for Neuron: chips), or physical cores."""
    tp: Count = 1
    """Devices that one copy of the model is split over; 1 too where a device holds several copies."""
    instance_type: Annotated[str, Ref("instances")] | None = None
    """Null for hardware outside AWS."""
    stage: Literal["inference", "training", "fine-tuning"]
    method: Literal["full", "lora", "qlora"] | None = None
    """Null for inference."""
    checkpointing: bool | None = None
    """Whether activations were computed twice; null for inference and where nobody says."""
    precision: Precision
    """Of the weights; that of the products where matrices are cast before them."""
    engine: Text
    regime: Regime
    batch: Positive | None = None
    """Items of one batch, as published (on Neuron: of one NeuronCore). In training: samples of one copy, or of one device, in a step."""
    concurrency: Positive | None = None
    """Requests always under way; for a static batch: batches at once, one for each copy of the model that computes."""
    input_tokens: Positive | None = None
    output_tokens: Positive | None = None
    image_pixels: Count | None = None
    """Width × height of one image."""
    throughput: Positive | None = None
    """Per second, of all devices."""
    unit: MeasuredUnit
    latency_ms: Positive | None = None
    """Of a whole answer (of a batch, where there is one): the median, else the mean."""
    first_token_ms: Positive | None = None
    per_token_ms: Positive | None = None
    """Per output token after the first."""
    memory_gb: Positive | None = None
    """Peak of one device, 10^9 bytes. Null where it ran out of memory, which `note` says."""
    special: str = ""
    """What makes the run unlike a plain one: "eagle3", "prefix-cache", "offload"."""
    trust: Trust
    source: Annotated[str, Ref("sources")]
    address: Text
    """Where this row stands, pinned to a commit where the publisher has one."""
    note: str = ""
