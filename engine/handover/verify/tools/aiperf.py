"""The summaries of AIPerf and of GenAI-Perf before it: profile_export_aiperf.json, profile_export_genai_perf.json, and their CSV.

Fields: docs.nvidia.com/aiperf/reference/json-export-schema: each metric is a block of `unit`, `avg` and, for what has a distribution,
percentiles. The CSV has the same metrics by name: rows of statistics below one head, single values below another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.handover.verify.found import Fields, Found
from engine.handover.verify.tools.table import Table, under
from engine.trial import Tail
from knowledge.errors import InputError, shown

_TAILS: Final[tuple[tuple[str, Tail], ...]] = (("p99", "p99"), ("p95", "p95"), ("p90", "p90"), ("p50", "p50"), ("avg", "mean"))
_MS: Final = {"ns": 1e-6, "us": 1e-3, "µs": 1e-3, "ms": 1.0, "s": 1e3, "sec": 1e3, "seconds": 1e3}
_ROW: Final = re.compile(r"([^(]+?)\s*(?:\(([^)]*)\))?")


def is_own(document: dict[str, Any]) -> bool:
    """Whether a document is one."""
    return isinstance(document.get("request_throughput"), Mapping) and isinstance(document.get("request_latency"), Mapping)


def read(document: dict[str, Any], where: str) -> list[Found]:
    """Its one run."""
    is_new = "aiperf_version" in document or "schema_version" in document
    config = document.get("input_config")
    return [_found(document, where, "AIPerf" if is_new else "GenAI-Perf", _named(config, ("model_names", "models", "model")))]


def is_own_table(rows: Table) -> bool:
    """Whether a CSV file is one."""
    return rows.head[:2] == ("Metric", "avg")


def read_table(rows: Table, where: str) -> list[Found]:
    """Its one run."""
    head, metrics = rows.head, dict[str, dict[str, object]]()
    for line, cells in rows.rows:
        if cells[0] == "Metric":
            head = cells
            continue
        match = _ROW.fullmatch(cells[0])
        if match is None or head[1:2] == ("GPU",):
            continue
        row = under(head, cells, f"{where}, line {line}")
        values: dict[str, object] = {("avg" if name == "Value" else name): cell for name, cell in row.items()}
        metrics.setdefault(match[1].lower().replace(" ", "_"), values | {"unit": match[2] or ""})
    return [_found(metrics, where, "AIPerf or GenAI-Perf", None)]


def _found(metrics: Mapping[str, Any], where: str, tool: str, model: str | None) -> Found:
    fields = Fields(metrics, where)
    latency, tail = _time(fields, "request_latency")
    if latency is None:
        raise InputError(f"{where}: request_latency: it is missing or 0; nothing was measured.")
    count, failed = fields.inner("request_count").number("avg"), fields.inner("error_request_count").number("avg")
    return Found(
        tool=tool,
        where=where,
        model=model,
        requests=(count or 0.0) + (failed or 0.0) or None,
        failed=failed,
        rate_per_s=fields.inner("request_throughput").needed("avg"),
        latency_ms=latency,
        tail=tail,
        first_token_ms=_time(fields, "time_to_first_token")[0],
        per_token_ms=_time(fields, "inter_token_latency")[0],
        input_tokens=fields.inner("input_sequence_length").number("avg"),
        output_tokens=fields.inner("output_sequence_length").number("avg"),
    )


def _time(fields: Fields, name: str) -> tuple[float | None, Tail]:
    """A time in ms, and which answer it is of; None where it was not measured."""
    block = fields.inner(name)
    value, tail = block.first(_TAILS)
    if value is None:
        return None, tail
    unit = str(block.values.get("unit", "ms")).strip().lower() or "ms"
    if unit not in _MS:
        raise InputError(f"{fields.where}: {name}: {shown(unit)} is no unit of time that is known.")
    return value * _MS[unit], tail


def _named(value: object, names: tuple[str, ...]) -> str | None:
    """The first model that a configuration names, however deep."""
    for name in _walk(value, names):
        return name
    return None


def _walk(value: object, names: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(value, Mapping):
        return
    for name in names:
        found = value.get(name)
        first = found[0] if isinstance(found, list) and found else found
        if isinstance(first, str):
            yield first
    for inner in value.values():
        yield from _walk(inner, names)
