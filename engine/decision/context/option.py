"""One option: a light record, so that a whole catalogue of them can be compared in milliseconds."""

from __future__ import annotations

import msgspec

from engine.decision.context.list_costs import ListCost
from engine.sizing.queueing import AnswerTime
from engine.sizing.speed.run_time import RunTime
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place


class Option(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Hardware × count × place, with its predicted speed and cost. None is unknown, or does not apply to this kind of plan.

    Times and costs stand here as numbers, since thousands are compared; `answer_time`, `run_time` and `list_cost` are the records of
    which they are the totals. These are plain structs too: to make one takes a tenth of the time of a `Record`.
    """

    place: Place
    instance: Instance | None = None
    memory_mb: int | None = None
    processor: str | None = None
    """None where the place lets nobody choose."""
    count: int = 1
    latency_ms: float | None = None
    """99th percentile at the planned load."""
    alone_ms: float | None = None
    """Latency of a single request on an idle machine."""
    capacity: float = 0.0
    """Requests a second of all machines together."""
    utilization: float | None = None
    hours: float | None = None
    """Jobs: duration of one run."""
    usd_per_hour: float
    usd_per_month: float
    usd_per_run: float | None = None
    answer_time: AnswerTime | None = None
    machine_capacity: float | None = None
    """Requests a second of one machine."""
    run_time: RunTime | None = None
    list_cost: ListCost | None = None
    is_priced: bool = True
    """False where no price is known; the cost is 0 then, and told as unknown."""
    complexity: int
    fit: str = "good"
    """How well the algorithm suits the processor."""
    open_condition: str = ""
    """What must hold for the option to work and is not confirmed: "neuron", "fewer_bits"; else empty."""
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    bound_by: str = "overhead"
    devices_used: float = 1
    batch: int = 1
    precision: str | None = None
    verdict: str = "fits"
    is_measured: bool = False
    """True if measurements of the model on this hardware tell the speed: published, or one's own of it at this load."""
    is_own_measurement: bool = False
    """True if the person measured this very type, at whatever load."""
    is_alike_measured: bool = False
    """True if the person measured another type with the same devices."""

    @property
    def usd_per_machine_hour(self) -> float:
        """USD an hour for one machine."""
        return self.usd_per_hour / self.count

    @property
    def what(self) -> str:
        """The instance type, or the place with its memory size."""
        if self.instance is not None:
            return self.instance.instance_type
        return f"{self.place.id} {self.memory_mb} MB" if self.memory_mb else self.place.id

    @property
    def names(self) -> tuple[str | None, ...]:
        """All its names: place, processor, instance type, family."""
        instance = self.instance
        return self.place.id, self.processor, *((instance.instance_type, instance.family) if instance else ())


def instance_type_name(option: Option) -> str | None:
    """The instance type as its place writes it: with `ml.` at SageMaker; None without an instance."""
    if option.instance is None:
        return None
    return f"ml.{option.instance.instance_type}" if option.place.job_kind else option.instance.instance_type
