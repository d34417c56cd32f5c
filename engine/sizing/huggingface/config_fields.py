"""Typed access to a Hugging Face configuration: one name for many spellings, one clear line for each mistake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from knowledge.errors import InputError, quote_value

ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "layers": (
        "num_hidden_layers",
        "n_layer",
        "n_layers",
        "num_layers",
        "depth",
        "encoder_layers",
    ),
    "decoder_layers": ("decoder_layers", "num_decoder_layers"),
    "hidden": ("hidden_size", "n_embd", "n_embed", "d_model", "dim", "embed_dim"),
    "heads": ("num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"),
    "decoder_heads": ("decoder_attention_heads",),
    "kv_heads": ("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "kv_n_heads"),
    "head_size": ("head_dim", "kv_channels", "d_kv", "attention_head_size"),
    "feed_forward": ("intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size", "hidden_dim", "d_ff", "encoder_ffn_dim"),
    "decoder_feed_forward": ("decoder_ffn_dim",),
    "vocabulary": ("vocab_size", "padded_vocab_size"),
    "context": (
        "max_position_embeddings",
        "n_positions",
        "n_ctx",
        "max_seq_len",
        "max_sequence_length",
        "seq_length",
        "model_max_length",
    ),
    "experts": ("num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"),
    "experts_per_token": ("num_experts_per_tok", "experts_per_token", "moe_top_k", "moe_k", "num_experts_per_token"),
    "expert_feed_forward": ("moe_intermediate_size", "ffn_hidden_size", "intermediate_size"),
    "shared_experts": ("n_shared_experts", "num_shared_experts", "moe_num_shared_experts"),
    "image": ("image_size", "img_size"),
    "channels": ("num_channels", "in_channels", "in_chans"),
    "mlp_expansion": ("mlp_ratio", "expansion_ratio"),
}
"""Our name -> the spellings of published files, the usual one first."""

_MAX_BY_FIELD: Final[dict[str, int]] = {"layers": 10_000, "decoder_layers": 10_000, "context": 10**10, "vocabulary": 10**9}
_MAX_OTHER: Final = 10**7
"""Beyond anything ever published, so that a typing mistake is caught."""


_MAX_SHOWN_BITS: Final = 200


def _describe_value(value: object) -> str:
    """A wrong value for a message; nested or endless ones by their kind, since writing them out could take for ever."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and value.bit_length() > _MAX_SHOWN_BITS:
        return "a number of very many digits"
    return quote_value(value)


class ConfigFields:
    """One level of a configuration. `defaults` fill in fields that nested configurations leave out."""

    def __init__(self, values: object, place: str = "", defaults: Mapping[str, object] | None = None) -> None:
        """Keep the mapping `values`, found at `place` ("text_config."); anything else is bad input."""
        if not isinstance(values, Mapping):
            raise InputError(f"{place.rstrip('.') or 'model configuration'}: {_describe_value(values)} is not an object with named fields.")
        stated = {str(name): value for name, value in values.items() if value is not None}
        self._values: Mapping[str, object] = {**(defaults or {}), **stated}
        self._place = place

    @property
    def model_type(self) -> str:
        """The `model_type`, or empty."""
        return self.text("model_type")

    def field_names(self) -> tuple[str, ...]:
        """The fields that are there, in their order."""
        return tuple(self._values)

    def _spelling(self, name: str) -> str:
        """The published spelling of our `name` in this file; the usual one where the field is missing."""
        spellings = ALIASES.get(name, (name,))
        return next((spelled for spelled in spellings if spelled in self._values), spellings[0])

    def field_path(self, name: str) -> str:
        """The field with its place, for messages: "text_config.hidden_size"."""
        return self._place + self._spelling(name)

    def raw_value(self, name: str) -> object | None:
        """The value as written, or None; an explicit null counts as left out."""
        return self._values.get(self._spelling(name))

    def has_field(self, name: str) -> bool:
        """True where the field has a value."""
        return self.raw_value(name) is not None

    def positive_int(self, name: str, default: int | None = None) -> int:
        """A whole number from 1; `default` where it is left out. Raises InputError without either."""
        value = self.raw_value(name)
        if value is None and default is None:
            kind = f" of model type {quote_value(self.model_type)}" if self.model_type else ""
            raise InputError(f"{self.field_path(name)}: it is missing, and the size{kind} cannot be counted without it.")
        return self._check_int(name, value, 1) if value is not None else default or 0

    def non_negative_int(self, name: str, default: int = 0) -> int:
        """A whole number from 0; `default` where it is left out."""
        value = self.raw_value(name)
        return default if value is None else self._check_int(name, value, 0)

    def positive_float(self, name: str, default: float) -> float:
        """A number above 0; `default` where it is left out."""
        value = self.raw_value(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _MAX_OTHER:
            raise InputError(f"{self.field_path(name)}: {_describe_value(value)} is not a number above 0.")
        return float(value)

    def boolean(self, name: str, *, default: bool) -> bool:
        """True or false; `default` where it is left out."""
        value = self.raw_value(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise InputError(f"{self.field_path(name)}: {_describe_value(value)} is neither true nor false.")
        return value

    def text(self, name: str, default: str = "") -> str:
        """Text; `default` where it is left out."""
        value = self.raw_value(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise InputError(f"{self.field_path(name)}: {_describe_value(value)} is not text.")
        return value

    def text_list(self, name: str) -> tuple[str, ...]:
        """A list of texts (a text alone counts as one); empty where it is left out."""
        value = self.raw_value(name)
        if value is None:
            return ()
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list | tuple) or not all(isinstance(item, str) for item in listed):
            raise InputError(f"{self.field_path(name)}: {_describe_value(value)} is not a list of names.")
        return tuple(listed)

    def int_list(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers from 0; empty where it is left out."""
        value = self.raw_value(name)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise InputError(f"{self.field_path(name)}: {_describe_value(value)} is not a list of whole numbers.")
        return tuple(self._check_int(name, item, 0) for item in value)

    def nested_fields(self, name: str, defaults: Mapping[str, object] | None = None) -> ConfigFields | None:
        """The nested object `name`, or None where there is none."""
        value = self.raw_value(name)
        return None if value is None else ConfigFields(value, f"{self._place}{name}.", defaults)

    def _check_int(self, name: str, value: object, least: int) -> int:
        largest = _MAX_BY_FIELD.get(name, _MAX_OTHER)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= largest or value != int(value):
            raise InputError(f"{self.field_path(name)}: {_describe_value(value)} is not a whole number from {least} to {largest:,}.")
        return int(value)
