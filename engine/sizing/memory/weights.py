"""Memory of a model's weights: parameters × bytes of their data type."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.sizing.data_types import bytes_per_parameter, is_quantized
from engine.sizing.shape import Shape

_TIED_BELOW: Final = 5e9
_TIED_VOCABULARY: Final = 250_000
HALF_PRECISION_BYTES: Final = 2.0
"""Bytes of a parameter that stays in 16 bits where the rest is quantized."""


class WeightsMemory(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The weights of one copy, and what their size follows from."""

    parameters: float
    """All of them; all experts are held."""
    bytes_each: float
    precision: str = ""
    """The data type; empty where it is trained, and copies in other types stand beside it."""
    half_precision_parameters: float = 0.0
    """Those of the embedding and the output layer, where the rest is quantized."""

    @property
    def gb(self) -> float:
        """GB of 10^9 bytes."""
        in_precision = self.parameters - self.half_precision_parameters
        return (in_precision * self.bytes_each + self.half_precision_parameters * HALF_PRECISION_BYTES) / 1e9


def embedding_matrices(shape: Shape) -> int:
    """How many matrices of vocabulary × hidden size a model has: 1 where input and output share theirs.

    Where only numbers are known, small models (below 5 B) and those with a vocabulary of 250,000 and more (Gemma, BLOOM, mT5) share
    theirs. Encoders have no output matrix.
    """
    if shape.kind != "language-model":
        return 1
    return 1 if shape.parameters < _TIED_BELOW or shape.vocabulary >= _TIED_VOCABULARY else 2


def embedding_parameters(shape: Shape) -> float:
    """Parameters of the embedding and the output layer."""
    return min(float(embedding_matrices(shape) * shape.vocabulary * shape.hidden_size), 0.8 * shape.parameters)


def weights_memory(shape: Shape, precision: str) -> WeightsMemory:
    """The weights of one copy. Embedding and output layer stay in 16 bits where the rest is quantized."""
    return WeightsMemory(
        parameters=shape.parameters,
        precision=precision,
        bytes_each=bytes_per_parameter(precision),
        half_precision_parameters=embedding_parameters(shape) if is_quantized(precision) else 0.0,
    )


def weights_gb(shape: Shape, precision: str) -> float:
    """Weights of one copy, GB."""
    return weights_memory(shape, precision).gb
