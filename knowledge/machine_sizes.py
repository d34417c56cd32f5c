"""Reads the size of a machine that somebody looks for: "instance with 80gb gpu", "8 gpu instance", "1 TB of RAM", "100 Gbps"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.schema.instance import MIB_PER_GB, Instance

_LOOKS: Final = re.compile(r"\b(?:instances?|machines?|ec2|servers?|types?|vms?|nodes?)\b")
"""Without such a word a size is that of something else."""
_SIZE: Final = r"(?P<size>\d{1,5}(?:\.\d)?)\s?(?P<unit>gi?b|ti?b|tb)\b"
_LATE_SIZE: Final = _SIZE.replace("?P<", "?P<late_")
_OF: Final = r"\s*(?:of\s+|with\s+|\+\s*)?"
_GPU_MEMORY: Final = r"(?:gpus?(?:\s+(?:memory|ram|mem))?|vrams?|video memory|device memory|accelerator memory)"
_READERS: Final = (
    ("gpu_gb", re.compile(rf"\b{_SIZE}{_OF}{_GPU_MEMORY}\b|\b{_GPU_MEMORY}\s*(?:with|of|over|at least)?\s*{_LATE_SIZE}")),
    ("ram_gib", re.compile(rf"\b{_SIZE}{_OF}(?:ram|memory|host memory|main memory)\b")),
    ("gpus", re.compile(r"\b(?P<size>\d{1,2})\s?x?\s?-?(?:gpus?|accelerators|h100s?|a100s?)\b")),
    ("vcpus", re.compile(r"\b(?P<size>\d{1,3})\s?-?(?:vcpus?|cpus?|cores)\b")),
    ("gbps", re.compile(r"\b(?P<size>\d{2,4})\s?(?:gbps|gbit(?:/s)?|gigabit|gb/s)\b")),
)
_NEARLY: Final = 0.93
"""Devices sold as 24 GB have a little less, and hosts sold as 1 TB too."""
_GB_PER_TB: Final = 1024


class MachineSize(NamedTuple):
    """The least that is asked for; 0 for what is not asked."""

    gpu_gb: float = 0
    """Memory of one device, GB."""
    ram_gib: float = 0
    gpus: float = 0
    vcpus: float = 0
    gbps: float = 0


def read_machine_size(text: str) -> MachineSize | None:
    """What is asked of a machine; None where the text looks for none, or names no size."""
    text = text.lower()
    if not _LOOKS.search(text):
        return None
    found: dict[str, float] = {}
    for field, pattern in _READERS:
        if match := pattern.search(text):
            parts = match.groupdict()
            unit = parts.get("unit") or parts.get("late_unit") or ""
            found[field] = float(parts.get("size") or parts.get("late_size") or 0) * (_GB_PER_TB if unit.startswith("t") else 1)
            text = text[: match.start()] + " " + text[match.end() :]
    return MachineSize(**found) if found else None


def types_of_size(size: MachineSize, knowledge: Knowledge) -> list[Instance]:
    """The types that have all of it. Where GPUs or their memory are asked for, types with GPUs alone."""
    wants_gpu = bool(size.gpu_gb or size.gpus)
    gpus = {identity for identity, one in knowledge.accelerators.items() if one.processor == "gpu"}
    return [one for one in knowledge.instances.values() if _has(one, size) and (one.accelerator in gpus or not wants_gpu)]


def _has(one: Instance, size: MachineSize) -> bool:
    device_gb = (one.accelerator_memory_mib or 0) / MIB_PER_GB
    return (
        device_gb >= size.gpu_gb * _NEARLY
        and one.memory_gib >= size.ram_gib * _NEARLY
        and one.accelerator_count >= size.gpus
        and one.vcpu >= size.vcpus
        and (one.network_gbps or 0) >= size.gbps
    )
