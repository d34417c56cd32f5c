"""One option in the making: light, so that a whole catalogue of them can be compared in milliseconds."""

from __future__ import annotations

from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.record import Record


class Option(Record):
    """Hardware × count × place, with what it would do and cost; what is left out is not known, or is not of that kind of plan."""

    place: Place
    instance: Instance | None = None
    memory_mb: int | None = None
    processor: str | None = None
    """None where nobody chooses one."""
    count: int = 1
    latency_ms: float | None = None
    """99th percentile at the planned load."""
    alone_ms: float | None = None
    """One answer when nothing else runs."""
    capacity: float = 0.0
    """Requests a second of the whole plan."""
    utilization: float | None = None
    hours: float | None = None
    """Jobs: duration of one run."""
    usd_per_hour: float
    usd_per_month: float
    usd_per_run: float | None = None
    complexity: int
    fit: str = "good"
    """How well the algorithm suits the processor."""
    open_condition: str = ""
    """What would have to be true, where nobody knows: "neuron"."""
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    bound_by: str = "overhead"
    devices_used: float = 1
    batch: int = 1
    precision: str | None = None
    verdict: str = "fits"
    is_measured: bool = False
    """Whether measurements of the model on the device stand behind its speed."""
    is_tried: bool = False
    """Whether they are the person's own, of this very work."""

    @property
    def each(self) -> float:
        """USD per hour of one machine."""
        return self.usd_per_hour / self.count

    @property
    def what(self) -> str:
        """The instance type, or the memory size, in words."""
        if self.instance is not None:
            return self.instance.instance_type
        return f"{self.place.id} {self.memory_mb} MB" if self.memory_mb else self.place.id
