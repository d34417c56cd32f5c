"""The summaries of AIPerf and of GenAI-Perf before it: profile_export_aiperf.json, profile_export_genai_perf.json, and their CSV.

Fields: docs.nvidia.com/aiperf/reference/json-export-schema: each metric is a block of `unit`, `avg` and, for what has a distribution,
percentiles. The CSV has the same metrics by name: rows of statistics below one head, single values below another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.handover.verify.tool_result import ResultFields, ToolResult
from engine.handover.verify.tools.csv_table import CsvTable, name_cells
from engine.measurement import Tail
from knowledge.errors import InputError, quote_value

_TAILS: Final[tuple[tuple[str, Tail], ...]] = (("p99", "p99"), ("p95", "p95"), ("p90", "p90"), ("p50", "p50"), ("avg", "mean"))
_MS: Final = {"ns": 1e-6, "us": 1e-3, "µs": 1e-3, "ms": 1.0, "s": 1e3, "sec": 1e3, "seconds": 1e3}
_MODEL_KEYS: Final = ("model_names", "models", "model")
_METRIC_NAME: Final = re.compile(r"([^(]+?)\s*(?:\(([^)]*)\))?")


def is_result(document: dict[str, Any]) -> bool:
    """True if the document is such a result."""
    return isinstance(document.get("request_throughput"), Mapping) and isinstance(document.get("request_latency"), Mapping)


def parse_result(document: dict[str, Any], where: str) -> list[ToolResult]:
    """The run of a document."""
    is_new = "aiperf_version" in document or "schema_version" in document
    config = document.get("input_config")
    return [_build_result(document, where, "AIPerf" if is_new else "GenAI-Perf", _find_model(config), _find_concurrency(config))]


def is_result_table(rows: CsvTable) -> bool:
    """True if a CSV file is such a summary."""
    return rows.head[:2] == ("Metric", "avg")


def parse_result_table(rows: CsvTable, where: str) -> list[ToolResult]:
    """The run of a document."""
    head, metrics = rows.head, dict[str, dict[str, object]]()
    for line, cells in rows.rows:
        if cells[0] == "Metric":
            head = cells
            continue
        if "Metric" in cells:  # the head of telemetry, which is of the machine and not of the requests
            break
        match = _METRIC_NAME.fullmatch(cells[0])
        if match is None or head[1:2] == ("GPU",):
            continue
        row = name_cells(head, cells, f"{where}, line {line}")
        values: dict[str, object] = {("avg" if name == "Value" else name): cell for name, cell in row.items()}
        metrics.setdefault(match[1].lower().replace(" ", "_"), values | {"unit": match[2] or ""})
    return [_build_result(metrics, where, "AIPerf or GenAI-Perf", None, None)]


def _build_result(metrics: Mapping[str, Any], where: str, tool: str, model: str | None, concurrency: int | None) -> ToolResult:
    fields = ResultFields(metrics, where)
    latency, tail = _parse_ms(fields, "request_latency")
    if latency is None:
        raise InputError(f"{where}: request_latency: it is missing or 0; nothing was measured.")
    count, failed = fields.enter("request_count").parse_number("avg"), fields.enter("error_request_count").parse_number("avg")
    return ToolResult(
        tool=tool,
        where=where,
        model=model,
        requests=(count or 0.0) + (failed or 0.0) or None,
        failed=failed,
        rate_per_s=fields.enter("request_throughput").require_number("avg"),
        concurrency=concurrency,
        latency_ms=latency,
        tail=tail,
        first_token_ms=_parse_ms(fields, "time_to_first_token")[0],
        per_token_ms=_parse_ms(fields, "inter_token_latency")[0],
        input_tokens=fields.enter("input_sequence_length").parse_number("avg"),
        output_tokens=fields.enter("output_sequence_length").parse_number("avg"),
    )


def _parse_ms(fields: ResultFields, name: str) -> tuple[float | None, Tail]:
    """A time in ms, and its percentile; None if it was not measured."""
    block = fields.enter(name)
    value, tail = block.first_number(_TAILS)
    if value is None:
        return None, tail
    unit = str(block.values.get("unit", "ms")).strip().lower() or "ms"
    if unit not in _MS:
        raise InputError(f"{fields.where}: {name}: {quote_value(unit)} is no unit of time that is known.")
    return value * _MS[unit], tail


def _find_model(config: object) -> str | None:
    """The first model that a configuration names, at any depth."""
    return next((name for name in _iterate_models(config)), None)


def _iterate_models(value: object) -> Iterator[str]:
    if not isinstance(value, Mapping):
        return
    for key in _MODEL_KEYS:
        found = value.get(key)
        listed = found.get("items") if isinstance(found, Mapping) else found  # {"models": {"items": [{"name": …}]}} since 0.13
        first = listed[0] if isinstance(listed, list) and listed else listed
        name = first.get("name") if isinstance(first, Mapping) else first
        if isinstance(name, str):
            yield name
    for inner in value.values():
        yield from _iterate_models(inner)


def _find_concurrency(config: object) -> int | None:
    """Requests held under way, of the phase that counts or of the older `loadgen`; None where a rate was held."""
    if not isinstance(config, Mapping):
        return None
    phases, older = config.get("phases"), config.get("loadgen")
    blocks = [*(phases if isinstance(phases, list) else ()), older]
    for block in blocks:
        if isinstance(block, Mapping) and block.get("kind", "profiling") == "profiling" and not _has_rate(block):
            held = block.get("concurrency")
            return held if isinstance(held, int) and not isinstance(held, bool) and held >= 1 else None
    return None


def _has_rate(block: Mapping[str, object]) -> bool:
    return any(block.get(name) is not None for name in ("rate", "request_rate")) or block.get("type", "concurrency") != "concurrency"
