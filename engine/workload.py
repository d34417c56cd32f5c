"""A workload: the facts that are known of it, typed, with units, each with its origin.

Unknown is None, never a default in disguise. The names and meanings are those of the command line's contract. Annotations here are
objects, not strings: what a fact accepts is read off them at every start.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

import msgspec

from knowledge.schema.accelerator import Precision
from knowledge.schema.model import DataType, Task
from knowledge.schema.place import Operations
from knowledge.schema.processor import Stage
from knowledge.schema.record import Record

Environment = Literal["development", "test", "production"]
Percentile = Literal["p50", "p90", "p95", "p99", "p999", "mean", "max"]
Traffic = Literal["steady", "spiky", "intermittent", "scheduled"]
Framework = Literal[
    "pytorch",
    "tensorflow",
    "jax",
    "mxnet",
    "scikit-learn",
    "xgboost",
    "lightgbm",
    "catboost",
    "huggingface",
    "onnx",
    "triton",
    "spark",
    "rapids",
    "other",
]
FineTuning = Literal["full", "lora", "qlora"]
Commitment = Literal[0, 1, 3]
"""Years for which AWS takes one; 0 is none."""
Priority = Literal["cost", "latency", "throughput", "simplicity", "balanced"]
Trigger = Literal["request", "schedule", "event", "stream", "queue"]
"""What starts one piece of work."""
Connectivity = Literal["good", "poor", "none"]
"""Of the place where the data arises."""
Ask = Literal["choice", "size", "count", "place", "purchase", "comparison", "remedy", "feasibility", "price", "explanation"]
"""What the person wants to know."""
OriginKind = Literal["said", "answered", "assumed", "derived"]
Value = bool | int | float | str | tuple[str, ...]


class Quantity(msgspec.Struct, frozen=True):
    """Marks a number: its unit and the range that makes sense."""

    unit: str
    low: float
    high: float
    whole: bool = False
    """True for counts."""


class Id(msgspec.Struct, frozen=True):
    """Marks one id or several, of these kinds of record."""

    kinds: tuple[str, ...]
    is_counted: bool = False
    """True if each id says how many there are of it: "2 x g5.xlarge"."""


_count = Quantity("", 1, 1e15, whole=True)
_percent = Quantity("%", 0, 100)
_ANY_CANDIDATE = Id(("processors", "families", "instances", "places", "purchases"))
_Ids = Annotated[tuple[str, ...] | None, _ANY_CANDIDATE]
_ComparedIds = Annotated[tuple[str, ...] | None, Id((*_ANY_CANDIDATE.kinds, "tools"))]
_Flag = bool | None


class Origin(Record):
    """Where a fact comes from."""

    kind: OriginKind
    quote: str = ""
    """For `said`: the words, as they were written."""
    because: str = ""
    """For `assumed` the reason, for `derived` what it follows from."""
    about: bool = False
    """Whether the words make the number an approximate one: "about $150", "~100 ms"."""
    measured_at: Mapping[str, Value] = msgspec.field(default_factory=dict)
    """For a figure of today: what the facts of the work were when it was told, of those that have changed since."""

    def as_json(self, value: Value) -> dict[str, Any]:
        """A fact of this origin as every JSON has it: its value, kind of origin, and the words or the reason behind it."""
        told: dict[str, Any] = {"value": value, "origin": self.kind}
        if self.quote:
            told["quote"] = self.quote
        if self.because:
            told["from"] = self.because
        if self.about:
            told["about"] = True
        if self.measured_at:
            told["measured_at"] = dict(self.measured_at)
        return told


class Workload(Record):
    """Everything a person can say of a workload; None is unknown."""

    stage: Stage | None = None
    environment: Environment | None = None
    task: Task | None = None
    algorithm: Annotated[str | None, Id(("algorithms",))] = None
    model: Annotated[str | None, Id(("models", "hosted_models"))] = None
    model_family: Annotated[str | None, Id(("model_families",))] = None
    """A name that stands for models of several sizes, where it was not said which."""
    parameters_b: Annotated[float | None, Quantity("B", 1e-6, 1e5)] = None
    precision: Precision | None = None
    quantization_ok: _Flag = None
    data_type: DataType | None = None
    dataset: Annotated[str | None, Id(("datasets",))] = None
    """A public data set that is learnt from or run through."""
    dataset_gb: Annotated[float | None, Quantity("GB", 1e-6, 1e8)] = None
    rows: Annotated[float | None, _count] = None
    columns: Annotated[float | None, Quantity("", 1, 1e8, whole=True)] = None
    latency_p99_ms: Annotated[float | None, Quantity("ms", 0.01, 1e9)] = None
    latency_percentile: Percentile | None = None
    time_to_first_token_ms: Annotated[float | None, Quantity("ms", 0.01, 1e9)] = None
    time_per_output_token_ms: Annotated[float | None, Quantity("ms", 0.01, 1e7)] = None
    requests_per_second: Annotated[float | None, Quantity("/s", 1e-9, 1e8)] = None
    peak_requests_per_second: Annotated[float | None, Quantity("/s", 1e-9, 1e8)] = None
    tokens_per_second: Annotated[float | None, Quantity("/s", 1e-6, 1e10)] = None
    items_per_run: Annotated[float | None, _count] = None
    runs_per_month: Annotated[float | None, Quantity("", 0.01, 1e6)] = None
    concurrency: Annotated[float | None, Quantity("", 1, 1e7, whole=True)] = None
    input_tokens: Annotated[float | None, Quantity("", 1, 1e8, whole=True)] = None
    output_tokens: Annotated[float | None, Quantity("", 1, 1e7, whole=True)] = None
    batch_size: Annotated[float | None, Quantity("", 1, 1e7, whole=True)] = None
    traffic: Traffic | None = None
    hours_per_day: Annotated[float | None, Quantity("h", 0.01, 24)] = None
    payload_mb: Annotated[float | None, Quantity("MB", 1e-6, 1e6)] = None
    processing_seconds: Annotated[float | None, Quantity("s", 1e-4, 1e7)] = None
    cold_start_ok: _Flag = None
    framework: Framework | None = None
    custom_cuda_kernels: _Flag = None
    neuron_compatible: _Flag = None
    arm_ok: _Flag = None
    fine_tuning_method: FineTuning | None = None
    training_tokens_b: Annotated[float | None, Quantity("B", 1e-9, 1e6)] = None
    epochs: Annotated[float | None, Quantity("", 0.01, 1e6)] = None
    training_deadline_hours: Annotated[float | None, Quantity("h", 0.01, 1e5)] = None
    interruptible: _Flag = None
    checkpointing: _Flag = None
    start_in_days: Annotated[float | None, Quantity("d", 0, 3650)] = None
    run_days: Annotated[float | None, Quantity("d", 0.01, 3650)] = None
    commitment_years: Commitment | None = None
    model_count: Annotated[float | None, Quantity("", 1, 1e7, whole=True)] = None
    instances_wanted: Annotated[float | None, Quantity("", 1, 1e5, whole=True)] = None
    survive_zone_loss: _Flag = None
    network_isolation: _Flag = None
    data_capture: _Flag = None
    host_memory_gb: Annotated[float | None, Quantity("GB", 0.01, 1e6)] = None
    accelerator_memory_gb: Annotated[float | None, Quantity("GB", 0.01, 1e6)] = None
    operations: Operations | None = None
    region: Annotated[str | None, Id(("regions",))] = None
    budget_usd_per_hour: Annotated[float | None, Quantity("USD", 0.0001, 1e8)] = None
    budget_usd_per_month: Annotated[float | None, Quantity("USD", 0.01, 1e10)] = None
    priority: Priority | None = None
    require: _Ids = None
    exclude: _Ids = None
    compare: _ComparedIds = None
    current_instance: Annotated[str | None, Id(("instances",))] = None
    prefer: _Ids = None
    accelerators_wanted: Annotated[float | None, Quantity("", 1, 1e6, whole=True)] = None
    accelerators_per_instance_max: Annotated[float | None, Quantity("", 1, 64, whole=True)] = None
    current_count: Annotated[float | None, Quantity("", 1, 1e5, whole=True)] = None
    current_fleet: Annotated[tuple[str, ...] | None, Id(("instances",), is_counted=True)] = None
    """All machines where they are of several types, of which `current_instance` is the first."""
    current_place: Annotated[str | None, Id(("places",))] = None
    current_purchase: Annotated[str | None, Id(("purchases",))] = None
    current_gpu_utilization_percent: Annotated[float | None, _percent] = None
    current_cpu_utilization_percent: Annotated[float | None, _percent] = None
    current_memory_utilization_percent: Annotated[float | None, _percent] = None
    current_latency_ms: Annotated[float | None, Quantity("ms", 0.01, 1e9)] = None
    current_run_hours: Annotated[float | None, Quantity("h", 1e-4, 1e5)] = None
    current_usd_per_month: Annotated[float | None, Quantity("USD", 0.01, 1e10)] = None
    current_usd_per_run: Annotated[float | None, Quantity("USD", 0.0001, 1e9)] = None
    symptoms: Annotated[tuple[str, ...] | None, Id(("symptoms",))] = None
    asks: tuple[Ask, ...] | None = None
    budget_usd_per_run: Annotated[float | None, Quantity("USD", 0.01, 1e9)] = None
    media_hours_per_run: Annotated[float | None, Quantity("h", 1e-4, 1e9)] = None
    media_seconds_per_item: Annotated[float | None, Quantity("s", 0.01, 1e6)] = None
    trigger: Trigger | None = None
    callback_ok: _Flag = None
    on_site: _Flag = None
    connectivity: Connectivity | None = None
    containers_in_sequence: Annotated[float | None, Quantity("", 1, 100, whole=True)] = None
    software: Annotated[tuple[str, ...] | None, Id(("software",))] = None
    """What has to run, where it has needs of its own: an engine, a kernel, a format of weights."""
    compare_models: Annotated[tuple[str, ...] | None, Id(("models", "hosted_models"))] = None
    """Models that are weighed against each other; `model` is the one that the advice is for."""
    origins: Mapping[str, Origin] = msgspec.field(default_factory=dict)
    """Fact -> where it comes from; has exactly the facts that are not None."""

    def known_facts(self) -> dict[str, Value]:
        """The facts that are not unknown, in the order of the contract."""
        return {name: value for name in FACT_NAMES if (value := getattr(self, name)) is not None}

    @property
    def is_blank(self) -> bool:
        """True where nothing is known but what the person asks."""
        return not any(map(tells_of_workload, self.origins))

    def with_fact(self, name: str, value: Value, origin: Origin) -> Self:
        """The same workload with one fact set (or changed)."""
        changes: dict[str, Any] = {name: value, "origins": {**self.origins, name: origin}}
        return msgspec.structs.replace(self, **changes)

    def without_fact(self, name: str) -> Self:
        """The same workload with one fact unknown again."""
        changes: dict[str, Any] = {name: None, "origins": {key: value for key, value in self.origins.items() if key != name}}
        return msgspec.structs.replace(self, **changes)

    def is_assumed(self, name: str) -> bool:
        """True where nobody stated the fact, nor follows it from what was stated."""
        return name not in self.origins or self.origins[name].kind == "assumed"


FACT_NAMES: tuple[str, ...] = tuple(name for name in Workload.__struct_fields__ if name != "origins")
SUBJECT_FACTS: frozenset[str] = frozenset({"model", "model_family", "algorithm", "task", "data_type", "framework", "parameters_b"})
"""Facts that tell what runs."""

FIGURES_OF_TODAY: frozenset[str] = frozenset(
    {
        "current_latency_ms", "current_run_hours", "current_usd_per_run",
        "current_cpu_utilization_percent", "current_gpu_utilization_percent", "current_memory_utilization_percent",
    }
)  # fmt: skip
"""Facts that tell what the work takes on today's machines."""
WORK_FACTS: frozenset[str] = SUBJECT_FACTS | {
    "dataset_gb", "rows", "columns", "items_per_run", "training_tokens_b", "epochs", "media_hours_per_run", "media_seconds_per_item",
    "requests_per_second", "peak_requests_per_second", "tokens_per_second", "concurrency", "input_tokens", "output_tokens", "precision",
}  # fmt: skip
"""Facts that tell how much there is to do: a figure of today holds for the values that they had when it was told."""


def tells_of_workload(fact: str) -> bool:
    """True for every fact but what the person asks, which is none of the workload."""
    return fact != "asks"
