"""Data types of weights: the bytes they take, and which of them a device stores and computes in."""

from __future__ import annotations

from typing import Final

from engine.sizing.device import Device
from knowledge.errors import InputError, quote_value, suggest_name
from knowledge.schema.accelerator import Precision
from knowledge.schema.efficiency import Width
from knowledge.schema.processor import NEURON

QUANTIZATION_GROUP: Final = 128
"""Weights that share a scale and a zero point in GPTQ and AWQ, as nearly all published checkpoints have it."""
BYTES_PER_NUMBER: Final[dict[str, float]] = {
    "fp32": 4.0,
    "tf32": 4.0,
    "bf16": 2.0,
    "fp16": 2.0,
    "fp8": 1.0,
    "int8": 1.0,
    "int4": 0.5,
    "fp4": 0.5,
}
"""Data type -> bytes of a number, without the scales of quantized weights."""
BYTES_PER_PARAMETER: Final[dict[str, float]] = {
    **BYTES_PER_NUMBER,
    "int4": BYTES_PER_NUMBER["int4"] + (16 + 4) / 8 / QUANTIZATION_GROUP,
    "fp4": BYTES_PER_NUMBER["fp4"] + 1 / 32,
    "nf4": 0.5 + 4 / 64,
}
"""Data type -> bytes of a stored parameter, with its share of the scales.

fp8, int8: a scale per row is too small to count. int4 (GPTQ, AWQ): a 16-bit scale and a 4-bit zero point for 128 weights, 4.16 bits
in all (source multigrid-group-size). fp4: the 8-bit scale for 32 weights of MXFP4, 4.25 bits; NVFP4 has one for 16, 4.5 bits.
nf4 (bitsandbytes, QLoRA): an fp32 scale for 64 weights, 4.5 bits; double quantization makes it 4.13 (source manning-quantization).
"""
STREAMED_BYTES: Final[dict[str, float]] = {**BYTES_PER_NUMBER, "int4": 0.56, "fp4": 0.56}
"""Data type -> bytes read per parameter. 4-bit weights: scales of 8 to 16 bits for 16 to 128 of them, and some layers in 16 bits."""

_QUANTIZED: Final = frozenset({"fp8", "int8", "int4", "fp4", "nf4"})
_SIXTEEN_BITS: Final = ("bf16", "fp16")
_UNPACKED: Final = (*_SIXTEEN_BITS, "fp32")
_PREFERRED: Final[dict[str, tuple[Precision, ...]]] = {
    "cpu": ("fp32",),
    "gpu": ("bf16", "fp16", "fp32"),
    "inferentia": ("bf16", "fp16"),
    "trainium": ("bf16",),
    "other": ("bf16", "fp16", "fp32"),
}
"""Processor -> the data types that plain frameworks compute in, the usual one first."""


def is_quantized(precision: str) -> bool:
    """True for data types narrower than those that are computed in: some matrices then stay in 16 bits."""
    return precision in _QUANTIZED


def bytes_per_parameter(precision: str) -> float:
    """Bytes of a stored parameter. Raises InputError with the nearest name for an unknown data type."""
    size = BYTES_PER_PARAMETER.get(precision)
    if size is None:
        names = ", ".join(BYTES_PER_PARAMETER)
        raise InputError(f"precision: {quote_value(precision)} is not one of {names}.{suggest_name(precision, BYTES_PER_PARAMETER)}")
    return size


def tensor_bytes(precision: str) -> float:
    """Bytes of an activation or a KV cache element beside weights of that data type: 4 in fp32, else 2."""
    return 4.0 if precision in {"fp32", "tf32"} else 2.0


def stored_precision(device: Device, precision: str) -> str:
    """The data type in which the device holds weights: Neuron devices cast fp32 to bf16 and have no 4-bit type."""
    if device.processor in NEURON and precision not in {"int8", "fp8", "fp16"}:
        return "bf16"
    return precision


def supported_precision(device: Device, wanted: str | None) -> str | None:
    """The wanted data type, or the usual one of the device; None where the device lacks the wanted one.

    Weights of 4 bits are accepted wherever they can be unpacked into 16.
    """
    if wanted is None:
        return next((precision for precision in _PREFERRED[device.processor] if precision in device.peak_gflops), None)
    is_unpacked = wanted in ("int4", "fp4") and any(precision in device.peak_gflops for precision in _SIXTEEN_BITS)
    return wanted if wanted in device.peak_gflops or is_unpacked else None


def unpacks_to_16_bits(device: Device, wanted: str | None) -> bool:
    """True where servers for language models unpack 8-bit weights into 16 bits because the device cannot multiply them."""
    return wanted in ("fp8", "int8") and device.processor == "gpu" and "bf16" in device.peak_gflops


def narrowest_precision(device: Device, *, generates: bool) -> str | None:
    """The narrowest usual quantization: 4 bits for language models on GPUs, else 8 bits where the device computes in them."""
    if generates:
        return "int4" if device.processor == "gpu" else None
    return "int8" if device.processor in ("cpu", "gpu") and "int8" in device.peak_gflops else None


def compute_width(device: Device, precision: str) -> Width:
    """The width in which `device` computes weights of `precision`."""
    if precision in ("fp32", "tf32"):
        return "32"
    if precision in ("fp8", "int8"):
        return "8" if precision in device.peak_gflops and device.processor not in NEURON else "weights-8"
    if precision in ("int4", "fp4"):
        return "4" if precision == "fp4" and "fp4" in device.peak_gflops else "weights-4"
    return "16"


def peak_gflops(device: Device, precision: str) -> float:
    """Dense peak of one device in the width it computes weights of `precision` in, GFLOPS; 0 where it has none."""
    width = compute_width(device, precision)
    if width in ("8", "4", "32") and precision in device.peak_gflops:
        return device.peak_gflops[precision]
    return next((device.peak_gflops[wide] for wide in _UNPACKED if wide in device.peak_gflops), 0.0)
