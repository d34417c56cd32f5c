"""Devices and models for the tests of memory."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.sizing.device import Device, accelerator_device
from engine.sizing.shape import Shape, model_shape
from knowledge import Knowledge

TOLERANCE = 0.15
MODELS = ("llama-2-7b", "llama-3-8b", "llama-3-70b", "mixtral-8x7b", "deepseek-r1-671b", "gpt-oss-20b", "bert-base", "resnet-50")


def bare_accelerators(knowledge: Knowledge, accelerator: str, count: float = 8.0) -> Device:
    """Some of an accelerator, on their own."""
    found = accelerator_device(knowledge.accelerators[accelerator], count)
    assert found is not None
    return found


def cpu_host(memory_gb: float) -> Device:
    """A host of 16 cores."""
    return Device(
        processor="cpu",
        name="host",
        count=16.0,
        peak_gflops={"fp32": 83.0},
        bandwidth_gb=10.0,
        memory_gb=memory_gb,
        linked=True,
        sources=(),
    )


def case_shape(knowledge: Knowledge, case: dict[str, Any]) -> Shape:
    """The model of a case."""
    return model_shape(knowledge.models[case["model"]]) if "model" in case else msgspec.convert(case["shape"], Shape, strict=False)
