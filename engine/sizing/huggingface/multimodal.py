"""Models of several inputs: an image or sound tower before a decoder, and pairs of encoders such as CLIP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.encoder_counts import (
    EncoderCounts,
    attention_gflop,
    count_heads,
    count_vision_encoder,
    layer_matrix_parameters,
    layer_parameters,
    siglip_head_parameters,
)

_QWEN_PATCH: Final = {"depth": 32, "embed_dim": 1280, "num_heads": 16, "mlp_ratio": 4, "patch_size": 14, "in_channels": 3}
NESTED_DEFAULTS: Final[Mapping[str, Mapping[str, object]]] = {
    "llama": {
        "hidden_size": 4096,
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "intermediate_size": 11008,
        "vocab_size": 32000,
        "max_position_embeddings": 2048,
    },
    "mistral": {
        "hidden_size": 4096,
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "head_dim": 128,
        "intermediate_size": 14336,
        "vocab_size": 32000,
        "max_position_embeddings": 131072,
        "sliding_window": 4096,
    },
    "gemma": {"vocab_size": 256000, "max_position_embeddings": 8192, "head_dim": 256},
    "gemma2": {"vocab_size": 256000, "max_position_embeddings": 8192, "head_dim": 256, "sliding_window": 4096},
    "gemma3_text": {
        "num_attention_heads": 8,
        "num_key_value_heads": 4,
        "head_dim": 256,
        "vocab_size": 262208,
        "max_position_embeddings": 131072,
        "sliding_window": 4096,
    },
    "clip_text_model": {
        "hidden_size": 512,
        "num_hidden_layers": 12,
        "num_attention_heads": 8,
        "intermediate_size": 2048,
        "vocab_size": 49408,
        "max_position_embeddings": 77,
    },
    "clip_vision_model": {
        "hidden_size": 768,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "intermediate_size": 3072,
        "patch_size": 32,
    },
    "siglip_text_model": {
        "hidden_size": 768,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "intermediate_size": 3072,
        "vocab_size": 32000,
        "max_position_embeddings": 64,
    },
    "siglip_vision_model": {
        "hidden_size": 768,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "intermediate_size": 3072,
        "patch_size": 16,
    },
    "pixtral": {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "patch_size": 16},
    "qwen2_vl": _QWEN_PATCH,
    "qwen2_5_vl": {**_QWEN_PATCH, "intermediate_size": 3420, "out_hidden_size": 3584},
}
"""Model type -> defaults of its nested configuration, which Transformers leaves out of the file."""

TEXT_PARTS: Final = ("text_config", "llm_config", "language_config")
"""Names of the nested configuration of the decoder."""
_TEXT_TYPES: Final = {
    "gemma3": "gemma3_text",
    "qwen2_vl": "qwen2_vl_text",
    "qwen2_5_vl": "qwen2_5_vl_text",
    "qwen3_vl": "qwen3_vl_text",
    "qwen3_vl_moe": "qwen3_vl_moe_text",
    "llama4": "llama4_text",
    "mllama": "mllama_text_model",
    "paligemma": "gemma",
    "clip": "clip_text_model",
    "siglip": "siglip_text_model",
}
_VISION_TYPES: Final = {
    "clip": "clip_vision_model",
    "siglip": "siglip_vision_model",
    "gemma3": "siglip_vision_model",
    "paligemma": "siglip_vision_model",
    "llava": "clip_vision_model",
    "llava_next": "clip_vision_model",
    "mistral3": "pixtral",
}


def nested_config(fields: ConfigFields, name: str) -> ConfigFields | None:
    """The nested configuration `name` with its defaults filled in, or None."""
    bare = fields.nested_fields(name)
    if bare is None:
        return None
    table = _TEXT_TYPES if name in TEXT_PARTS else _VISION_TYPES
    kind = bare.model_type or table.get(fields.model_type, fields.model_type)
    tied = fields.raw_value("tie_word_embeddings")
    filled: dict[str, object] = {"model_type": kind, **NESTED_DEFAULTS.get(kind, {})}
    if tied is not None:
        filled["tie_word_embeddings"] = tied
    return fields.nested_fields(name, filled)


def count_towers(fields: ConfigFields, hidden: int) -> int:
    """Parameters beside the decoder: image and sound towers, and the layers that bring their vectors to its hidden size."""
    count = 0
    vision = nested_config(fields, "vision_config")
    if vision is not None:
        count += _count_vision_tower(fields, vision, hidden)
    sound = fields.nested_fields("audio_config")
    if sound is not None and sound.has_field("hidden") and sound.has_field("layers"):
        own = sound.positive_int("hidden")
        count += sound.positive_int("layers") * layer_parameters(own, sound.positive_int("feed_forward", 4 * own)) + own * hidden + hidden
    return count


def _count_vision_tower(fields: ConfigFields, vision: ConfigFields, hidden: int) -> int:
    """The tower of images and the layers behind it, by the type of the tower or of the whole model."""
    kind = vision.model_type
    if kind.startswith("qwen"):
        return _count_qwen_vision(vision, hidden)
    if kind == "pixtral":
        return _count_pixtral(fields, vision, hidden)
    own = vision.positive_int("hidden")
    tower = count_vision_encoder(vision).total
    if kind == "siglip_vision_model" and fields.model_type in {"gemma3", "paligemma"} and vision.boolean("vision_use_head", default=True):
        tower -= siglip_head_parameters(own, vision.positive_int("feed_forward"))
    if fields.model_type == "gemma3":
        return tower + own * hidden + own
    if fields.model_type == "paligemma":
        return tower + own * hidden + hidden
    return tower + own * hidden + hidden * hidden + 2 * hidden


def _count_pixtral(fields: ConfigFields, vision: ConfigFields, hidden: int) -> int:
    """Gated layers with scales alone, neighbouring patches merged where the model says so, and two matrices to its hidden size."""
    own, width = vision.positive_int("hidden"), vision.positive_int("feed_forward")
    grid = vision.positive_int("channels", 3) * vision.positive_int("patch_size", 16) ** 2
    tower = (grid + 1) * own + vision.positive_int("layers") * (4 * own * own + 3 * own * width + 2 * own)
    merge = fields.non_negative_int("spatial_merge_size")
    return tower + (own + merge * merge * own * own if merge else 0) + own * hidden + hidden * hidden


def _count_qwen_vision(vision: ConfigFields, hidden: int) -> int:
    """Image towers of Qwen2-VL (plain), 2.5 (gated, scales only) and 3 (positions, and a merger for each layer that is tapped)."""
    kind, layers = vision.model_type, vision.positive_int("layers")
    old = kind.startswith("qwen2_vl")
    own = vision.positive_int("embed_dim") if old else vision.positive_int("hidden_size", 1280)
    width = round(vision.positive_float("mlp_expansion", 4) * own) if old else vision.positive_int("feed_forward")
    count_heads(vision, own)
    patch = vision.positive_int("channels", 3) * vision.positive_int("temporal_patch_size", 2) * vision.positive_int("patch_size", 14) ** 2
    merged = own * vision.positive_int("spatial_merge_size", 2) ** 2
    merger = merged * merged + merged + merged * hidden + hidden
    if kind.startswith("qwen2_5"):
        layer = 4 * own * own + 4 * own + 3 * own * width + 2 * width + own + 2 * own
        return patch * own + layers * layer + merger + own
    layer = layer_parameters(own, width)
    count = patch * own + layers * layer + merger + 2 * own
    if old:
        return count
    tapped = len(vision.int_list("deepstack_visual_indexes")) or 3
    return count + own + vision.positive_int("num_position_embeddings", 2304) * own + tapped * (merger + 2 * merged)


def count_encoder_pair(fields: ConfigFields) -> EncoderCounts | None:
    """CLIP and SigLIP: one image and one text. None where a part is missing."""
    text, vision = nested_config(fields, "text_config"), nested_config(fields, "vision_config")
    if text is None or vision is None:
        return None
    image = count_vision_encoder(vision)
    hidden, layers, width = text.positive_int("hidden"), text.positive_int("layers"), text.positive_int("feed_forward")
    count_heads(text, hidden)
    tokens = text.positive_int("context")
    total = (text.positive_int("vocabulary") + tokens) * hidden + layers * layer_parameters(hidden, width) + 2 * hidden
    joint = fields.positive_int("projection_dim", 512)
    clip = fields.model_type == "clip"
    total += joint * (hidden + image.hidden) + 1 if clip else hidden * hidden + hidden + 2
    gflop = 2 * layers * layer_matrix_parameters(hidden, width) * tokens / 1e9 + attention_gflop(layers, hidden, tokens)
    return EncoderCounts(total=total + image.total, layers=image.layers, hidden=image.hidden, heads=image.heads, gflop=image.gflop + gflop)
