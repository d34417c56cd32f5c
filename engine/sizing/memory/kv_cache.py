"""Memory of the KV cache: keys and values that a language model keeps of every token it has seen."""

from __future__ import annotations

import math
from typing import Final

from engine.sizing.shape import Shape

KV_CACHE_BYTES: Final = 2.0
"""Bytes of one element: servers keep the cache in 16 bits, whatever the data type of the weights."""


def kv_cache_elements(shape: Shape, tokens: float) -> float:
    """Elements that a sequence of `tokens` takes in all layers: 2 × KV heads × head size a token and layer.

    Latent attention (DeepSeek) caches one vector of its rank instead. Layers with a sliding window keep no more tokens than it has, and
    those with a state of fixed size keep none.
    """
    per_layer = float(shape.latent_rank or 2 * shape.kv_heads * shape.head_size)
    windowed = shape.windowed_layers if shape.window_tokens else 0
    return per_layer * ((shape.layers - shape.stateful_layers - windowed) * tokens + windowed * min(tokens, shape.window_tokens))


def kv_cache_gb(shape: Shape, tokens: float, element_bytes: float = KV_CACHE_BYTES, tensor_parallel: int = 1) -> float:
    """KV cache of one sequence of `tokens` on each of `tensor_parallel` devices, GB.

    Devices share the KV heads. Where they are more than the heads, heads are copied, so that a device never holds less than one.
    The vector of latent attention is needed by all heads, hence copied to every device.
    """
    is_split = tensor_parallel > 1 and not shape.latent_rank and shape.kv_heads > 0
    share = math.ceil(shape.kv_heads / tensor_parallel) / shape.kv_heads if is_split else 1.0
    return kv_cache_elements(shape, tokens) * element_bytes * share / 1e9
