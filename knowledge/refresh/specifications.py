"""Specifications: an item of the EC2 API's DescribeInstanceTypes -> a row of `instances.csv`.

The build feeds it the answers that moto recorded; the live refresh feeds it the API itself.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from knowledge.refresh.accelerators import read_devices
from knowledge.refresh.type_names import split_name

Row = dict[str, object]
"""Column of a table -> value, as `write_table` takes it."""

_ARCHITECTURES: Final = (("x86_64", "x86_64"), ("x86_64_mac", "x86_64"), ("arm64", "arm64"), ("arm64_mac", "arm64"), ("i386", "i386"))
"""Architecture in the API -> in the catalogue, the preferred first."""

_WHOLE_CORES_ON_AMD: Final = 7
"""The generation from which a vCPU of an AMD host is a whole core."""

_ADVERTISED = re.compile(r"(?:(\d+)x )?([\d.]+) Gigabit")


def specification_row(item: Mapping[str, Any], *, source: str, as_of: dt.date) -> Row:
    """The row of one item of DescribeInstanceTypes, read from `source` on `as_of`.

    Its status is `current` or `previous`, by the API's flag; `capacity-only` and `retired` need more than the item.
    Raises UnknownAcceleratorError for a device without an id, KeyError where the item lacks vCPUs or memory.
    """
    name = split_name(item["InstanceType"])
    found = read_devices(item)
    return {
        "instance_type": item["InstanceType"],
        "family": name.family,
        "size": name.size,
        "generation": name.generation,
        "status": "current" if item.get("CurrentGeneration", True) else "previous",
        **_processor_columns(item),
        "memory_gib": item["MemoryInfo"]["SizeInMiB"] / 1024,
        "accelerator": found.accelerator if found else None,
        "accelerator_count": found.count if found else 0.0,
        "accelerator_memory_mib": found.memory_mib if found else None,
        "network_gbps": network_gbps(item.get("NetworkInfo", {})),
        "efa": bool(item.get("NetworkInfo", {}).get("EfaSupported", False)),
        "ebs_mbps": item.get("EbsInfo", {}).get("EbsOptimizedInfo", {}).get("MaximumBandwidthInMbps"),
        "local_storage_gb": item.get("InstanceStorageInfo", {}).get("TotalSizeInGB", 0),
        "bare_metal": bool(item.get("BareMetal", False)),
        "burstable": bool(item.get("BurstablePerformanceSupported", False)),
        "specification_source": source,
        "specification_as_of": as_of.isoformat(),
    }


def physical_cores(instance_type: str, vcpu: int, maker: str, arch: str) -> int:
    """Physical cores, for sources that do not list them: a vCPU is a whole core on Arm and newer AMD hosts, else half of one."""
    if arch == "arm64" or (maker == "amd" and split_name(instance_type).generation >= _WHOLE_CORES_ON_AMD):
        return vcpu
    return max(1, vcpu // 2)


def network_gbps(info: Mapping[str, Any]) -> float | None:
    """Baseline of all network cards in Gbit/s, at most the advertised figure, because cards together may exceed the instance's limit."""
    baseline: float = sum(card.get("BaselineBandwidthInGbps", 0.0) for card in info.get("NetworkCards", ()))
    advertised = _ADVERTISED.search(info.get("NetworkPerformance", ""))
    limit = float(advertised[2]) * int(advertised[1] or 1) if advertised else None
    if not baseline:
        return limit
    return round(min(baseline, limit) if limit else baseline, 3)


def _processor_columns(item: Mapping[str, Any]) -> Row:
    info, cpu = item.get("ProcessorInfo", {}), item["VCpuInfo"]
    arch = _preferred_architecture(info.get("SupportedArchitectures", ()))
    maker = str(info.get("Manufacturer", "AWS" if arch == "arm64" else "Intel")).split()[0].lower()
    vcpu = int(cpu["DefaultVCpus"])
    return {
        "arch": arch,
        "maker": maker,
        "vcpu": vcpu,
        "physical_cores": cpu.get("DefaultCores") or physical_cores(item["InstanceType"], vcpu, maker, arch),
        "clock_ghz": info.get("SustainedClockSpeedInGhz"),
    }


def _preferred_architecture(supported: Sequence[str]) -> str:
    return next((ours for theirs, ours in _ARCHITECTURES if theirs in supported), "x86_64")
