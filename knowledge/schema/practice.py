"""What people work with around the compute: frameworks, images, tools, scaling policies, networking, infrastructure as code."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.processor import ProcessorId, Stage
from knowledge.schema.record import Entry, Fact, Record, Ref, SourceIds, Text

Support = Literal["yes", "partial", "no", "ended"]
ToolKind = Literal["sizing", "cost", "monitoring", "training", "data", "serving", "compilation", "management"]
ImageKind = Literal["deep-learning-container", "deep-learning-ami", "framework-container", "base-container"]
NetworkKind = Literal["adapter", "placement", "bandwidth", "storage", "cluster"]


class Framework(Entry):
    """A machine-learning framework, and what it runs on."""

    maker: str
    status: Fact[Literal["active", "maintenance", "retired"]]
    supports: dict[Literal["neuron", "cuda", "tensorrt", "onnx", "openvino", "arm"], Fact[Support]]
    """What the framework can be used with, as documented; a missing key is not documented."""
    processors: tuple[ProcessorId, ...] = ()
    """Where its work runs; empty where it runs on any."""
    distributed: Fact[str] | None = None
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...] = ()


ImageRegistry = Literal["deep-learning-containers", "sagemaker-algorithms"]
"""Whose accounts hold an image; the files of regions name the account."""


class ImageBuild(Record):
    """One published image: repository and tag, and what it is for."""

    registry: ImageRegistry
    repository: Text
    tag: Text
    use: Literal["inference", "training", "processing"]
    runs: Literal["language-model", "transformer", "xgboost", "scikit-learn", "pytorch"]
    """What it runs without code of one's own, or with a script for the framework of that name."""
    platform: Literal["sagemaker", "ec2"]
    """Built for SageMaker, or for EC2, ECS and EKS."""
    processors: tuple[ProcessorId, ...]
    architecture: Literal["x86_64", "arm64"] = "x86_64"
    """The instruction set that it is built for: on another it does not start."""
    port: int = 0
    """Where its server answers; 0 where SageMaker decides, or where it has no server."""
    health_path: str = ""
    load_metric: str = ""
    """What Prometheus calls its requests in progress."""
    host_image: str = ""
    """The InferenceAmiVersion of a SageMaker endpoint whose driver it needs; empty where the default serves."""
    sources: SourceIds


class Image(Entry):
    """A container image or machine image that AWS provides."""

    kind: ImageKind
    processors: tuple[ProcessorId, ...]
    frameworks: tuple[Annotated[str, Ref("frameworks")], ...] = ()
    places: tuple[Annotated[str, Ref("places")], ...]
    gives: tuple[Text, ...]
    needs: tuple[Text, ...] = ()
    builds: tuple[ImageBuild, ...] = ()
    """Images of it by tag, the newest that was read."""


class Tool(Entry):
    """A tool or service of AWS, with what it needs and what it gives."""

    kind: ToolKind
    stages: tuple[Stage, ...]
    needs: tuple[Text, ...]
    """What it cannot work without: a running endpoint, fourteen days of metrics, a model package."""
    gives: tuple[Text, ...]
    costs: Fact[str] | None = None
    limits: dict[str, Fact[float]] = field(default_factory=dict)
    """Named limits with unit."""
    status: Fact[Literal["active", "closed-to-new", "ended"]]
    replaced_by: ProcessorId | None = None
    """For hardware sold as a service that ended: the kind of processor that took its place."""
    confused_with: dict[Annotated[str, Ref("tools")], Text] = field(default_factory=dict)
    best_for: tuple[Text, ...]


class ScalingPolicy(Entry):
    """A way for the number of machines to follow the load, or a metric it follows."""

    kind: Literal["policy", "metric"]
    places: tuple[Annotated[str, Ref("places")], ...]
    how: Text
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...] = ()
    limits: dict[str, Fact[float]] = field(default_factory=dict)


class Network(Entry):
    """Networking and storage that compute for machine learning depends on."""

    kind: NetworkKind
    gives: Fact[str]
    families: tuple[Annotated[str, Ref("families")], ...] = ()
    """Families that have it, where it is a matter of the family."""
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...] = ()
    limits: dict[str, Fact[float]] = field(default_factory=dict)


class InfrastructureTool(Entry):
    """A way to describe infrastructure as code."""

    language: Text
    state: Text
    """Where it keeps what exists."""
    best_for: tuple[Text, ...]
    not_for: tuple[Text, ...] = ()
    confused_with: dict[Annotated[str, Ref("infrastructure")], Text] = field(default_factory=dict)
