"""Rows from `inputs/ec2_specifications.csv` (the EC2 API in July 2026), merged with the fuller answers that moto ships."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Final

from knowledge.refresh.accelerators import Devices, identify_devices
from knowledge.refresh.specifications import Row, physical_cores
from knowledge.refresh.type_names import split_name

SOURCE: Final = "aws-ec2-api-2026-07"
AS_OF: Final = dt.date(2026, 7, 20)
_ROUNDING_GIB: Final = 0.051
"""The table rounds memory to 0.1 GiB."""


def collected_row(line: Mapping[str, str], fuller: Mapping[str, object] | None) -> Row:
    """The row for one `line`; `fuller` is the row of the same type from a full answer of the API, None if there is none."""
    own = _line_row(line)
    if fuller is None:
        return own
    kept = {name: value for name, value in own.items() if value is not None}
    return {**fuller, **kept, **_better_columns(fuller, own)}


def _better_columns(fuller: Mapping[str, object], own: Row) -> Row:
    """Columns that are better in the full answer: exact memory, status, cores, clock, hard disks, EFA, memory of devices."""
    better = ["status", "physical_cores", "local_storage_gb", "efa", "burstable", "bare_metal", "accelerator_memory_mib"]
    if fuller["clock_ghz"]:
        better.append("clock_ghz")
    if abs(float(str(fuller["memory_gib"])) - float(str(own["memory_gib"]))) < _ROUNDING_GIB:
        better.append("memory_gib")
    return {name: fuller[name] for name in better}


def _line_row(line: Mapping[str, str]) -> Row:
    name, vcpu = split_name(line["instance_type"]), int(line["vcpu"])
    arch = {"amd64": "x86_64"}.get(line["arch"], line["arch"])
    found = _line_devices(line)
    return {
        "instance_type": line["instance_type"],
        "family": name.family,
        "size": name.size,
        "generation": name.generation,
        "status": "current",
        "arch": arch,
        "maker": line["cpu_manufacturer"],
        "vcpu": vcpu,
        "physical_cores": physical_cores(line["instance_type"], vcpu, line["cpu_manufacturer"], arch),
        "clock_ghz": _parse_thousandth(line["cpu_clock_mhz"]),
        "memory_gib": float(line["memory_gib"]),
        "accelerator": found.accelerator if found else None,
        "accelerator_count": found.count if found else 0.0,
        "accelerator_memory_mib": found.memory_mib if found else None,
        "network_gbps": _parse_thousandth(line["network_mbps"]),
        "efa": False,
        "ebs_mbps": float(line["ebs_mbps"]) if line["ebs_mbps"] else None,
        "local_storage_gb": float(line["local_nvme_gb"] or 0),
        "bare_metal": name.size.startswith("metal"),
        "burstable": name.family.startswith("t") and name.family[1].isdigit(),
        "specification_source": SOURCE,
        "specification_as_of": AS_OF.isoformat(),
    }


def _line_devices(line: Mapping[str, str]) -> Devices | None:
    if line["gpu_name"]:
        return identify_devices(line["gpu_name"], float(line["gpu_count"]), int(line["gpu_memory_mib_each"]))
    if line["accelerator_name"]:
        return identify_devices(line["accelerator_name"], float(line["accelerator_count"]), None)
    return None


def _parse_thousandth(text: str) -> float | None:
    """Mbit/s -> Gbit/s, MHz -> GHz; None for an empty field or a zero, which stands for an unknown figure."""
    return float(text) / 1000 or None if text else None
