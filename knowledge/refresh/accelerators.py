"""The accelerators of an instance type: from the names of the EC2 API to the ids of the knowledge base."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from knowledge.errors import InputError

_IDS: Final = {
    **{name: name for name in ("t4", "t4g", "a10g", "h100", "h200", "b200", "b300", "gb200", "l4", "l40s", "radeon-pro-v520")},
    "rtx-pro-4500": "rtx-pro-4500",
    "rtx-pro-server-6000": "rtx-pro-6000",
    "inferentia": "inferentia1",
    "inferentia2": "inferentia2",
    "trainium": "trainium1",
    "trainium2": "trainium2",
    "trainium3": "trainium3",
    "gaudi-hl-205": "gaudi-hl-205",
    "qualcomm-ai100": "cloud-ai-100",
}
"""Name in the API, in lower case with hyphens -> id."""

_BY_MEMORY: Final = {"v100": ((16384, "v100-16gb"), (32768, "v100-32gb")), "a100": ((40960, "a100-40gb"), (81920, "a100-80gb"))}
"""Name in the API -> (device memory in MiB, id), where one name covers two devices."""

_DOCUMENTED_MIB: Final = {"trainium2": 98304}
"""Memory of one device where the API's figure is wrong: it gives 524,288 MiB for a Trainium2 chip of 96 GiB."""

_WHOLE_MIB: Final = {"l4": 22888}
"""Memory of a whole device of which types hold a part; the API counts 0 of them."""

_LISTS: Final = (
    ("GpuInfo", "Gpus"),
    ("NeuronInfo", "NeuronDevices"),
    ("InferenceAcceleratorInfo", "Accelerators"),
)
"""Where DescribeInstanceTypes keeps devices; FPGAs and media accelerators are left out on purpose."""


class UnknownAcceleratorError(InputError):
    """A device that the knowledge base has no entry for."""


@dataclass(frozen=True, slots=True)
class Devices:
    """The accelerators of one instance."""

    accelerator: str
    count: float
    """Below 1 for a part of one."""
    memory_mib: int | None
    """Memory of each, or of the part, in MiB."""


_UNSAID: Final = {"trn2u.48xlarge": Devices("trainium2", 16.0, 98304)}
"""Devices that the API does not tell: its item for a member of a Trn2 UltraServer is that of Trn2 without the chips."""


def devices(item: Mapping[str, Any]) -> Devices | None:
    """The devices of an item of DescribeInstanceTypes; None where it has none.

    Raises UnknownAcceleratorError for a device without an id, so that no such type passes for one without accelerators.
    """
    for info, entries in _LISTS:
        for device in item.get(info, {}).get(entries, ()):
            return identified(device["Name"], device["Count"], device.get("MemoryInfo", {}).get("SizeInMiB"))
    return _UNSAID.get(item["InstanceType"])


def identified(name: str, count: float, memory_mib: int | None) -> Devices:
    """The devices that the API calls `name`. Raises UnknownAcceleratorError where the base has no entry for it."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    accelerator = _IDS.get(slug) or _by_memory(_BY_MEMORY.get(slug, ()), memory_mib)
    if accelerator is None:
        size = "" if memory_mib is None else f" of {memory_mib} MiB"
        raise UnknownAcceleratorError(f"accelerator: the knowledge base has no entry for {name}{size}.")
    memory = _DOCUMENTED_MIB.get(accelerator, memory_mib)
    if not count and memory and accelerator in _WHOLE_MIB:
        return Devices(accelerator, round(memory / _WHOLE_MIB[accelerator], 3), memory)
    return Devices(accelerator, float(count), memory)


def _by_memory(sizes: Iterable[tuple[int, str]], memory_mib: int | None) -> str | None:
    return next((identity for size, identity in sizes if size == memory_mib), None)
