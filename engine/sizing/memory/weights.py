"""Memory of a model's weights: parameters × bytes of their data type."""

from __future__ import annotations

from typing import Final

from engine.sizing.data_types import bytes_per_parameter, is_quantized
from engine.sizing.shape import Shape

_TIED_BELOW: Final = 5e9
_TIED_VOCABULARY: Final = 250_000


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


def weights_gb(shape: Shape, precision: str) -> float:
    """Weights of one copy, GB. Embedding and output layer stay in 16 bits where the rest is quantized; all experts are held."""
    size = bytes_per_parameter(precision)
    if not is_quantized(precision):
        return shape.parameters * size / 1e9
    unquantized = embedding_parameters(shape)
    return ((shape.parameters - unquantized) * size + unquantized * 2.0) / 1e9
