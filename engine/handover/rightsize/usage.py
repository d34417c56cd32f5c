"""What is known of one running resource: what it is, how much of it is used, and the peaks that decide what it needs."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from msgspec import field

from engine.workload import Environment
from knowledge.schema.instance import Instance
from knowledge.schema.metric import ResourceKind
from knowledge.schema.record import Record

Dimension = Literal["cpu", "memory", "gpu", "gpu_memory"]
"""What can be used up; `gpu` stands for any accelerator."""
Statistic = Literal["average", "p50", "p95", "p99", "p99_5", "max"]
DIMENSIONS: Final[tuple[Dimension, ...]] = ("cpu", "memory", "gpu", "gpu_memory")
ACCELERATOR_DIMENSIONS: Final[tuple[Dimension, Dimension]] = ("gpu", "gpu_memory")
STATISTICS: Final[tuple[Statistic, ...]] = ("average", "p50", "p95", "p99", "p99_5", "max")
WEAK_STATISTICS: Final[frozenset[Statistic]] = frozenset({"p95", "average"})
"""Statistics that leave out the busiest hours."""
_LOAD_ORDER: Final[tuple[Statistic, ...]] = ("p99_5", "p99", "max", "p95")
_MEMORY_ORDER: Final[tuple[Statistic, ...]] = ("max", "p99_5", "p99", "p95")
"""The first known statistic decides: a moment of overload makes requests wait, a moment without memory ends the process."""
_PEAK_ORDER: Final = {"cpu": _LOAD_ORDER, "memory": _MEMORY_ORDER, "gpu": _LOAD_ORDER, "gpu_memory": _MEMORY_ORDER}
JOBS: Final[frozenset[ResourceKind]] = frozenset({"training", "processing", "transform"})
"""Kinds that run and end: it is no fault if they fill their machine."""
DEFAULT_PLACES: Final[dict[ResourceKind, str]] = {
    "endpoint": "sagemaker-realtime",
    "training": "sagemaker-training",
    "processing": "sagemaker-processing",
    "transform": "sagemaker-batch-transform",
    "notebook": "sagemaker-notebook",
    "instance": "ec2",
}
"""Kind -> where it runs unless the table names a place."""


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
    """Seconds that one figure was averaged over."""
    theirs: Theirs | None = None


class Peak(NamedTuple):
    """The figure that decides, percent of the machine."""

    value: float
    statistic: Statistic


Peaks = dict[Dimension, Peak]
"""Dimensions whose peak is known; any other may not become smaller."""


def find_peaks(usage: Usage, instance: Instance) -> Peaks:
    """The peaks of a resource, without those of accelerators that its machine does not have."""
    peaks: Peaks = {}
    for dimension in DIMENSIONS:
        use = usage.uses.get(dimension)
        if use is not None and (instance.accelerator or dimension not in ACCELERATOR_DIMENSIONS):
            peak = _first_known(use, _PEAK_ORDER[dimension])
            if peak is not None:
                peaks[dimension] = peak
    return peaks


def find_reliable_peak(use: Statistics | None) -> Peak | None:
    """The highest figure of a metric; None if no known statistic covers its busiest hours."""
    peak = _first_known(use, _MEMORY_ORDER) if use is not None else None
    return peak if peak is not None and peak.statistic not in WEAK_STATISTICS else None


def _first_known(use: Statistics, order: tuple[Statistic, ...]) -> Peak | None:
    return next((Peak(value, name) for name in order if (value := getattr(use, name)) is not None), None)
