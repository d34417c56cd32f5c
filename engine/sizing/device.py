"""A piece of hardware as sizing sees it: an accelerator with its neighbours, or the cores of a host."""

from __future__ import annotations

import math
from typing import Final

from knowledge import Knowledge
from knowledge.schema.accelerator import Accelerator, Precision
from knowledge.schema.instance import GIB, Instance
from knowledge.schema.processor import ProcessorId
from knowledge.schema.record import Record

RESERVED_GIB: Final = 0.5
"""What the driver and its context take of each device."""

_PREFERRED: Final[dict[str, tuple[Precision, ...]]] = {
    "cpu": ("fp32",),
    "gpu": ("bf16", "fp16", "fp32"),
    "inferentia": ("bf16", "fp16"),
    "trainium": ("bf16",),
    "other": ("bf16", "fp16", "fp32"),
}
"""What is computed in where nobody names a precision: what plain frameworks do."""


class Device(Record):
    """Hardware of one instance. For a CPU the devices are its physical cores."""

    processor: ProcessorId
    name: str
    count: float
    peak_gflops: dict[str, float]
    """Per device and precision."""
    bandwidth_gb: float
    """Per device, GB/s."""
    memory_gb: float
    """Usable, per device; for a CPU the host's memory."""
    linked: bool
    """True where devices reach each other past PCIe."""
    sources: tuple[str, ...]
    id: str = ""
    """Of the accelerator or of the core."""
    link_gb: float = 0.0
    """Per device and direction, GB/s; 0 where nothing is known."""
    cores: int = 1
    """Parts of a device that each run a copy of a model: NeuronCores; 1 for all else."""


def device_of(instance: Instance, knowledge: Knowledge) -> Device | None:
    """The device of an instance type, or None where too little is known of it."""
    if instance.accelerator is not None:
        share = min(instance.accelerator_count, 1.0)
        return bare_device(knowledge.accelerators[instance.accelerator], instance.accelerator_count, share, instance.accelerator_memory_mib)
    family = knowledge.families.get(instance.family)
    if family is None or family.core is None:
        return None
    share = knowledge.weights["memory"].thresholds["host_share"]
    return bare_host(family.core, float(instance.physical_cores), knowledge, instance.memory_gb * share)


def bare_device(accelerator: Accelerator, count: float, share: float = 1.0, mib: float | None = None) -> Device | None:
    """`count` of an accelerator on its own; `share` below 1 is a part of one, `mib` its memory where that is known better."""
    if not accelerator.peak_tflops or not share:
        return None
    link = accelerator.link
    return Device(
        processor=accelerator.processor,
        name=accelerator.name,
        count=max(count, 1.0),
        peak_gflops={precision: fact.value * 1000 * share for precision, fact in accelerator.peak_tflops.items()},
        bandwidth_gb=accelerator.bandwidth_gb_per_second.value * share,
        memory_gb=((mib or accelerator.memory_mib.value * share) / 1024 - RESERVED_GIB) * GIB,
        linked=link.peer_to_peer,
        sources=accelerator.sources,
        id=accelerator.id,
        link_gb=link.gb_per_second.value if link.gb_per_second else 0.0,
        cores=accelerator.neuron_cores.value if accelerator.neuron_cores else 1,
    )


def bare_host(identity: str, cores: float, knowledge: Knowledge, memory_gb: float = 0.0) -> Device:
    """A host of `cores` physical cores of that id with `memory_gb` of memory (0 for as much as is needed)."""
    core = knowledge.cores[identity]
    socket, sharing = core.socket_bandwidth_gb_per_second, core.cores_per_socket
    return Device(
        processor="cpu",
        name=core.name,
        count=cores,
        peak_gflops={precision: fact.value for precision, fact in core.peak_gflops.items()},
        bandwidth_gb=socket.value / sharing.value if socket and sharing else knowledge.weights["sizing"].thresholds["core_gb_per_second"],
        memory_gb=memory_gb or math.inf,
        linked=True,
        sources=core.sources,
        id=core.id,
    )


def precision_on(device: Device, wanted: str | None) -> str | None:
    """The data type a model is kept in there; None where the device lacks the one that is wanted. 4-bit weights are unpacked everywhere."""
    if wanted is not None:
        packed = wanted in ("int4", "fp4") and any(p in device.peak_gflops for p in ("bf16", "fp16"))
        return wanted if wanted in device.peak_gflops or packed else None
    return next((p for p in _PREFERRED[device.processor] if p in device.peak_gflops), None)


def unpacks(device: Device, wanted: str | None) -> bool:
    """Whether servers for language models unpack weights of that type into 16 bits there, since the device does not multiply them."""
    return wanted in ("fp8", "int8") and device.processor == "gpu" and "bf16" in device.peak_gflops


def narrowed_on(device: Device, *, generates: bool) -> str | None:
    """The narrowest usual data type where its owner allows fewer bits: 4-bit weights for language models on GPUs, else 8 bits."""
    if generates:
        return "int4" if device.processor == "gpu" else None
    return "int8" if device.processor in ("cpu", "gpu") and "int8" in device.peak_gflops else None
