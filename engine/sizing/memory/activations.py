"""What a forward pass keeps for the backward pass."""

from __future__ import annotations

from typing import Final

from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.serving import image_elements
from engine.sizing.memory.storage import embedding_parameters
from engine.sizing.shape import Shape

_SIXTEEN_BITS: Final = 2.0
_EXACT: Final = 0.004
"""Biases and norms; the gated layers of Llama 2, cut to the same size, differ by twice as much."""


def feed_forward_parameters(shape: Shape) -> float:
    """Parameters of one layer's feed-forward part that a token meets: what attention and embeddings leave of the total."""
    if not shape.layers or not shape.hidden_size:
        return 0.0
    per_layer = (shape.active_parameters - embedding_parameters(shape)) / shape.layers
    return max(per_layer - _attention_parameters(shape), 0.0)


def kept_per_token(
    shape: Shape, rates: MemoryRates, *, width: float = _SIXTEEN_BITS, compiled: bool = False, scores_over: float = 0.0
) -> float:
    """Bytes that one layer keeps per token in a data type of `width` bytes.

    Queries, keys, values, attention's result and the feed-forward tensors at `width`, plus norms, residuals and casts in proportion
    to the hidden size. With plain feed-forward layers of 4 × hidden that is 38 bytes × hidden in 16 bits; Korthikanti et al. (2022),
    as EleutherAI's Transformer Math gives them, count 34, with dropout masks in place of casts. Their attention scores, 5 bytes ×
    heads × tokens attended to (9 in fp32), are kept only without a fused kernel: `scores_over` tokens. Gated layers keep four
    tensors of the feed-forward width and plain ones two. A compiler (`compiled`) recomputes what is cheap.
    """
    hidden, feed_forward = float(shape.hidden_size), feed_forward_parameters(shape)
    queries, keys = float(shape.heads * shape.head_size or hidden), float(shape.kv_heads * shape.head_size or hidden)
    gated = is_gated(shape)
    matrices = 3.0 if gated else 2.0
    tensors = rates.kept_inner_gated if gated else rates.kept_inner_plain
    if compiled:
        tensors /= 2.0
    per_hidden = (rates.fused_per_hidden if compiled else rates.kept_per_hidden) + 2.0 * (width - _SIXTEEN_BITS)
    inner = feed_forward / (matrices * hidden) * tensors
    scores = shape.heads * scores_over * (5.0 if width == _SIXTEEN_BITS else 9.0)
    return width * (inner + 2.0 * queries + 2.0 * keys) + per_hidden * hidden + scores


def is_gated(shape: Shape) -> bool:
    """Whether the feed-forward layers have a gate: those of language models do, unless the parameters are exactly those of plain layers.

    Plain ones are 4 × hidden wide, hence 8 × hidden² parameters a layer, with one or two matrices of the vocabulary.
    """
    if shape.kind != "language-model" or not shape.layers or not shape.hidden_size:
        return False
    plain = 8.0 * shape.hidden_size**2
    for matrices in (1, 2):
        per_layer = (shape.active_parameters - matrices * shape.vocabulary * shape.hidden_size) / shape.layers
        if abs(per_layer - _attention_parameters(shape) - plain) < _EXACT * plain:
            return False
    return True


def kept_gb(
    shape: Shape,
    tokens: float,
    items: float,
    rates: MemoryRates,
    *,
    width: float,
    checkpointed: bool,
    compiled: bool,
    fused_attention: bool,
) -> float:
    """Activations of `items` sequences of `tokens` (or images), GB.

    Checkpointed: the input of each layer in 16 bits or more, and one whole layer while it is computed again.
    """
    if not shape.layers or not shape.hidden_size:
        kept = items * image_elements(shape, rates) * width / 1e9
        return kept * rates.image_checkpointed if checkpointed else kept
    per_token = kept_per_token(shape, rates, width=width, compiled=compiled, scores_over=0.0 if fused_attention else tokens)
    if not checkpointed:
        return tokens * items * per_token * shape.layers / 1e9
    return tokens * items * (width * shape.hidden_size * shape.layers + per_token) / 1e9


def adapter_parameters(shape: Shape, rank: float, share: float) -> float:
    """Parameters of LoRA matrices of `rank` beside all linear layers: rank × (inputs + outputs) each.

    A `share` of all parameters where no layers are known.
    """
    if not shape.layers or not shape.hidden_size:
        return shape.parameters * share
    hidden = float(shape.hidden_size)
    queries, keys = float(shape.heads * shape.head_size or hidden), float(shape.kv_heads * shape.head_size or hidden)
    matrices = 3.0 if is_gated(shape) else 2.0
    inner = feed_forward_parameters(shape) / (matrices * hidden)
    sides = 2.0 * (hidden + queries) + 2.0 * (hidden + keys) + matrices * (hidden + inner)
    return min(rank * sides * shape.layers, 0.5 * shape.parameters)


def block_parameters(shape: Shape) -> float:
    """Parameters of one layer, all experts included: what a sharded run gathers at a time."""
    if not shape.layers:
        return shape.parameters
    return (shape.parameters - embedding_parameters(shape)) / shape.layers


def _attention_parameters(shape: Shape) -> float:
    queries = shape.heads * shape.head_size or shape.hidden_size
    keys = shape.kv_heads * shape.head_size or queries
    return 2.0 * shape.hidden_size * (queries + keys)
