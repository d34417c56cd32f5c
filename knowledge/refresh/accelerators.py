"""The accelerators of an instance type: from the names of the EC2 API to the ids of the knowledge base.

Which name stands for which device, and where the API's answer is put right, is in `inputs/accelerators.csv` and
`inputs/untold_devices.csv`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from knowledge.errors import InputError
from knowledge.refresh.build_inputs import read_input

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


@dataclass(frozen=True, slots=True)
class _NameMeaning:
    """A device that a name of the API may stand for."""

    accelerator: str
    told_mib: int | None
    """Memory that the API reports for this device, if one name covers two devices."""
    documented_mib: int | None
    """Memory of one device, if the API's figure is wrong."""
    whole_mib: int | None
    """Memory of a whole device, if types have a part of one; the API reports a count of 0 for them."""


def read_devices(item: Mapping[str, Any]) -> Devices | None:
    """The devices of an item of DescribeInstanceTypes; None if it has none.

    Raises UnknownAcceleratorError for a device without an id, so that no such type passes for one without accelerators.
    """
    for info, entries in _LISTS:
        for device in item.get(info, {}).get(entries, ()):
            return identify_devices(device["Name"], device["Count"], device.get("MemoryInfo", {}).get("SizeInMiB"))
    return _unlisted_devices().get(item["InstanceType"])


def identify_devices(name: str, count: float, memory_mib: int | None) -> Devices:
    """The devices that the API calls `name`, in any letter case. Raises UnknownAcceleratorError if the base has no entry for them."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    meant = next((one for one in _names_by_slug().get(slug, ()) if one.told_mib in (None, memory_mib)), None)
    if meant is None:
        size = "" if memory_mib is None else f" of {memory_mib} MiB"
        raise UnknownAcceleratorError(f"accelerator: the knowledge base has no entry for {name}{size}.")
    memory = meant.documented_mib or memory_mib
    if not count and memory and meant.whole_mib:
        return Devices(meant.accelerator, round(memory / meant.whole_mib, 3), memory)
    return Devices(meant.accelerator, float(count), memory)


@cache
def _names_by_slug() -> dict[str, list[_NameMeaning]]:
    """Name in the API, in lower case with hyphens -> devices it may stand for."""
    found: dict[str, list[_NameMeaning]] = {}
    for line in read_input("accelerators.csv"):
        sizes = (int(line[column]) if line[column] else None for column in ("told_mib", "documented_mib", "whole_mib"))
        found.setdefault(line["name"], []).append(_NameMeaning(line["accelerator"], *sizes))
    return found


@cache
def _unlisted_devices() -> dict[str, Devices]:
    """Instance type -> devices that the API does not list."""
    return {
        line["instance_type"]: Devices(line["accelerator"], float(line["accelerator_count"]), int(line["accelerator_memory_mib"]))
        for line in read_input("untold_devices.csv")
    }
