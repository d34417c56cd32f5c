"""What is known of one running resource: what it is, and how much of it is used."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import field

from engine.workload import Environment
from knowledge.schema.metric import ResourceKind
from knowledge.schema.record import Record

Dimension = Literal["cpu", "memory", "gpu", "gpu_memory"]
"""What can be used up; `gpu` stands for any accelerator."""
Statistic = Literal["average", "p50", "p95", "p99", "p99_5", "max"]
DIMENSIONS: Final[tuple[Dimension, ...]] = ("cpu", "memory", "gpu", "gpu_memory")
STATISTICS: Final[tuple[Statistic, ...]] = ("average", "p50", "p95", "p99", "p99_5", "max")
JOBS: Final[frozenset[ResourceKind]] = frozenset({"training", "processing", "transform"})
"""Kinds that run and end: that they fill their machine is no fault."""
PLACE_OF: Final[dict[ResourceKind, str]] = {
    "endpoint": "sagemaker-realtime",
    "training": "sagemaker-training",
    "processing": "sagemaker-processing",
    "transform": "sagemaker-batch-transform",
    "notebook": "sagemaker-notebook",
    "instance": "ec2",
}
"""Kind -> where it runs, where nobody says."""


class Statistics(Record):
    """What was seen of one metric over the time looked at; None is unknown."""

    average: float | None = None
    p50: float | None = None
    p95: float | None = None
    p99: float | None = None
    p99_5: float | None = None
    max: float | None = None


class Theirs(Record):
    """What Compute Optimizer says of the same resource."""

    finding: str
    reason_codes: tuple[str, ...] = ()
    instance_type: str | None = None
    """Its first option."""
    performance_risk: float | None = None
    """Of that option, from 0 to 4."""
    saving_usd_per_month: float | None = None


class Usage(Record):
    """One resource and its use; what is None or missing is unknown."""

    resource: str
    kind: ResourceKind
    instance_type: str
    """As EC2 calls it, without `ml.`."""
    count: int = 1
    region: str | None = None
    place: str
    environment: Environment | None = None
    uses: dict[Dimension, Statistics] = field(default_factory=dict)
    """Percent of the whole machine, from 0 to 100, whatever scale they were reported on."""
    requests_per_second: Statistics | None = None
    """Of all instances together."""
    latency_ms: Statistics | None = None
    latency_target_ms: float | None = None
    concurrency: float | None = None
    """Requests under way at the busiest time, of all instances together."""
    disk_percent: float | None = None
    """The most of the disk that was in use."""
    hours: float | None = None
    """Hours that were measured."""
    hours_per_month: float | None = None
    """Hours a month that are paid for."""
    period_seconds: float | None = None
    """Seconds that one measure stands for."""
    theirs: Theirs | None = None
    notes: tuple[str, ...] = ()
    """What to know of how it was read."""
