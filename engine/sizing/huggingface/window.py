"""Sliding attention windows in a Hugging Face configuration: how long, and in how many layers."""

from __future__ import annotations

from typing import Final

from engine.sizing.huggingface.families import ALTERNATE, Family
from engine.sizing.huggingface.fields import Fields
from knowledge.errors import InputError
from knowledge.schema.record import Record

_WINDOWED: Final = {"sliding_attention": "sliding_window", "chunked_attention": "attention_chunk_size", "local": "window_size"}
"""Kind of layer -> the field with its window."""


class Window(Record):
    """A window of 0 tokens, and no layers, where every layer sees everything."""

    tokens: int = 0
    layers: int = 0


def window_of(fields: Fields, family: Family, layers: int) -> Window:
    """The window and the number of layers that have it. A list of layers wins over a pattern, a pattern over the family's habit."""
    listed = _listed(fields, layers)
    if listed is not None:
        return listed
    if fields.has("attention_chunk_size"):  # Llama 4: all but every fourth layer see their chunk alone
        every = fields.count("no_rope_layer_interval", 4)
        kept = fields.counts("no_rope_layers").count(1) or layers - layers // every
        return Window(tokens=fields.count("attention_chunk_size"), layers=min(kept, layers))
    if not fields.flag("use_sliding_window", default=not fields.has("max_window_layers")):
        return Window()
    tokens = fields.at_least_zero("sliding_window")
    if not tokens:
        return Window()
    return Window(tokens=tokens, layers=_by_pattern(fields, family, layers))


def _listed(fields: Fields, layers: int) -> Window | None:
    name = "attention_layers" if fields.has("attention_layers") else "layer_types"
    kinds = fields.words(name)
    if not kinds:
        return None
    if len(kinds) != layers:
        raise InputError(f"{fields.where(name)}: it names {len(kinds)} layers, and {fields.where('layers')} says {layers}.")
    for kind, length in _WINDOWED.items():
        if kind in kinds:
            tokens = fields.at_least_zero(length)
            return Window(tokens=tokens, layers=kinds.count(kind)) if tokens else Window()
    return Window()


def _by_pattern(fields: Fields, family: Family, layers: int) -> int:
    if fields.has("max_window_layers"):  # Qwen: the first layers see everything
        return max(layers - fields.at_least_zero("max_window_layers"), 0)
    every = fields.at_least_zero("sliding_window_pattern")
    if every:
        return layers - layers // every
    if family.windowed == ALTERNATE:
        return (layers + 1) // 2
    return layers - layers // family.windowed if family.windowed > 1 else layers
