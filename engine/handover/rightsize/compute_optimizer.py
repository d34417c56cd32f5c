"""What Compute Optimizer exports for EC2 instances: its rows, and the JSON of its API, as resources with its own finding beside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.handover.rightsize.cells import parse_number
from engine.handover.rightsize.fleet_table import Row, RowReader
from engine.handover.rightsize.usage import Dimension, Theirs, Usage
from knowledge.errors import InputError

_INSTANCE_HEAD: Final = frozenset({"instancearn", "currentinstancetype"})
_ANY_HEAD: Final = frozenset({"accountid", "recommendations_count"})
_METRICS: Final[dict[Dimension, str]] = {
    "cpu": "cpu",
    "memory": "memory",
    "gpu": "gpu_percentage",
    "gpu_memory": "gpu_memory_percentage",
}
"""Dimension -> what stands between `utilizationMetrics_` and `_MAXIMUM`."""
_CODE_COLUMN: Final = re.compile(r"findingreasoncodes_is(\w+)")
_CODED_PARTS: Final = (
    *("CPU", "Memory", "GPU", "GPUMemory", "EBSThroughput", "EBSIOPS"),
    *("NetworkBandwidth", "NetworkPPS", "DiskIOPS", "DiskThroughput"),
)
_CODES: Final = {f"{part}{way}".lower(): f"{part}{way}" for part in _CODED_PARTS for way in ("Overprovisioned", "Underprovisioned")}
"""Code in small letters -> the code; copies of an export often have all column names in small letters."""
_HOURS_A_DAY: Final = 24.0


def is_instance_export(head: Sequence[str]) -> bool:
    """True if the head of a table is that of an export for instances."""
    return {name.strip().lower() for name in head} >= _INSTANCE_HEAD


def is_other_export(head: Sequence[str]) -> bool:
    """True if it is that of an export for other resources: groups, volumes, functions, services, databases."""
    return not is_instance_export(head) and {name.strip().lower() for name in head} >= _ANY_HEAD


def is_export_metadata(document: object) -> bool:
    """True if a JSON document only describes the columns of an export."""
    return isinstance(document, Mapping) and "@context" in document and "tableSchema" in document


def read_export_row(row: Row, reader: RowReader) -> Usage:
    """A row of the export. Raises InputError with one line that names the column and the value."""
    cells = {name.strip().lower(): value for name, value in row.items() if value not in (None, "")}
    if cells.get("errorcode"):
        raise InputError(f"errorCode: Compute Optimizer found nothing for it ({cells.get('errormessage') or cells['errorcode']}).")
    maxima = {dimension: cells.get(f"utilizationmetrics_{name}_maximum") for dimension, name in _METRICS.items()}
    codes = [match[1] for name, value in cells.items() if str(value).lower() == "true" and (match := _CODE_COLUMN.fullmatch(name))]
    theirs = Theirs(
        finding=str(cells.get("finding", "")),
        reason_codes=tuple(_CODES.get(code.lower(), code) for code in codes),
        instance_type=_optional_text(cells.get("recommendationoptions_1_instancetype")),
        performance_risk=parse_number("recommendationOptions_1_performanceRisk", cells.get("recommendationoptions_1_performancerisk")),
        saving_usd_per_month=_parse_saving(
            cells.get("recommendationoptions_1_estimatedmonthlysavings_value"),
            cells.get("recommendationoptions_1_estimatedmonthlysavings_currency"),
        ),
    )
    days = parse_number("lookbackPeriodInDays", cells.get("lookbackperiodindays"))
    row = _fleet_row(cells.get("instancearn"), cells.get("currentinstancetype"), maxima, days)
    return msgspec.structs.replace(reader.read_usage(row), theirs=theirs)


def read_api_document(document: Mapping[str, Any], reader: RowReader) -> Iterator[Usage | InputError]:
    """Each entry of `instanceRecommendations`, or what is wrong with it."""
    entries = document.get("instanceRecommendations")
    if not isinstance(entries, list):
        yield InputError("instanceRecommendations: this is no list of entries.")
        return
    for entry in entries:
        try:
            yield _read_api_entry(entry, reader)
        except InputError as error:
            yield error
        except (AttributeError, KeyError, TypeError):
            yield InputError("instanceRecommendations: an entry has not the shape that the API gives it.")


def _read_api_entry(entry: Mapping[str, Any], reader: RowReader) -> Usage:
    metrics = {str(one["name"]).lower(): one.get("value") for one in entry.get("utilizationMetrics") or ()}
    maxima = {dimension: metrics.get(name) for dimension, name in _METRICS.items()}
    option: Mapping[str, Any] = next(iter(entry.get("recommendationOptions") or ()), {})
    saving: Mapping[str, Any] = (option.get("savingsOpportunity") or {}).get("estimatedMonthlySavings") or {}
    theirs = Theirs(
        finding=str(entry.get("finding", "")),
        reason_codes=tuple(map(str, entry.get("findingReasonCodes") or ())),
        instance_type=_optional_text(option.get("instanceType")),
        performance_risk=parse_number("performanceRisk", option.get("performanceRisk")),
        saving_usd_per_month=_parse_saving(saving.get("value"), saving.get("currency")),
    )
    days = parse_number("lookBackPeriodInDays", entry.get("lookBackPeriodInDays"))
    row = _fleet_row(entry["instanceArn"], entry.get("currentInstanceType"), maxima, days)
    return msgspec.structs.replace(reader.read_usage(row), theirs=theirs)


def _fleet_row(arn: object, instance_type: object, maxima: Mapping[Dimension, object], days: float | None) -> Row:
    """The row of a fleet table that says the same."""
    parts = str(arn).split(":")
    return {
        "resource": arn,
        "kind": "instance",
        "instance_type": instance_type,
        "region": parts[3] if len(parts) > 3 else None,  # noqa: PLR2004  # arn:partition:service:region:…
        "hours": days * _HOURS_A_DAY if days is not None else None,
        **{f"{dimension}_max": value for dimension, value in maxima.items()},
    }


def _parse_saving(value: object, currency: object) -> float | None:
    """A saving in dollars; None in any other currency, which could not be compared."""
    return parse_number("estimatedMonthlySavings", value) if currency in ("USD", "") or currency is None else None


def _optional_text(value: object) -> str | None:
    return str(value) if value else None
