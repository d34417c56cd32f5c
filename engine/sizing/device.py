"""A piece of hardware as sizing sees it: an accelerator with its neighbours, or the cores of a host."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge
from knowledge.schema.accelerator import Precision
from knowledge.schema.instance import Instance
from knowledge.schema.processor import ProcessorId
from knowledge.schema.record import Record

GIB: Final = 1.073741824
RESERVED_GIB: Final = 0.5
"""What the driver and its context take of each device."""

_PREFERRED: Final[dict[str, tuple[Precision, ...]]] = {
    "cpu": ("fp32",),
    "gpu": ("bf16", "fp16", "fp32"),
    "inferentia": ("bf16", "fp16"),
    "trainium": ("bf16",),
    "other": ("bf16", "fp16", "fp32"),
}
"""What is computed in where nobody names a precision."""


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


def device_of(instance: Instance, knowledge: Knowledge) -> Device | None:
    """The device of an instance type, or None where too little is known of it."""
    if instance.accelerator is not None:
        return _accelerated(instance, knowledge)
    family = knowledge.families.get(instance.family)
    return _host(instance, family.core, knowledge) if family and family.core else None


def _accelerated(instance: Instance, knowledge: Knowledge) -> Device | None:
    accelerator = knowledge.accelerators[instance.accelerator or ""]
    share = min(instance.accelerator_count, 1.0)
    mib = instance.accelerator_memory_mib or accelerator.memory_mib.value * share
    if not accelerator.peak_tflops or not share:
        return None
    return Device(
        processor=accelerator.processor,
        name=accelerator.name,
        count=max(instance.accelerator_count, 1.0),
        peak_gflops={precision: fact.value * 1000 * share for precision, fact in accelerator.peak_tflops.items()},
        bandwidth_gb=accelerator.bandwidth_gb_per_second.value * share,
        memory_gb=(mib / 1024 - RESERVED_GIB) * GIB,
        linked=accelerator.link.peer_to_peer,
        sources=accelerator.sources,
    )


def _host(instance: Instance, core_id: str, knowledge: Knowledge) -> Device:
    core = knowledge.cores[core_id]
    sharing = core.cores_per_socket.value if core.cores_per_socket else 32
    socket = core.socket_bandwidth_gb_per_second.value if core.socket_bandwidth_gb_per_second else 100.0
    return Device(
        processor="cpu",
        name=core.name,
        count=float(instance.physical_cores),
        peak_gflops={precision: fact.value for precision, fact in core.peak_gflops.items()},
        bandwidth_gb=socket / sharing,
        memory_gb=instance.memory_gb * 0.9,
        linked=True,
        sources=core.sources,
    )


def precision_on(device: Device, wanted: str | None) -> str | None:
    """The data type a model computes in there; None where the device lacks the one that is wanted."""
    if wanted is not None:
        stored_only = wanted == "int4" and any(p in device.peak_gflops for p in ("bf16", "fp16"))
        return wanted if wanted in device.peak_gflops or stored_only else None
    return next((p for p in _PREFERRED[device.processor] if p in device.peak_gflops), None)


def peak_of(device: Device, precision: str) -> float:
    """GFLOPS of one device at `precision`; 4-bit weights compute in 16 bits where there is no native type."""
    for candidate in (precision, "bf16", "fp16", "fp32"):
        if candidate in device.peak_gflops:
            return device.peak_gflops[candidate]
    return 0.0
