"""Reference models: what sizing needs to know of them."""

from typing import Annotated, Literal

from msgspec import field

from knowledge.schema.accelerator import Precision
from knowledge.schema.bedrock import BedrockOffer
from knowledge.schema.bound import Amount, Bound, Count, Positive
from knowledge.schema.record import Entry, Fact, Record, Ref, Text

Task = Literal[
    "tabular-classification",
    "regression",
    "forecasting",
    "clustering",
    "anomaly-detection",
    "recommendation",
    "ranking",
    "image-classification",
    "object-detection",
    "segmentation",
    "image-generation",
    "video",
    "ocr",
    "text-classification",
    "text-generation",
    "embeddings",
    "translation",
    "summarization",
    "question-answering",
    "speech-recognition",
    "text-to-speech",
    "graph",
    "reinforcement-learning",
    "other",
]
DataType = Literal["tabular", "image", "video", "text", "audio", "time-series", "graph", "multimodal"]
Attention = Literal["multi-head", "grouped-query", "multi-query", "latent", "sliding-window", "none"]


class Configuration(Record):
    """The published configuration, as its sources give it. Null where the architecture has no such number."""

    layers: Count | None = None
    hidden_size: Count | None = None
    heads: Count | None = None
    kv_heads: Count | None = None
    head_size: Count | None = None
    vocabulary: Count | None = None
    context_tokens: Count | None = None
    window_tokens: Count | None = None
    """Length of the sliding attention window."""
    windowed_layers: Count | None = None
    """Layers that see only the window; null for all of them, where there is a window."""
    cached_layers: Annotated[int, Bound(ge=0)] | None = None
    """Layers that keep keys and values of every token; null for all. Linear attention and state spaces keep a state of fixed size."""
    latent_rank: Count | None = None
    """For latent attention: cached elements per token and layer."""
    attention: Attention = "none"


class NeuronSupport(Record):
    """What AWS documents of this model on its own chips."""

    inf1: Fact[bool] | None = None
    inf2: Fact[bool] | None = None
    training: Fact[bool] | None = None


class ModelFamily(Record):
    """A name that people type for models of several sizes: it asks for the size, and stands for none of them."""

    id: str
    name: Text
    aliases: tuple[str, ...] = ()
    """Other names that people type for it, in lower case; none of them names a model."""
    members: Annotated[tuple[Annotated[str, Ref("models")], ...], Bound(min_length=2)]
    """The models that are usually meant, the smallest first."""
    assumed: Annotated[str, Ref("models")]
    """The member to reckon with until the size is known."""


class Model(Entry):
    """A model whose size is published."""

    algorithm: Annotated[str, Ref("algorithms")]
    """The class of model it belongs to."""
    tasks: tuple[Task, ...]
    data_type: DataType
    parameters_b: Fact[Positive]
    """Total parameters, 10^9."""
    active_parameters_b: Fact[Positive] | None = None
    """For mixtures of experts: parameters used per token, 10^9."""
    configuration: Configuration
    gflops_per_item: Fact[Amount] | None = None
    """10^9 operations (2 per multiply-add) for one item at the typical input. Null for language models: 2 × parameters per token."""
    typical_input: str
    """What one item is: "224 × 224 image", "128 tokens", "30 s of audio"."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    image_pixels: Count | None = None
    """Width × height of the image that `gflops_per_item` is for."""
    precisions: tuple[Precision, ...]
    stored: Precision | None = None
    """The data type of the published weights, where they were trained or tuned in fewer than 16 bits: wider ones gain nothing."""
    neuron: NeuronSupport = field(default_factory=NeuronSupport)
    bedrock: BedrockOffer | None = None
    """Null where Bedrock does not sell it, as far as we know."""
    note: str = ""
