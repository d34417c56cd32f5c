"""Metrics: what monitoring says of running machines, and on which scale."""

from typing import Literal

from knowledge.schema.record import Entry, Text

ResourceKind = Literal["endpoint", "training", "processing", "transform", "notebook", "instance"]
"""What runs: a SageMaker endpoint, one of its jobs, a notebook instance, or an EC2 instance."""
Measured = Literal["cpu", "memory", "gpu", "gpu_memory", "disk", "invocations", "latency", "overhead", "concurrency"]
"""What a metric tells of a machine; `gpu` stands for any accelerator."""
MetricUnit = Literal["percent", "count", "microseconds"]
Counts = Literal["machine", "each-vcpu", "each-device"]
"""What 100 % is: the whole machine, or one vCPU or device, so that the figure goes to 100 times their number."""


class Metric(Entry):
    """One metric: what it is called, where it is published, what it measures, on which scale."""

    metric: Text
    """The name in CloudWatch."""
    namespaces: dict[Text, ResourceKind]
    """Namespace -> the kind of resource that it speaks of there."""
    dimensions: tuple[Text, ...]
    """The dimensions that name the resource, in that order."""
    measures: Measured
    unit: MetricUnit
    counts: Counts = "machine"
    each_instance: bool = True
    """False where the figure is of all instances of the resource together."""
    statistics: tuple[Text, ...] = ()
    """The statistics that make sense of it; empty for all."""
    note: str = ""
