"""The memory footprint of a workload: its needs put to the memory model."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from engine.advice import MemoryNeeds
from engine.sizing.device import Device
from engine.sizing.estimate_records import Memory, Method, Run
from engine.sizing.memory.device_memory import DeviceMemory, fit_verdict
from engine.sizing.memory.rates import MemoryRates
from engine.sizing.memory.serving_memory import max_sequences, serving_memory_by_part
from engine.sizing.memory.training_memory import complete_recipe, training_memory_by_part
from engine.sizing.needs import Needs
from engine.sizing.shape import Shape
from engine.workload import Workload

UNLIMITED_DEVICE: Final = Device(
    processor="gpu", name="any device", count=1, peak_gflops={"fp16": 1.0}, bandwidth_gb=1, memory_gb=math.inf, linked=True, sources=()
)
"""Stands in where no hardware is chosen: everything fits."""


class TableMemory(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Host memory of a classic algorithm while it trains or scores in one piece, GB, and what it follows from."""

    data: float
    working_set_factor: float
    """Memory of the data at work over its size."""
    library: float
    """The library with its interpreter."""

    @property
    def working(self) -> float:
        """The data at work."""
        return self.data * self.working_set_factor

    @property
    def total(self) -> float:
        """The sum of both."""
        return self.working + self.library


def serving_footprint(
    needs: Needs, device: Device, precision: str, rates: MemoryRates, *, devices: float = 1, sequences: float = 1
) -> Memory:
    """Memory of one copy over `devices` that answers `sequences` requests at once. The needs are those of a model with a shape."""
    return serving_footprint_by_part(needs, device, precision, rates, devices=devices, sequences=sequences).across_devices(device, rates)


def serving_footprint_by_part(
    needs: Needs, device: Device, precision: str, rates: MemoryRates, *, devices: float = 1, sequences: float = 1.0
) -> DeviceMemory:
    """Memory of each of the `devices` of that copy."""
    return serving_memory_by_part(
        _required_shape(needs),
        device,
        precision,
        rates,
        tensor_parallel=int(devices) if needs.kind == "language-model" else 1,
        tokens=needs.input_tokens + needs.output_tokens,
        sequences=sequences,
        prompt_tokens=needs.input_tokens,
    )


def max_concurrent_requests(needs: Needs, device: Device, precision: str, rates: MemoryRates, *, devices: float, share: float) -> int:
    """Requests whose KV cache fits beside the weights, in `share` of what is usable; at least one."""
    tokens = needs.input_tokens + needs.output_tokens
    return max(1, max_sequences(_required_shape(needs), device, precision, rates, tensor_parallel=int(devices), tokens=tokens, share=share))


def training_footprint(needs: Needs, device: Device, workload: Workload, rates: MemoryRates, *, devices: float) -> Memory:
    """Memory of a training run over `devices` that share its states."""
    return training_footprint_by_part(needs, device, workload, rates, devices=devices).across_devices(device, rates)


def training_footprint_by_part(needs: Needs, device: Device, workload: Workload, rates: MemoryRates, *, devices: float) -> DeviceMemory:
    """Memory of each of the `devices` of that run.

    A run with adapters that would not fit computes its activations again, as its people would let it.
    """
    shape = _required_shape(needs)
    run = Run(
        stage="training",
        precision=workload.precision,
        method=fine_tuning_method(workload),
        batch=int(workload.batch_size) if workload.batch_size else None,
    )
    recipe = complete_recipe(run, shape, device, rates, devices=int(devices), tokens=needs.input_tokens or None)
    memory = training_memory_by_part(shape, device, recipe, rates)
    if run.method == "full" or recipe.checkpointed or fit_verdict(memory.total, device.memory_gb, rates) != "does-not-fit":
        return memory
    return training_memory_by_part(shape, device, msgspec.structs.replace(recipe, checkpointed=True), rates)


def table_memory(needs: Needs) -> TableMemory:
    """Host memory of a classic algorithm: its data × its working set, and the library."""
    return TableMemory(data=needs.dataset_gb, working_set_factor=needs.working_set_factor, library=needs.library_gb)


def classic_footprint(needs: Needs) -> MemoryNeeds:
    """Host memory of a classic algorithm, as the parts of memory that models have, GB."""
    memory = table_memory(needs)
    return MemoryNeeds(activations=memory.working, overhead=memory.library, total=memory.total)


def fine_tuning_method(workload: Workload) -> Method:
    """The fine-tuning method; full where none is stated."""
    return workload.fine_tuning_method or "full"


def _required_shape(needs: Needs) -> Shape:
    if needs.shape is None:
        raise ValueError(f"{needs.name} has no shape: only models do.")
    return needs.shape
