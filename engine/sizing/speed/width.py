"""In which width a device computes a model of some data type, and what a parameter takes there."""

from __future__ import annotations

from typing import Final

from engine.sizing.device import Device
from engine.sizing.memory.storage import BYTES
from knowledge.schema.efficiency import Width
from knowledge.schema.processor import NEURON

STREAMED: Final[dict[str, float]] = {**BYTES, "int4": 0.56, "fp4": 0.56}
"""Bytes read per parameter; 4-bit weights come with a scale of 8 to 16 bits per 16 to 128 of them, and some layers stay in 16 bits."""

_WIDE: Final = ("bf16", "fp16", "fp32")


def width_of(device: Device, precision: str) -> Width:
    """The width in which `device` computes weights of `precision`."""
    if precision in ("fp32", "tf32"):
        return "32"
    if precision in ("fp8", "int8"):
        return "8" if precision in device.peak_gflops and device.processor not in NEURON else "weights-8"
    if precision in ("int4", "fp4"):
        return "4" if precision == "fp4" and "fp4" in device.peak_gflops else "weights-4"
    return "16"


def peak_gflops(device: Device, precision: str) -> float:
    """Dense peak of one device for weights of `precision`, GFLOPS: that of the width it computes in; 0 where it has none."""
    width = width_of(device, precision)
    if width in ("8", "4", "32") and precision in device.peak_gflops:
        return device.peak_gflops[precision]
    return next((device.peak_gflops[one] for one in _WIDE if one in device.peak_gflops), 0.0)
