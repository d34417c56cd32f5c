"""Memory of the KV cache: keys and values that a language model keeps of every token it has seen."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from engine.sizing.shape import Shape

KV_CACHE_BYTES: Final = 2.0
"""Bytes of one element: servers keep the cache in 16 bits, whatever the data type of the weights."""


class CacheMemory(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The KV cache of sequences of one length, and what its size follows from."""

    tokens: float
    """Of one sequence."""
    elements: float
    """Of one sequence, in all layers."""
    element_bytes: float
    device_share: float
    """Share of the elements that each device holds."""
    devices: float
    sequences: float

    @property
    def gb_per_device(self) -> float:
        """GB on each device."""
        return self.elements * self.element_bytes * self.device_share / 1e9 * self.sequences

    @property
    def gb(self) -> float:
        """GB on all devices."""
        return self.gb_per_device * self.devices

    @property
    def bytes_per_token(self) -> float:
        """Bytes on all devices for a token of each sequence: the mean, where some layers keep no more tokens than their window."""
        return self.gb * 1e9 / self.tokens


def kv_cache_elements(shape: Shape, tokens: float) -> float:
    """Elements that a sequence of `tokens` takes in all layers: 2 × KV heads × head size a token and layer.

    Latent attention (DeepSeek) caches one vector of its rank instead. Layers with a sliding window keep no more tokens than it has, and
    those with a state of fixed size keep none.
    """
    per_layer = float(shape.latent_rank or 2 * shape.kv_heads * shape.head_size)
    windowed = shape.windowed_layers if shape.window_tokens else 0
    return per_layer * ((shape.layers - shape.stateful_layers - windowed) * tokens + windowed * min(tokens, shape.window_tokens))


def kv_cache_memory(
    shape: Shape, tokens: float, element_bytes: float = KV_CACHE_BYTES, tensor_parallel: int = 1, sequences: float = 1.0
) -> CacheMemory:
    """The KV cache of `sequences` of `tokens` each on `tensor_parallel` devices.

    Devices share the KV heads. Where they are more than the heads, heads are copied, so that a device never holds less than one.
    The vector of latent attention is needed by all heads, hence copied to every device.
    """
    is_split = tensor_parallel > 1 and not shape.latent_rank and shape.kv_heads > 0
    return CacheMemory(
        tokens=tokens,
        elements=kv_cache_elements(shape, tokens),
        element_bytes=element_bytes,
        device_share=math.ceil(shape.kv_heads / tensor_parallel) / shape.kv_heads if is_split else 1.0,
        devices=tensor_parallel,
        sequences=sequences,
    )


def kv_cache_gb(shape: Shape, tokens: float, element_bytes: float = KV_CACHE_BYTES, tensor_parallel: int = 1) -> float:
    """KV cache of one sequence of `tokens` on each of `tensor_parallel` devices, GB."""
    return kv_cache_memory(shape, tokens, element_bytes, tensor_parallel).gb_per_device
