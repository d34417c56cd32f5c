"""Places: where a workload can run."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.instance import JobKind
from knowledge.schema.processor import Stage
from knowledge.schema.record import Entry, Fact, Record, Ref, Text

Operations = Literal["managed", "serverless", "containers", "kubernetes", "self-managed"]
BilledBy = Literal["instance-second", "gb-second", "token", "device"]
PlaceOption = Literal[
    "multi_model",
    "multi_container",
    "inference_pipeline",
    "inference_components",
    "provisioned_concurrency",
    "managed_spot",
    "warm_pool",
    "efa",
    "scale_to_zero",
    "instance_pools",
]
PlaceLimit = Literal[
    "payload_mb",
    "response_mb",
    "processing_seconds",
    "streaming_seconds",
    "job_seconds",
    "memory_mb_min",
    "memory_mb_max",
    "memory_mb_step",
    "image_gb",
    "disk_gb",
    "concurrency",
    "account_concurrency",
    "model_gb",
    "mb_per_vcpu",
    "instances",
]
Rate = Literal["usd_per_gb_second", "usd_per_gb_second_arm", "usd_per_million_requests", "usd_per_gb_in", "usd_per_gb_out"]


class Billing(Record):
    """How a place is paid for."""

    by: BilledBy
    rates: dict[Rate, Fact[float]] = field(default_factory=dict)
    """Only for what is not priced per instance."""
    minimum_seconds: Fact[float] | None = None
    idle_is_billed: bool
    """True where an idle machine costs as much as a busy one."""
    note: str = ""


class HostDriver(Record):
    """The NVIDIA driver of the hosts of some families, where nothing else is chosen."""

    families: tuple[Annotated[str, Ref("families")], ...]
    driver: Fact[str]
    """Its branch: "470"."""


class Place(Entry):
    """A place, with what it accepts, its hard limits and its billing."""

    operations: Operations
    job_kind: JobKind | None = None
    """The SageMaker enumeration that decides which `ml.` names it accepts; null outside SageMaker."""
    instances: bool
    """False where the person chooses memory, tokens or a device instead of an instance type."""
    stages: tuple[Stage, ...]
    answers: Literal["synchronous", "queued", "job", "none"]
    """How a request gets its answer: at once, later through a queue, as part of a job, or not at all."""
    gpu: Fact[bool]
    scales_to_zero: Fact[bool]
    arm: Fact[bool]
    """Whether Arm (Graviton) machines can be used."""
    limits: dict[PlaceLimit, Fact[float]] = field(default_factory=dict)
    """Hard limits. One that is missing does not apply; one that is unknown says so in `note`."""
    options: dict[PlaceOption, Fact[bool]] = field(default_factory=dict)
    """What can be switched on, and what its documentation rules out."""
    multi_model_gpus: Fact[tuple[str, ...]] | None = None
    """Instance types with a GPU that share it among models; null where there are none."""
    host_drivers: tuple[HostDriver, ...] = ()
    """What hosts have where the owner of the workload does not install it; empty where no source tells, or one installs it oneself."""
    unsupported: tuple[Text, ...] = ()
    """Features that the documentation names as not available."""
    billing: Billing
    terms: dict[Annotated[str, Ref("glossary")], Fact[str]] = field(default_factory=dict)
    """Other ways to pay for it or to call it, which change its price or its capacity: term -> what it is there."""
    complexity: int
    """Points for the work of running it: 0 least."""
    start: Fact[str] | None = None
    """How long a cold start or a scale-out takes, in words with figures."""
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...]
    confused_with: dict[Annotated[str, Ref("places")], Text] = field(default_factory=dict)
    note: str = ""
