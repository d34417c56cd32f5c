"""The shape of any model from its Hugging Face `config.json`: counts, windows, operations, and the precision of its weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from engine.sizing.huggingface.checkpoint_precision import precision_from_config
from engine.sizing.huggingface.config_fields import ConfigFields
from engine.sizing.huggingface.decoder_counts import DecoderCounts, count_decoder
from engine.sizing.huggingface.encoder_counts import EncoderCounts, count_modernbert, count_text_encoder, count_vision_encoder
from engine.sizing.huggingface.encoder_decoders import BART, T5, count_bart, count_t5, count_wav2vec2, count_whisper
from engine.sizing.huggingface.model_families import TEXT_ENCODERS
from engine.sizing.huggingface.multimodal import TEXT_PARTS, count_encoder_pair, count_towers, nested_config
from engine.sizing.shape import ModelKind, Shape
from knowledge.errors import InputError

__all__ = ["precision_from_config", "shape_from_config"]

_MAX_PARAMETERS_B: Final = 1e5
"""10^14 parameters: far beyond any model, so that a mistake in the file is caught."""

_VISION_ENCODERS: Final = frozenset({"vit", "deit", "dinov2", "dinov2_with_registers", "clip_vision_model", "siglip_vision_model"})
_ENCODERS: Final[Mapping[str, tuple[ModelKind, Callable[[ConfigFields], EncoderCounts]]]] = {
    **dict.fromkeys(TEXT_ENCODERS, ("encoder", count_text_encoder)),
    "modernbert": ("encoder", count_modernbert),
    **dict.fromkeys(_VISION_ENCODERS, ("encoder", count_vision_encoder)),
    "whisper": ("speech", count_whisper),
    "wav2vec2": ("speech", count_wav2vec2),
    "hubert": ("speech", count_wav2vec2),
}
_UNCOUNTED_TYPES: Final = frozenset(
    {"resnet", "convnext", "convnextv2", "swin", "swinv2", "segformer", "mobilenet_v2", "beit", "detr", "yolos"}
)
"""Networks of layers that differ from each other and are not counted; none of them is a decoder."""


def shape_from_config(config: Mapping[str, object], name: str = "", parameters_b: float | None = None) -> Shape:
    """The shape of the model that `config` describes. With `parameters_b` that is the total, and active parameters follow in proportion.

    An unknown model type is read as a decoder like Llama. Raises InputError naming the field that is missing or wrong.
    """
    fields = ConfigFields(config)
    given = _check_total(parameters_b)
    kind = fields.model_type
    called = name or fields.text("_name_or_path") or kind or "model"
    if kind in _UNCOUNTED_TYPES:
        raise InputError(f"model_type: {kind} is not counted from its configuration. Give its parameters and its GFLOP per item instead.")
    if kind in {"clip", "siglip"}:
        pair = count_encoder_pair(fields)
        if pair is None:
            raise InputError(f"text_config and vision_config: {kind} needs both.")
        return _encoder_shape(pair, "encoder", called, given)
    if kind in _ENCODERS:
        model_kind, count = _ENCODERS[kind]
        return _encoder_shape(count(fields), model_kind, called, given)
    if kind in T5:
        return _decoder_shape(count_t5(fields), called, given)
    if kind in BART:
        return _decoder_shape(count_bart(fields), called, given)
    if fields.boolean("is_encoder_decoder", default=False) and given is None:
        raise InputError(f"model_type: the encoder-decoder {kind or 'of this file'} is not counted. Give the number of parameters.")
    return _decoder_shape(_count_multimodal(fields, parameters_given=given is not None), called, given)


def _check_total(parameters_b: float | None) -> float | None:
    if parameters_b is None:
        return None
    if not (math.isfinite(parameters_b) and 0 < parameters_b <= _MAX_PARAMETERS_B):
        raise InputError(f"parameters_b: {parameters_b:g} is not a number of 10^9 parameters above 0 and up to {_MAX_PARAMETERS_B:g}.")
    return parameters_b * 1e9


def _count_multimodal(fields: ConfigFields, *, parameters_given: bool) -> DecoderCounts:
    """The decoder, and the towers before it for images and sound."""
    text = next((nested_config(fields, name) for name in TEXT_PARTS if fields.has_field(name)), None)
    vision = fields.nested_fields("vision_config")
    if text is None and vision is not None and fields.model_type in {"qwen2_vl", "qwen2_5_vl"}:  # the decoder's fields are at the top
        values = {name: fields.raw_value(name) for name in fields.field_names()}
        text = ConfigFields({**values, "model_type": f"{fields.model_type}_text"})
    decoder = count_decoder(text if text is not None else fields, parameters_given=parameters_given)
    beside = 0 if parameters_given else count_towers(fields, decoder.hidden)
    return msgspec.structs.replace(decoder, total=decoder.total + beside)


def _check_count(total: int, given: float | None, called: str) -> tuple[float, float]:
    """The given total, else the counted one; and its ratio to the count."""
    if given is not None:
        return given, given / total if total else 1.0
    if total > _MAX_PARAMETERS_B * 1e9:
        raise InputError(f"{called[:60]}: its configuration comes to {total:.2g} parameters; no model has so many.")
    return float(total), 1.0


def _decoder_shape(decoder: DecoderCounts, called: str, given: float | None) -> Shape:
    total, share = _check_count(decoder.total, given, called)
    return Shape(
        name=called,
        kind="language-model",
        parameters=total,
        active_parameters=decoder.active * share if decoder.total else total,
        layers=decoder.layers,
        hidden_size=decoder.hidden,
        heads=decoder.heads,
        kv_heads=decoder.kv_heads,
        head_size=decoder.head_size,
        vocabulary=decoder.vocabulary,
        context_tokens=decoder.context,
        window_tokens=decoder.window.tokens if decoder.window.layers else 0,
        windowed_layers=decoder.window.layers,
        latent_rank=decoder.latent,
    )


def _encoder_shape(encoder: EncoderCounts, kind: ModelKind, called: str, given: float | None) -> Shape:
    total, share = _check_count(encoder.total, given, called)
    return Shape(
        name=called,
        kind=kind,
        parameters=total,
        active_parameters=total,
        layers=encoder.layers,
        hidden_size=encoder.hidden,
        heads=encoder.heads,
        kv_heads=encoder.heads,
        head_size=encoder.hidden // encoder.heads,
        vocabulary=encoder.vocabulary,
        context_tokens=encoder.context,
        gflop_per_item=encoder.gflop * share,
        typical_tokens=encoder.tokens,
    )
