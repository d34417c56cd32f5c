"""What Compute Optimizer exports for EC2 instances: its rows, and the JSON of its API, as resources with its own finding beside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.handover.rightsize.cells import number_of
from engine.handover.rightsize.rows import Reader, Row
from engine.handover.rightsize.usage import Dimension, Theirs, Usage
from knowledge.errors import InputError

_WANTED: Final = frozenset({"instancearn", "currentinstancetype"})
_USES: Final[dict[Dimension, str]] = {
    "cpu": "cpu",
    "memory": "memory",
    "gpu": "gpu_percentage",
    "gpu_memory": "gpu_memory_percentage",
}
"""Dimension -> what stands between `utilizationMetrics_` and `_MAXIMUM`."""
_CODE: Final = re.compile(r"findingreasoncodes_is(\w+)")
_PARTS: Final = (
    *("CPU", "Memory", "GPU", "GPUMemory", "EBSThroughput", "EBSIOPS"),
    *("NetworkBandwidth", "NetworkPPS", "DiskIOPS", "DiskThroughput"),
)
_CODES: Final = tuple(f"{part}{way}" for part in _PARTS for way in ("Overprovisioned", "Underprovisioned"))
_HOURS: Final = 24.0


def is_export(head: Sequence[str]) -> bool:
    """Whether the head of a table is that of an export for instances."""
    return {name.strip().lower() for name in head} >= _WANTED


def is_of_others(head: Sequence[str]) -> bool:
    """Whether it is that of an export for other resources: groups, volumes, functions, services, databases."""
    return not is_export(head) and {"accountid", "recommendations_count"} <= {name.strip().lower() for name in head}


def is_metadata(document: object) -> bool:
    """Whether a JSON document only describes the columns of an export."""
    return isinstance(document, Mapping) and "@context" in document and "tableSchema" in document


def from_export(row: Row, reader: Reader) -> Usage:
    """A row of the export. Raises InputError with one line that names the column and the value."""
    cells = {name.strip().lower(): value for name, value in row.items() if value not in (None, "")}
    if cells.get("errorcode"):
        raise InputError(f"errorCode: Compute Optimizer found nothing for it ({cells.get('errormessage') or cells['errorcode']}).")
    maxima = {dimension: cells.get(f"utilizationmetrics_{name}_maximum") for dimension, name in _USES.items()}
    codes = tuple(_coded(found[1]) for name, value in cells.items() if (found := _CODE.fullmatch(name)) and str(value).lower() == "true")
    theirs = Theirs(
        finding=str(cells.get("finding", "")),
        reason_codes=codes,
        instance_type=_text(cells.get("recommendationoptions_1_instancetype")),
        performance_risk=number_of("recommendationOptions_1_performanceRisk", cells.get("recommendationoptions_1_performancerisk")),
        saving_usd_per_month=_saving(
            cells.get("recommendationoptions_1_estimatedmonthlysavings_value"),
            cells.get("recommendationoptions_1_estimatedmonthlysavings_currency"),
        ),
    )
    days = number_of("lookbackPeriodInDays", cells.get("lookbackperiodindays"))
    row = _row(cells.get("instancearn"), cells.get("currentinstancetype"), maxima, days)
    return msgspec.structs.replace(reader.usage(row), theirs=theirs)


def from_api(document: Mapping[str, Any], reader: Reader) -> Iterator[Usage | InputError]:
    """Each entry of `instanceRecommendations`, or what is wrong with it."""
    entries = document.get("instanceRecommendations")
    if not isinstance(entries, list):
        yield InputError("instanceRecommendations: this is no list of entries.")
        return
    for one in entries:
        try:
            yield _from_entry(one, reader)
        except InputError as error:
            yield error
        except (AttributeError, KeyError, TypeError):
            yield InputError("instanceRecommendations: an entry has not the shape that the API gives it.")


def _from_entry(entry: Mapping[str, Any], reader: Reader) -> Usage:
    found = {str(one["name"]).lower(): one.get("value") for one in entry.get("utilizationMetrics") or ()}
    maxima = {dimension: found.get(name) for dimension, name in _USES.items()}
    option: Mapping[str, Any] = next(iter(entry.get("recommendationOptions") or ()), {})
    money: Mapping[str, Any] = (option.get("savingsOpportunity") or {}).get("estimatedMonthlySavings") or {}
    theirs = Theirs(
        finding=str(entry.get("finding", "")),
        reason_codes=tuple(map(str, entry.get("findingReasonCodes") or ())),
        instance_type=_text(option.get("instanceType")),
        performance_risk=number_of("performanceRisk", option.get("performanceRisk")),
        saving_usd_per_month=_saving(money.get("value"), money.get("currency")),
    )
    days = number_of("lookBackPeriodInDays", entry.get("lookBackPeriodInDays"))
    row = _row(entry["instanceArn"], entry.get("currentInstanceType"), maxima, days)
    return msgspec.structs.replace(reader.usage(row), theirs=theirs)


def _row(arn: object, instance_type: object, maxima: Mapping[Dimension, object], days: float | None) -> Row:
    """The row of a fleet table that says the same."""
    parts = str(arn).split(":")
    return {
        "resource": arn,
        "kind": "instance",
        "instance_type": instance_type,
        "region": parts[3] if len(parts) > 3 else None,  # noqa: PLR2004  # arn:partition:service:region:…
        "hours": days * _HOURS if days is not None else None,
        **{f"{dimension}_max": value for dimension, value in maxima.items()},
    }


def _saving(value: object, currency: object) -> float | None:
    """Only dollars: another currency would not be comparable."""
    return number_of("estimatedMonthlySavings", value) if currency in ("USD", "") or currency is None else None


def _text(value: object) -> str | None:
    return str(value) if value else None


def _coded(name: str) -> str:
    """Cpuoverprovisioned -> CPUOverprovisioned: copies of the table often have all names in small letters."""
    plain = name.lower()
    return next((code for code in _CODES if code.lower() == plain), name)
