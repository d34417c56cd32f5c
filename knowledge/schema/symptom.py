"""What hurts: what people see, what causes it, how to make sure, and what helps."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.bound import Bound
from knowledge.schema.condition import Plain
from knowledge.schema.family import FamilyId
from knowledge.schema.place import PlaceOption
from knowledge.schema.record import Entry, Record, Ref, Text

Area = Literal[
    "memory", "speed", "utilization", "scaling", "start-up", "limits", "capacity", "cost", "compatibility", "neuron", "numerics", "storage"
]
SymptomStage = Literal["training", "fine-tuning", "tuning", "inference", "preprocessing", "development"]
Resource = Literal[
    "device_memory", "host_memory", "gpu_compute", "memory_bandwidth", "cpu", "gpu", "network", "disk", "devices", "instances"
]  # fmt: skip


class Check(Record):
    """What tells one cause from the others."""

    kind: Literal["command", "metric", "question"]
    probe: Text = field(name="text")
    """A command to run, a metric with its namespace, or a question to the person."""
    tells: Text
    """What an outcome means."""


class Cause(Record):
    """One reason why it happens."""

    cause: Text
    check: Check


class Change(Record):
    """What a remedy changes; only one is given: facts, what may be chosen, how much of something the plan has, or something beside it.

    An option stands beside a setting or a step.
    """

    facts: dict[str, Plain] = field(default_factory=dict, name="set")
    """Fact of the workload -> its new value."""
    require: tuple[Text, ...] = ()
    exclude: tuple[Text, ...] = ()
    prefer: tuple[Text, ...] = ()
    """Ids as in the facts of these names."""
    larger: Resource | None = None
    smaller: Resource | None = None
    """What the plan gets more or less of than the present has."""
    setting: str = ""
    """A flag, a variable or a line of code."""
    step: str = ""
    """Something to do that changes neither plan nor setting."""
    option: PlaceOption | None = None
    """The option of a place that the setting or the step turns on."""


class Effect(Record):
    """What a remedy moves, and which way."""

    what: Literal["memory", "latency", "throughput", "cost", "run-time", "start-up", "errors"]
    direction: Literal["up", "down"]


class Remedy(Record):
    """One thing that helps."""

    remedy: Text
    """An imperative sentence."""
    change: Change
    effect: Effect
    costs: Text
    """What it costs, in money, effort or quality."""


class Observed(Record):
    """What monitoring shows where it happens: a share of today, in percent."""

    fact: Literal["current_gpu_utilization_percent", "current_cpu_utilization_percent", "current_memory_utilization_percent"]
    at_most: float | None = None
    at_least: float | None = None


class Symptom(Entry):
    """Something that hurts. `name` is how an engineer calls it, `summary` what happens and why."""

    area: Area
    seen: Annotated[tuple[Text, ...], Bound(min_length=8)]
    """How people tell it, in as many ways as possible: messages are compared with these."""
    error_texts: tuple[Annotated[str, Bound(min_length=8)], ...] = ()
    """Literal pieces of logs and error messages."""
    metrics: tuple[Observed, ...] = ()
    """All of them hold where it happens."""
    places: tuple[Annotated[str, Ref("places")], ...] = ()
    families: tuple[FamilyId, ...] = ()
    """Where it is known to happen; their articles name it."""
    stages: Annotated[tuple[SymptomStage, ...], Bound(min_length=1)]
    causes: Annotated[tuple[Cause, ...], Bound(min_length=1)]
    """The likeliest first."""
    remedies: Annotated[tuple[Remedy, ...], Bound(min_length=1)]
    """In the order in which to try them."""
