"""Hardware as sizing sees it: an accelerator with its neighbours, or the cores of a host."""

from __future__ import annotations

import math
from typing import Final

from knowledge import Knowledge
from knowledge.schema.accelerator import Accelerator
from knowledge.schema.instance import GIB, Instance
from knowledge.schema.processor import ProcessorId
from knowledge.schema.record import Record

RESERVED_GIB: Final = 0.5
"""What the driver and its context take of each device."""


class Device(Record):
    """Hardware of one instance. For a CPU the devices are its physical cores."""

    processor: ProcessorId
    name: str
    count: float
    peak_gflops: dict[str, float]
    """Data type -> GFLOPS of one device."""
    bandwidth_gb: float
    """Memory bandwidth of one device, GB/s."""
    memory_gb: float
    """Usable memory of one device; for a CPU the host's memory."""
    linked: bool
    """True where devices reach each other past PCIe."""
    sources: tuple[str, ...]
    id: str = ""
    """Of the accelerator or of the core."""
    link_gb: float = 0.0
    """Link of one device in one direction, GB/s; 0 where nothing is known."""
    cores: int = 1
    """NeuronCores of a device, each of which runs a copy of a model; 1 for all else."""


def instance_device(instance: Instance, knowledge: Knowledge) -> Device | None:
    """The device of an instance type, or None where too little is known of it."""
    if instance.accelerator is not None:
        share = min(instance.accelerator_count, 1.0)
        accelerator = knowledge.accelerators[instance.accelerator]
        return accelerator_device(accelerator, instance.accelerator_count, share, instance.accelerator_memory_mib)
    family = knowledge.families.get(instance.family)
    if family is None or family.core is None:
        return None
    memory_gb = instance.memory_gb * knowledge.weights["memory"].thresholds["host_share"]
    return host_device(family.core, float(instance.physical_cores), knowledge, memory_gb)


def accelerator_device(accelerator: Accelerator, count: float, share: float = 1.0, mib: float | None = None) -> Device | None:
    """`count` accelerators without an instance; `share` below 1 is a part of one, `mib` the memory of each where it is known better."""
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


def host_device(core_id: str, cores: float, knowledge: Knowledge, memory_gb: float = 0.0) -> Device:
    """A host of `cores` physical cores with `memory_gb` of memory (0 for as much as is needed)."""
    core = knowledge.cores[core_id]
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
