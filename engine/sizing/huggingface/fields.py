"""Typed reading of a Hugging Face configuration: one name for the many spellings, one clear line for what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from knowledge.errors import InputError, shown

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

_LARGEST: Final[dict[str, int]] = {"layers": 10_000, "decoder_layers": 10_000, "context": 10**10, "vocabulary": 10**9}
_LARGEST_OTHER: Final = 10**7
"""Beyond anything ever published, so that a slip of the keyboard is caught."""


_LONG_BITS: Final = 200


def _told(value: object) -> str:
    """A wrong value for a message. What is nested or endless is named by its kind: to write it out could take for ever."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and value.bit_length() > _LONG_BITS:
        return "a number of very many digits"
    return shown(value)


class Fields:
    """One level of a configuration. `otherwise` answers for fields that nested files leave out."""

    def __init__(self, values: object, place: str = "", otherwise: Mapping[str, object] | None = None) -> None:
        """Keep the mapping `values`, found at `place` ("text_config."); anything else is bad input."""
        if not isinstance(values, Mapping):
            raise InputError(f"{place.rstrip('.') or 'model configuration'}: {_told(values)} is not an object with named fields.")
        said = {str(name): value for name, value in values.items() if value is not None}
        self._values: Mapping[str, object] = {**(otherwise or {}), **said}
        self._place = place

    @property
    def model_type(self) -> str:
        """The `model_type`, or empty."""
        return self.word("model_type")

    def names(self) -> tuple[str, ...]:
        """The fields that stand here, in their order."""
        return tuple(self._values)

    def spelling(self, name: str) -> str:
        """The published spelling of our `name` that stands here; the usual one where none does."""
        spellings = ALIASES.get(name, (name,))
        return next((spelled for spelled in spellings if spelled in self._values), spellings[0])

    def where(self, name: str) -> str:
        """The field as a message names it."""
        return self._place + self.spelling(name)

    def given(self, name: str) -> object | None:
        """The value as it stands, or None; an explicit null counts as left out."""
        return self._values.get(self.spelling(name))

    def has(self, name: str) -> bool:
        """Whether there is a value."""
        return self.given(name) is not None

    def count(self, name: str, default: int | None = None) -> int:
        """A whole number of at least 1; where it is left out `default`, and without that a mistake."""
        value = self.given(name)
        if value is None and default is None:
            kind = f" of model type {shown(self.model_type)}" if self.model_type else ""
            raise InputError(f"{self.where(name)}: it is missing, and the size{kind} cannot be counted without it.")
        return self._whole(name, value, 1) if value is not None else default or 0

    def at_least_zero(self, name: str, default: int = 0) -> int:
        """A whole number from 0; `default` where it is left out."""
        value = self.given(name)
        return default if value is None else self._whole(name, value, 0)

    def ratio(self, name: str, default: float) -> float:
        """A positive number, perhaps broken; `default` where it is left out."""
        value = self.given(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _LARGEST_OTHER:
            raise InputError(f"{self.where(name)}: {_told(value)} is not a number above 0.")
        return float(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false; `default` where it is left out."""
        value = self.given(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise InputError(f"{self.where(name)}: {_told(value)} is neither true nor false.")
        return value

    def word(self, name: str, default: str = "") -> str:
        """Text; `default` where it is left out."""
        value = self.given(name)
        if value is None:
            return default
        if not isinstance(value, str):
            raise InputError(f"{self.where(name)}: {_told(value)} is not text.")
        return value

    def words(self, name: str) -> tuple[str, ...]:
        """A list of texts, one text alone counting as such a list; empty where it is left out."""
        value = self.given(name)
        if value is None:
            return ()
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list | tuple) or not all(isinstance(item, str) for item in listed):
            raise InputError(f"{self.where(name)}: {_told(value)} is not a list of names.")
        return tuple(listed)

    def counts(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers from 0; empty where it is left out."""
        value = self.given(name)
        if value is None:
            return ()
        if not isinstance(value, list | tuple):
            raise InputError(f"{self.where(name)}: {_told(value)} is not a list of whole numbers.")
        return tuple(self._whole(name, item, 0) for item in value)

    def inner(self, name: str, otherwise: Mapping[str, object] | None = None) -> Fields | None:
        """The nested object `name`, or None where there is none."""
        value = self.given(name)
        return None if value is None else Fields(value, f"{self._place}{name}.", otherwise)

    def _whole(self, name: str, value: object, least: int) -> int:
        largest = _LARGEST.get(name, _LARGEST_OTHER)
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= largest or value != int(value):
            raise InputError(f"{self.where(name)}: {_told(value)} is not a whole number from {least} to {largest:,}.")
        return int(value)
