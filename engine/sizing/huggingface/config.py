"""The shape of any model from its Hugging Face `config.json`: counts, windows, operations, and the precision of its weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from engine.sizing.huggingface.decoder import Decoder, decoder_of
from engine.sizing.huggingface.encoder import Encoder, modernbert, text_encoder, vision_encoder
from engine.sizing.huggingface.families import TEXT_ENCODERS
from engine.sizing.huggingface.fields import Fields
from engine.sizing.huggingface.multimodal import TEXT_PARTS, pair_of_encoders, part, towers
from engine.sizing.huggingface.pairs import BART, T5, bart, t5, wav2vec2, whisper
from engine.sizing.huggingface.precision import precision_from_config
from engine.sizing.shape import ModelKind, Shape
from knowledge.errors import InputError

__all__ = ["precision_from_config", "shape_from_config"]

_MOST_PARAMETERS_B: Final = 1e5
"""10^14 parameters: far beyond any model, so that a slip in the file is caught."""

_VISION: Final = frozenset({"vit", "deit", "dinov2", "dinov2_with_registers", "clip_vision_model", "siglip_vision_model"})
_ENCODERS: Final[Mapping[str, tuple[ModelKind, Callable[[Fields], Encoder]]]] = {
    **dict.fromkeys(TEXT_ENCODERS, ("encoder", text_encoder)),
    "modernbert": ("encoder", modernbert),
    **dict.fromkeys(_VISION, ("encoder", vision_encoder)),
    "whisper": ("speech", whisper),
    "wav2vec2": ("speech", wav2vec2),
    "hubert": ("speech", wav2vec2),
}
_OTHER_NETWORKS: Final = frozenset(
    {"resnet", "convnext", "convnextv2", "swin", "swinv2", "segformer", "mobilenet_v2", "beit", "detr", "yolos"}
)
"""Networks whose layers are neither alike nor counted here; none of them is a decoder."""


def shape_from_config(config: Mapping[str, object], name: str = "", parameters_b: float | None = None) -> Shape:
    """The shape of the model that `config` describes. With `parameters_b` that total stands, and active ones follow in proportion.

    A model type that is not known is taken for a decoder like Llama, if the fields of one are there.
    """
    fields = Fields(config)
    given = _given_total(parameters_b)
    kind = fields.model_type
    called = name or fields.word("_name_or_path") or kind or "model"
    if kind in _OTHER_NETWORKS:
        raise InputError(f"model_type: {kind} is not counted from its configuration. Give its parameters and its GFLOP per item instead.")
    if kind in {"clip", "siglip"}:
        pair = pair_of_encoders(fields)
        if pair is None:
            raise InputError(f"text_config and vision_config: {kind} needs both.")
        return _of_encoder(pair, "encoder", called, given)
    if kind in _ENCODERS:
        model_kind, count = _ENCODERS[kind]
        return _of_encoder(count(fields), model_kind, called, given)
    if kind in T5:
        return _of_decoder(t5(fields), called, given)
    if kind in BART:
        return _of_decoder(bart(fields), called, given)
    if fields.flag("is_encoder_decoder", default=False) and given is None:
        raise InputError(f"model_type: the encoder-decoder {kind or 'of this file'} is not counted. Give the number of parameters.")
    return _of_decoder(_with_towers(fields, parameters_given=given is not None), called, given)


def _given_total(parameters_b: float | None) -> float | None:
    if parameters_b is None:
        return None
    if not (math.isfinite(parameters_b) and 0 < parameters_b <= _MOST_PARAMETERS_B):
        raise InputError(f"parameters_b: {parameters_b:g} is not a number of 10^9 parameters above 0 and up to {_MOST_PARAMETERS_B:g}.")
    return parameters_b * 1e9


def _with_towers(fields: Fields, *, parameters_given: bool) -> Decoder:
    """The decoder, and what stands before it for images and sound."""
    text = next((part(fields, name) for name in TEXT_PARTS if fields.has(name)), None)
    vision = fields.inner("vision_config")
    if (
        text is None and vision is not None and fields.model_type in {"qwen2_vl", "qwen2_5_vl"}
    ):  # the fields of the decoder stand at the top
        text = Fields(_renamed(fields, f"{fields.model_type}_text"))
    decoder = decoder_of(text if text is not None else fields, parameters_given=parameters_given)
    beside = 0 if parameters_given else towers(fields, decoder.hidden)
    return msgspec.structs.replace(decoder, total=decoder.total + beside)


def _renamed(fields: Fields, model_type: str) -> Mapping[str, object]:
    values = {name: fields.given(name) for name in fields.names()}
    return {**values, "model_type": model_type}


def _share(total: int, given: float | None, called: str) -> tuple[float, float]:
    """The total that stands, and by how much it differs from the count."""
    if given is not None:
        return given, given / total if total else 1.0
    if total > _MOST_PARAMETERS_B * 1e9:
        raise InputError(f"{called[:60]}: its configuration comes to {total:.2g} parameters; no model has so many.")
    return float(total), 1.0


def _of_decoder(decoder: Decoder, called: str, given: float | None) -> Shape:
    total, share = _share(decoder.total, given, called)
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


def _of_encoder(encoder: Encoder, kind: ModelKind, called: str, given: float | None) -> Shape:
    total, share = _share(encoder.total, given, called)
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
