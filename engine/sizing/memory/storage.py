"""Bytes that weights take: by data type, with the scales of quantized ones and the matrices that stay in 16 bits."""

from __future__ import annotations

from typing import Final

from engine.sizing.device import Device
from engine.sizing.shape import Shape
from knowledge.errors import InputError, shown, suggestion
from knowledge.schema.processor import NEURON

GROUP: Final = 128
"""Weights that share a scale and a zero point in GPTQ and AWQ, as nearly all published checkpoints have it."""

BYTES: Final[dict[str, float]] = {
    "fp32": 4.0,
    "tf32": 4.0,
    "bf16": 2.0,
    "fp16": 2.0,
    "fp8": 1.0,
    "int8": 1.0,
    "int4": 0.5,
    "fp4": 0.5,
}
"""Data type -> bytes of a number, without the scales that packed weights come with."""

BYTES_STORED: Final[dict[str, float]] = {
    **BYTES,
    "int4": BYTES["int4"] + (16 + 4) / 8 / GROUP,
    "fp4": BYTES["fp4"] + 1 / 32,
    "nf4": 0.5 + 4 / 64,
}
"""Data type -> bytes per quantized parameter.

fp32, tf32 and the 16-bit types: their width. fp8, int8: one byte; a scale per row is too small to count.
int4 (GPTQ, AWQ): a 16-bit scale and a 4-bit zero point for 128 weights, 4.16 bits in all (source multigrid-group-size).
fp4: the 8-bit scale for 32 weights of MXFP4, 4.25 bits; NVFP4 has one for 16, 4.5 bits.
nf4 (bitsandbytes, QLoRA): an fp32 scale for 64 weights, 4.5 bits; double quantization makes it 4.13 (source manning-quantization).
"""

_QUANTIZED: Final = frozenset({"fp8", "int8", "int4", "fp4", "nf4"})
_SIXTEEN_BITS: Final = 2.0
_TIED_BELOW: Final = 5e9
_TIED_VOCABULARY: Final = 250_000


def stored_as(device: Device, precision: str) -> str:
    """The data type that weights are kept in there.

    Neuron devices keep 16 bits unless 8 are asked for: fp32 is cast, and there is no 4-bit type.
    """
    if device.processor in NEURON and precision not in {"int8", "fp8", "fp16"}:
        return "bf16"
    return precision


def bytes_stored(precision: str) -> float:
    """Bytes per parameter; a name that is none of ours is an error that says which is nearest."""
    size = BYTES_STORED.get(precision)
    if size is None:
        raise InputError(f"precision: {shown(precision)} is not one of {', '.join(BYTES_STORED)}.{suggestion(precision, BYTES_STORED)}")
    return size


def is_quantized(precision: str) -> bool:
    """Whether weights of that type are narrower than what is computed, so that some matrices stay in 16 bits."""
    return precision in _QUANTIZED


def embedding_matrices(shape: Shape) -> int:
    """How many matrices of vocabulary × hidden size a model has: 1 where input and output share theirs.

    A configuration says so; where only numbers are known, small models (below 5 B) and those with a vocabulary of 250,000 and more
    (Gemma, BLOOM, mT5) share theirs. Encoders have no output matrix.
    """
    if shape.kind != "language-model":
        return 1
    return 1 if shape.parameters < _TIED_BELOW or shape.vocabulary >= _TIED_VOCABULARY else 2


def embedding_parameters(shape: Shape) -> float:
    """Parameters of the embedding and the output layer."""
    return min(float(embedding_matrices(shape) * shape.vocabulary * shape.hidden_size), 0.8 * shape.parameters)


def weights_gb(shape: Shape, precision: str) -> float:
    """Weights of one copy, GB: parameters × bytes. Embedding and output layer stay in 16 bits where the rest is quantized.

    Mixtures of experts hold all parameters, also those of experts that a token does not meet.
    """
    size = bytes_stored(precision)
    if precision not in _QUANTIZED:
        return shape.parameters * size / 1e9
    kept = embedding_parameters(shape)
    return ((shape.parameters - kept) * size + kept * _SIXTEEN_BITS) / 1e9
