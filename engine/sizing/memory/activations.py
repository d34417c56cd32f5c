"""Activations that a forward pass keeps for the backward pass, and the layer sizes they follow from."""

from __future__ import annotations

from typing import Final

from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.weights import embedding_parameters
from engine.sizing.shape import Shape

_SIXTEEN_BITS: Final = 2.0
_PLAIN_TOLERANCE: Final = 0.004
"""Biases and norms; the gated layers of Llama 2, cut to the same size, differ by twice as much."""


def training_activations_gb(
    shape: Shape,
    tokens: float,
    items: float,
    rates: MemoryRates,
    *,
    element_bytes: float,
    checkpointed: bool,
    compiled: bool,
    fused_attention: bool,
) -> float:
    """Activations of `items` sequences of `tokens` (or images), GB.

    Checkpointed: the input of each layer in 16 bits or more, and one whole layer while it is computed again.
    """
    if not _has_layers(shape):
        kept = items * image_activation_elements(shape, rates) * element_bytes / 1e9
        return kept * rates.image_checkpointed if checkpointed else kept
    attended = 0.0 if fused_attention else tokens
    per_token = activation_bytes_per_token(shape, rates, element_bytes=element_bytes, compiled=compiled, attended_tokens=attended)
    if not checkpointed:
        return tokens * items * per_token * shape.layers / 1e9
    return tokens * items * (element_bytes * shape.hidden_size * shape.layers + per_token) / 1e9


def activation_bytes_per_token(
    shape: Shape, rates: MemoryRates, *, element_bytes: float = _SIXTEEN_BITS, compiled: bool = False, attended_tokens: float = 0.0
) -> float:
    """Bytes that one layer keeps per token.

    Queries, keys, values, attention's result and the feed-forward tensors, plus norms, residuals and casts in proportion to the
    hidden size. With plain feed-forward layers of 4 × hidden that is 38 bytes × hidden in 16 bits; Korthikanti et al. (2022), as
    EleutherAI's Transformer Math gives them, count 34, with dropout masks in place of casts. Their attention scores, 5 bytes × heads ×
    attended tokens (9 in fp32), are kept only without a fused kernel. Gated layers keep four tensors of the feed-forward width and
    plain ones two. A compiler (`compiled`) recomputes what is cheap.
    """
    hidden, feed_forward = float(shape.hidden_size), feed_forward_parameters(shape)
    queries, keys = _projection_widths(shape)
    gated = is_gated(shape)
    matrices = 3.0 if gated else 2.0
    tensors = rates.kept_inner_gated if gated else rates.kept_inner_plain
    if compiled:
        tensors /= 2.0
    per_hidden = (rates.fused_per_hidden if compiled else rates.kept_per_hidden) + 2.0 * (element_bytes - _SIXTEEN_BITS)
    inner = feed_forward / (matrices * hidden) * tensors
    scores = shape.heads * attended_tokens * (5.0 if element_bytes == _SIXTEEN_BITS else 9.0)
    return element_bytes * (inner + 2.0 * queries + 2.0 * keys) + per_hidden * hidden + scores


def image_activation_elements(shape: Shape, rates: MemoryRates) -> float:
    """Elements that one pass over one item keeps in networks without tokens, estimated from its operations."""
    if shape.kind == "diffusion":
        return rates.diffusion_elements_per_gflop * shape.gflop_per_item / rates.diffusion_forwards
    return rates.image_elements + rates.image_elements_per_gflop * shape.gflop_per_item


def feed_forward_parameters(shape: Shape) -> float:
    """Parameters of one layer's feed-forward part that a token meets: what attention and embeddings leave of the total."""
    if not _has_layers(shape):
        return 0.0
    per_layer = (shape.active_parameters - embedding_parameters(shape)) / shape.layers
    return max(per_layer - _attention_parameters(shape), 0.0)


def is_gated(shape: Shape) -> bool:
    """True where the feed-forward layers have a gate, as those of language models do.

    Not where the parameters are exactly those of plain layers: 4 × hidden wide, hence 8 × hidden² parameters a layer, with one or two
    matrices of the vocabulary.
    """
    if shape.kind != "language-model" or not _has_layers(shape):
        return False
    plain = 8.0 * shape.hidden_size**2
    for matrices in (1, 2):
        per_layer = (shape.active_parameters - matrices * shape.vocabulary * shape.hidden_size) / shape.layers
        if abs(per_layer - _attention_parameters(shape) - plain) < _PLAIN_TOLERANCE * plain:
            return False
    return True


def lora_parameters(shape: Shape, rank: float, share: float) -> float:
    """Parameters of LoRA matrices of `rank` beside all linear layers: rank × (inputs + outputs) each.

    A `share` of all parameters where no layers are known.
    """
    if not _has_layers(shape):
        return shape.parameters * share
    hidden = float(shape.hidden_size)
    queries, keys = _projection_widths(shape)
    matrices = 3.0 if is_gated(shape) else 2.0
    inner = feed_forward_parameters(shape) / (matrices * hidden)
    sides = 2.0 * (hidden + queries) + 2.0 * (hidden + keys) + matrices * (hidden + inner)
    return min(rank * sides * shape.layers, 0.5 * shape.parameters)


def layer_parameters(shape: Shape) -> float:
    """Parameters of one layer, all experts included: what a sharded run gathers at a time."""
    if not shape.layers:
        return shape.parameters
    return (shape.parameters - embedding_parameters(shape)) / shape.layers


def _has_layers(shape: Shape) -> bool:
    return bool(shape.layers and shape.hidden_size)


def _projection_widths(shape: Shape) -> tuple[float, float]:
    """Width of the queries, and of the keys or values."""
    return float(shape.heads * shape.head_size or shape.hidden_size), float(shape.kv_heads * shape.head_size or shape.hidden_size)


def _attention_parameters(shape: Shape) -> float:
    queries = shape.heads * shape.head_size or shape.hidden_size
    keys = shape.kv_heads * shape.head_size or queries
    return 2.0 * shape.hidden_size * (queries + keys)
