"""Encoders of text and images: parameters and operations of one item, counted from the Hugging Face configuration.

A layer of the usual encoder has 4 × (hidden² + hidden) parameters of attention, 2 × hidden × width + width + hidden of
feed-forward and two normalisations; 2 operations per parameter and token, and 4 × hidden × tokens² per layer for attention.
"""

from __future__ import annotations

from typing import Final, TypedDict

from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.model_families import TEXT_ENCODERS, EncoderFamily
from knowledge.errors import InputError
from knowledge.schema.record import Record

TYPICAL_TOKENS: Final = 128
"""Tokens of the typical text, as for the encoders of the base."""


class EncoderCounts(Record):
    """Counts of one encoder."""

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


def layer_matrix_parameters(hidden: int, width: int) -> int:
    """Matrices of one layer."""
    return 4 * hidden * hidden + 2 * hidden * width


def layer_parameters(hidden: int, width: int) -> int:
    """One layer with all biases and two normalisations."""
    return layer_matrix_parameters(hidden, width) + 4 * hidden + width + hidden + 4 * hidden


def count_heads(fields: ConfigFields, hidden: int) -> int:
    """Attention heads; no more than the hidden size."""
    heads = fields.positive_int("heads")
    if heads > hidden:
        raise InputError(f"{fields.field_path('heads')}: {heads} is more than the {hidden} of {fields.field_path('hidden')}.")
    return heads


def count_text_encoder(fields: ConfigFields) -> EncoderCounts:
    """BERT and its relatives, with the pooling layer where the plain model has one."""
    kind = fields.model_type
    family = TEXT_ENCODERS[kind]
    hidden, layers, width = fields.positive_int("hidden"), fields.positive_int("layers"), fields.positive_int("feed_forward")
    heads = count_heads(fields, hidden)
    vocabulary, positions = fields.positive_int("vocabulary"), fields.non_negative_int("context", 512)
    stored = fields.positive_int("num_hidden_groups", layers) * fields.positive_int("inner_group_num", 1) if kind == "albert" else layers
    total = _embedding_parameters(fields, family, hidden, vocabulary, positions) + stored * layer_parameters(hidden, width)
    total += (hidden * hidden + hidden) * family.pooler + _classifier_parameters(fields, hidden)
    beside = 2 * hidden * hidden if kind == "deberta" else 0  # its layers project distances, too
    if kind == "deberta":
        total += layers * beside + 2 * _distance_reach(fields, "max_relative_positions", positions) * hidden
    elif kind == "deberta-v2":
        total += _relative_position_parameters(fields, hidden, positions)
    elif kind == "mpnet":
        total += fields.positive_int("relative_attention_num_buckets", 32) * heads
    return EncoderCounts(
        total=total,
        layers=layers,
        hidden=hidden,
        heads=heads,
        vocabulary=vocabulary,
        context=max(positions - family.offset, 0),
        **_typical_text_work(hidden, layers, layer_matrix_parameters(hidden, width) + beside, positions),
    )


def count_modernbert(fields: ConfigFields) -> EncoderCounts:
    """ModernBERT: gated layers without biases, rotary positions, a scale for each normalisation."""
    hidden, layers, width = fields.positive_int("hidden"), fields.positive_int("layers"), fields.positive_int("feed_forward")
    heads = count_heads(fields, hidden)
    vocabulary, positions = fields.positive_int("vocabulary"), fields.non_negative_int("context", 512)
    weights = layer_matrix_parameters(hidden, width) + hidden * width
    return EncoderCounts(
        total=(vocabulary + 1 + 2 * layers) * hidden + layers * weights + _classifier_parameters(fields, hidden),
        layers=layers,
        hidden=hidden,
        heads=heads,
        vocabulary=vocabulary,
        context=positions,
        **_typical_text_work(hidden, layers, weights, positions),
    )


class _Text(TypedDict):
    """The typical text of an encoder: its tokens, and 10^9 operations."""

    tokens: int
    gflop: float


def _typical_text_work(hidden: int, layers: int, weights: int, positions: int) -> _Text:
    """The typical text of an encoder whose layers have so many `weights` each, no longer than its `positions`."""
    tokens = min(TYPICAL_TOKENS, positions or TYPICAL_TOKENS)
    return {"tokens": tokens, "gflop": 2 * layers * weights * tokens / 1e9 + attention_gflop(layers, hidden, tokens)}


def _embedding_parameters(fields: ConfigFields, family: EncoderFamily, hidden: int, vocabulary: int, positions: int) -> int:
    """Words, token types and positions with their normalisation, and the matrix that widens narrow embeddings."""
    narrow = fields.positive_int("embedding_size", hidden)
    types = fields.non_negative_int("type_vocab_size", family.types)
    rows = vocabulary + types + (positions if fields.boolean("position_biased_input", default=True) else 0)
    return rows * narrow + 2 * narrow + (narrow * hidden + hidden if narrow != hidden else 0)


def _relative_position_parameters(fields: ConfigFields, hidden: int, positions: int) -> int:
    """DeBERTa 2 and 3: a table of distances, its normalisation, and a convolution where there is one."""
    if not fields.boolean("relative_attention", default=False):
        return 0
    reach = _distance_reach(fields, "position_buckets", _distance_reach(fields, "max_relative_positions", positions))
    count = 2 * reach * hidden + 2 * hidden * ("layer_norm" in fields.text("norm_rel_ebd"))
    kernel = fields.non_negative_int("conv_kernel_size")
    if kernel:
        count += kernel * hidden * hidden + 3 * hidden
    if not fields.boolean("share_att_key", default=False):
        count += fields.positive_int("layers") * 2 * (hidden * hidden + hidden)
    return count


def _distance_reach(fields: ConfigFields, name: str, otherwise: int) -> int:
    """The largest distance in the field `name`; `otherwise` where it is missing or -1."""
    value = fields.raw_value(name)
    return otherwise if value is None or value == -1 else fields.positive_int(name)


def _classifier_parameters(fields: ConfigFields, hidden: int) -> int:
    """Parameters of the classifying layer of architectures that have one."""
    architecture = " ".join(fields.text_list("architectures"))
    if "Classification" not in architecture:
        return 0
    label_names = fields.raw_value("id2label")
    labels = len(label_names) if isinstance(label_names, dict) else fields.positive_int("num_labels", 2)
    return labels * hidden + labels


def count_vision_encoder(fields: ConfigFields) -> EncoderCounts:
    """ViT, DeiT, DINOv2 and the image towers of CLIP, SigLIP and the like, for an image of the size that they are made for."""
    kind = fields.model_type
    hidden, layers = fields.positive_int("hidden"), fields.positive_int("layers")
    heads = count_heads(fields, hidden)
    width = fields.positive_int("feed_forward", round(fields.positive_float("mlp_expansion", 4.0) * hidden))
    patch = fields.positive_int("patch_size", 16)
    side = fields.positive_int("image", 224)
    patches = (side // patch) ** 2
    registers = fields.non_negative_int("num_register_tokens")
    classes = {"siglip_vision_model": 0, "deit": 2}.get(kind, 1)
    tokens = patches + classes + registers
    grid = fields.positive_int("channels", 3) * patch * patch * hidden
    layer = layer_parameters(hidden, width)
    weights = layer_matrix_parameters(hidden, width)
    if fields.boolean("use_swiglu_ffn", default=False):
        half = (int(width * 2 / 3) + 7) // 8 * 8
        layer += 3 * hidden * half + 2 * half - 2 * hidden * width - width
        weights += 3 * hidden * half - 2 * hidden * width
    scaled = kind.startswith("dinov2")
    layer += 2 * hidden * scaled - (0 if fields.boolean("qkv_bias", default=True) else 3 * hidden)
    positions = (patches + classes) * hidden
    total = grid + classes * hidden + positions + registers * hidden + layers * layer + 2 * hidden + hidden * (1 + scaled)
    total += _vision_head_parameters(fields, kind, hidden, width)
    gflop = (2 * grid * patches + 2 * layers * weights * tokens) / 1e9 + attention_gflop(layers, hidden, tokens)
    return EncoderCounts(total=total, layers=layers, hidden=hidden, heads=heads, gflop=gflop)


def siglip_head_parameters(hidden: int, width: int) -> int:
    """SigLIP's pooling: one more layer that a learned query reads, with one normalisation."""
    return layer_parameters(hidden, width) + hidden - 2 * hidden


def _vision_head_parameters(fields: ConfigFields, kind: str, hidden: int, width: int) -> int:
    """Parameters above the layers: a second normalisation, a pooling or a classifying layer; less the biases a tower lacks."""
    labels = _classifier_parameters(fields, hidden)
    if kind == "clip_vision_model":  # no bias of the patches, a second normalisation
        return 2 * hidden - hidden
    if kind == "siglip_vision_model":
        return siglip_head_parameters(hidden, width) if fields.boolean("vision_use_head", default=True) else 0
    if kind.startswith("dinov2"):
        return labels + (labels - labels // (hidden + 1) if labels else 0)  # it classifies two vectors side by side
    if labels:
        return labels
    return hidden * hidden + hidden if kind in {"vit", "deit"} else 0
