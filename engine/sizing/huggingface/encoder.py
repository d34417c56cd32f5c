"""Encoders of text and images: parameters and operations of one item, counted from the Hugging Face configuration.

A layer of the usual encoder has 4 × (hidden² + hidden) parameters of attention, 2 × hidden × width + width + hidden of
feed-forward and two normalisations; 2 operations per parameter and token, and 4 × hidden × tokens² per layer for attention.
"""

from __future__ import annotations

from typing import Final, TypedDict

from engine.sizing.huggingface.families import TEXT_ENCODERS, EncoderFamily
from engine.sizing.huggingface.fields import Fields
from knowledge.errors import InputError
from knowledge.schema.record import Record

TYPICAL_TOKENS: Final = 128
"""Tokens of the typical text, as for the encoders of the base."""


class Encoder(Record):
    """What is counted of an encoder."""

    total: int
    layers: int
    hidden: int
    heads: int
    gflop: float
    """10^9 operations of one typical item."""
    tokens: int = 0
    """Tokens of that item, for text."""
    vocabulary: int = 0
    context: int = 0


def attention_gflop(layers: int, hidden: int, tokens: int, others: int | None = None) -> float:
    """Scores and weighted sums of `tokens` queries over `others` (else themselves), 10^9 operations."""
    return 4.0 * layers * hidden * tokens * (tokens if others is None else others) / 1e9


def layer_weights(hidden: int, width: int) -> int:
    """Matrices of one layer."""
    return 4 * hidden * hidden + 2 * hidden * width


def layer_parameters(hidden: int, width: int) -> int:
    """One layer with all biases and two normalisations."""
    return layer_weights(hidden, width) + 4 * hidden + width + hidden + 4 * hidden


def heads_of(fields: Fields, hidden: int) -> int:
    """Attention heads; no more than the hidden size."""
    heads = fields.count("heads")
    if heads > hidden:
        raise InputError(f"{fields.where('heads')}: {heads} is more than the {hidden} of {fields.where('hidden')}.")
    return heads


def text_encoder(fields: Fields) -> Encoder:
    """BERT and its relatives, with the pooling layer where the plain model has one."""
    kind = fields.model_type
    family = TEXT_ENCODERS[kind]
    hidden, layers, width = fields.count("hidden"), fields.count("layers"), fields.count("feed_forward")
    heads = heads_of(fields, hidden)
    vocabulary, positions = fields.count("vocabulary"), fields.at_least_zero("context", 512)
    stored = fields.count("num_hidden_groups", layers) * fields.count("inner_group_num", 1) if kind == "albert" else layers
    total = _embedding(fields, family, hidden, vocabulary, positions) + stored * layer_parameters(hidden, width)
    total += (hidden * hidden + hidden) * family.pooler + _labels(fields, hidden)
    beside = 2 * hidden * hidden if kind == "deberta" else 0  # its layers project distances, too
    if kind == "deberta":
        total += layers * beside + 2 * _reach(fields, "max_relative_positions", positions) * hidden
    elif kind == "deberta-v2":
        total += _relative_positions(fields, hidden, positions)
    elif kind == "mpnet":
        total += fields.count("relative_attention_num_buckets", 32) * heads
    return Encoder(
        total=total,
        layers=layers,
        hidden=hidden,
        heads=heads,
        vocabulary=vocabulary,
        context=max(positions - family.offset, 0),
        **_typical_text(hidden, layers, layer_weights(hidden, width) + beside, positions),
    )


def modernbert(fields: Fields) -> Encoder:
    """ModernBERT: gated layers without biases, rotary positions, a scale for each normalisation."""
    hidden, layers, width = fields.count("hidden"), fields.count("layers"), fields.count("feed_forward")
    heads = heads_of(fields, hidden)
    vocabulary, positions = fields.count("vocabulary"), fields.at_least_zero("context", 512)
    weights = layer_weights(hidden, width) + hidden * width
    return Encoder(
        total=(vocabulary + 1 + 2 * layers) * hidden + layers * weights + _labels(fields, hidden),
        layers=layers,
        hidden=hidden,
        heads=heads,
        vocabulary=vocabulary,
        context=positions,
        **_typical_text(hidden, layers, weights, positions),
    )


class _Text(TypedDict):
    """The typical text of an encoder: its tokens, and 10^9 operations."""

    tokens: int
    gflop: float


def _typical_text(hidden: int, layers: int, weights: int, positions: int) -> _Text:
    """The typical text of an encoder whose layers have so many `weights` each, no longer than its `positions`."""
    tokens = min(TYPICAL_TOKENS, positions or TYPICAL_TOKENS)
    return {"tokens": tokens, "gflop": 2 * layers * weights * tokens / 1e9 + attention_gflop(layers, hidden, tokens)}


def _embedding(fields: Fields, family: EncoderFamily, hidden: int, vocabulary: int, positions: int) -> int:
    """Words, kinds of token and positions with their normalisation, and what widens them where they are narrow."""
    narrow = fields.count("embedding_size", hidden)
    types = fields.at_least_zero("type_vocab_size", family.types)
    rows = vocabulary + types + (positions if fields.flag("position_biased_input", default=True) else 0)
    return rows * narrow + 2 * narrow + (narrow * hidden + hidden if narrow != hidden else 0)


def _relative_positions(fields: Fields, hidden: int, positions: int) -> int:
    """DeBERTa 2 and 3: a table of distances, its normalisation, and a convolution where there is one."""
    if not fields.flag("relative_attention", default=False):
        return 0
    reach = _reach(fields, "position_buckets", _reach(fields, "max_relative_positions", positions))
    count = 2 * reach * hidden + 2 * hidden * ("layer_norm" in fields.word("norm_rel_ebd"))
    kernel = fields.at_least_zero("conv_kernel_size")
    if kernel:
        count += kernel * hidden * hidden + 3 * hidden
    if not fields.flag("share_att_key", default=False):
        count += fields.count("layers") * 2 * (hidden * hidden + hidden)
    return count


def _reach(fields: Fields, name: str, otherwise: int) -> int:
    """The largest distance that `name` gives; -1 leaves it to `otherwise`."""
    value = fields.given(name)
    return otherwise if value is None or value == -1 else fields.count(name)


def _labels(fields: Fields, hidden: int) -> int:
    """The classifying layer of the architectures that have one."""
    architecture = " ".join(fields.words("architectures"))
    if "Classification" not in architecture:
        return 0
    named = fields.given("id2label")
    labels = len(named) if isinstance(named, dict) else fields.count("num_labels", 2)
    return labels * hidden + labels


def vision_encoder(fields: Fields) -> Encoder:
    """ViT, DeiT, DINOv2 and the image towers of CLIP, SigLIP and the like, for an image of the size that they are made for."""
    kind = fields.model_type
    hidden, layers = fields.count("hidden"), fields.count("layers")
    heads = heads_of(fields, hidden)
    width = fields.count("feed_forward", round(fields.ratio("mlp_expansion", 4.0) * hidden))
    patch = fields.count("patch_size", 16)
    side = fields.count("image", 224)
    patches = (side // patch) ** 2
    registers = fields.at_least_zero("num_register_tokens")
    classes = {"siglip_vision_model": 0, "deit": 2}.get(kind, 1)
    tokens = patches + classes + registers
    grid = fields.count("channels", 3) * patch * patch * hidden
    layer = layer_parameters(hidden, width)
    weights = layer_weights(hidden, width)
    if fields.flag("use_swiglu_ffn", default=False):
        half = (int(width * 2 / 3) + 7) // 8 * 8
        layer += 3 * hidden * half + 2 * half - 2 * hidden * width - width
        weights += 3 * hidden * half - 2 * hidden * width
    scaled = kind.startswith("dinov2")
    layer += 2 * hidden * scaled - (0 if fields.flag("qkv_bias", default=True) else 3 * hidden)
    positions = (patches + classes) * hidden
    total = grid + classes * hidden + positions + registers * hidden + layers * layer + 2 * hidden + hidden * (1 + scaled)
    total += _crown(fields, kind, hidden, width)
    gflop = (2 * grid * patches + 2 * layers * weights * tokens) / 1e9 + attention_gflop(layers, hidden, tokens)
    return Encoder(total=total, layers=layers, hidden=hidden, heads=heads, gflop=gflop)


def siglip_head(hidden: int, width: int) -> int:
    """What SigLIP pools with: one more layer that a learned query reads, with one normalisation."""
    return layer_parameters(hidden, width) + hidden - 2 * hidden


def _crown(fields: Fields, kind: str, hidden: int, width: int) -> int:
    """What stands on the layers: a second normalisation, a pooling or a classifying layer; less what the tower lacks below."""
    labels = _labels(fields, hidden)
    if kind == "clip_vision_model":  # no bias of the patches, a second normalisation
        return 2 * hidden - hidden
    if kind == "siglip_vision_model":
        return siglip_head(hidden, width) if fields.flag("vision_use_head", default=True) else 0
    if kind.startswith("dinov2"):
        return labels + (labels - labels // (hidden + 1) if labels else 0)  # it classifies two vectors side by side
    if labels:
        return labels
    return hidden * hidden + hidden if kind in {"vit", "deit"} else 0
