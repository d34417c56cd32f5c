"""A model as sizing sees it: counts from its configuration, independent of hardware, data type and load."""

from __future__ import annotations

from typing import Final, Literal

from knowledge.schema.model import Model
from knowledge.schema.record import Record

ModelKind = Literal["language-model", "encoder", "convolution", "diffusion", "speech", "other"]
"""What a forward pass computes: one token after the other, a whole sequence, an image, denoising steps, audio."""

KIND_BY_ALGORITHM: Final[dict[str, ModelKind]] = {
    "llm": "language-model",
    "transformer-encoder": "encoder",
    "cnn": "convolution",
    "diffusion": "diffusion",
    "speech": "speech",
}
"""Algorithm of the base -> kind."""
_MIXTURE_BELOW: Final = 0.9
"""A model whose tokens meet a smaller share of its parameters is a mixture of experts; published ones stay below 0.3."""


class Shape(Record):
    """One model. Zero stands for what the architecture does not have."""

    name: str
    kind: ModelKind
    parameters: float
    """All of them, also those of experts that a token does not meet."""
    active_parameters: float
    """Those that one token meets."""
    layers: int = 0
    hidden_size: int = 0
    heads: int = 0
    kv_heads: int = 0
    head_size: int = 0
    vocabulary: int = 0
    context_tokens: int = 0
    window_tokens: int = 0
    """Length of the sliding attention window; 0 where all layers see everything."""
    windowed_layers: int = 0
    """Layers that see only the window."""
    stateful_layers: int = 0
    """Layers that keep a state of fixed size in place of keys and values: linear attention, state spaces."""
    latent_rank: int = 0
    """Latent attention: elements cached per token and layer."""
    gflop_per_item: float = 0.0
    """10^9 operations for one item at the typical input; 0 for language models."""
    typical_tokens: int = 0
    """Tokens of that item, where it has tokens."""
    typical_output_tokens: int = 0
    typical_pixels: int = 0
    """Of that item, where it is an image."""
    id: str = ""
    """In the base; empty for a model of numbers."""
    sources: tuple[str, ...] = ()

    @property
    def is_mixture(self) -> bool:
        """True for a mixture of experts, where a token meets a part of the parameters."""
        return self.active_parameters < _MIXTURE_BELOW * self.parameters

    def item_gflop(self, tokens: float = 0.0, pixels: float = 0.0) -> float:
        """10^9 operations of one item of `tokens` or `pixels` (0 for the typical one).

        They grow in proportion; those of attention as the square of the tokens.
        """
        if pixels and self.typical_pixels:
            return self.gflop_per_item * pixels / self.typical_pixels
        if not tokens or not self.typical_tokens or tokens == self.typical_tokens:
            return self.gflop_per_item
        attention = self._attention_gflop(self.typical_tokens)
        linear = max(self.gflop_per_item - attention, 0.0) * tokens / self.typical_tokens
        return linear + self._attention_gflop(tokens)

    def _attention_gflop(self, tokens: float) -> float:
        """Scores and weighted sums over all pairs of tokens: 4 × layers × hidden × tokens² operations."""
        return 4.0 * self.layers * self.hidden_size * tokens**2 / 1e9


def model_shape(model: Model, parameters_b: float | None = None) -> Shape:
    """The shape of a model of the base; with `parameters_b` a relative of that size and the same proportions."""
    configuration = model.configuration
    share = parameters_b / model.parameters_b.value if parameters_b else 1.0
    active = model.active_parameters_b or model.parameters_b
    heads = configuration.heads or 0
    size = configuration.head_size or ((configuration.hidden_size or 0) // heads if heads else 0)
    layers = configuration.layers or 0
    return Shape(
        name=model.name,
        kind="language-model" if model.gflops_per_item is None else KIND_BY_ALGORITHM.get(model.algorithm, "other"),
        parameters=model.parameters_b.value * share * 1e9,
        active_parameters=active.value * share * 1e9,
        layers=layers,
        hidden_size=configuration.hidden_size or 0,
        heads=heads,
        kv_heads=configuration.kv_heads or heads,
        head_size=size,
        vocabulary=configuration.vocabulary or 0,
        context_tokens=configuration.context_tokens or 0,
        window_tokens=configuration.window_tokens or 0,
        windowed_layers=(configuration.windowed_layers or layers) if configuration.window_tokens else 0,
        stateful_layers=layers - configuration.cached_layers if configuration.cached_layers is not None else 0,
        latent_rank=configuration.latent_rank or 0,
        gflop_per_item=model.gflops_per_item.value * share if model.gflops_per_item else 0.0,
        typical_tokens=model.input_tokens or 0,
        typical_output_tokens=model.output_tokens or 0,
        typical_pixels=model.image_pixels or 0,
        id=model.id,
        sources=model.sources,
    )
