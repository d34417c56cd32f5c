"""A plain CSV file with documented columns, for results of any other tool: a row a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from engine.handover.verify.tool_result import ResultFields, ToolResult, unknown_name_error
from engine.handover.verify.tools.csv_table import CsvTable
from engine.measurement import Tail
from knowledge.errors import InputError, quote_value

TOOL: Final = "CSV"
COLUMNS: Final[Mapping[str, str]] = {
    "instance_type": "ml.g5.xlarge; may be left out where --instance says it",
    "instance_count": "machines that shared the load; 1",
    "place": "sagemaker-serverless or lambda, where there are no machines",
    "memory_mb": "the memory of such a place",
    "requests_per_second": "completed by all of them together",
    "saturated": "true where more was asked than was answered",
    "latency_ms": "of a whole answer",
    "percentile": "p50, p90, p95, p99, p999, mean or max; p99",
    "first_token_ms": "to the first token",
    "per_token_ms": "for each token after it",
    "input_tokens": "of one request",
    "output_tokens": "of one answer",
    "items_per_second": "of a job: items, samples, or tokens of a language model",
    "hours_per_run": "of a job's whole run, without its start",
    "requests": "how many were sent",
    "failed": "how many of them failed",
    "model": "what was run",
    "note": "whatever is worth keeping",
}
"""Column -> its meaning."""
_MEASURED: Final = ("requests_per_second", "latency_ms", "first_token_ms", "per_token_ms", "items_per_second", "hours_per_run")
_TRUE: Final = ("true", "yes", "1")
_FALSE: Final = ("false", "no", "0", "")


def is_result_table(rows: CsvTable) -> bool:
    """True if a CSV file has one of the documented columns."""
    return bool(set(rows.head) & set(COLUMNS))


def parse_result_table(rows: CsvTable, where: str) -> list[ToolResult]:
    """A run for each row. Raises InputError for an unknown column, and for a row without a measurement."""
    for name in rows.head:
        if name not in COLUMNS:
            raise unknown_name_error(f"{where}, column", name, tuple(COLUMNS))
    if not rows.rows:
        raise InputError(f"{where}: it has no rows below its head.")
    return [_build_result(ResultFields(row, f"{where}, line {line}")) for line, row in rows.named_rows(where)]


def _build_result(fields: ResultFields) -> ToolResult:
    if not any(fields.parse_number(name) for name in _MEASURED):
        raise InputError(f"{fields.where}: nothing is measured. Fill one of {', '.join(_MEASURED)}.")
    return ToolResult(
        tool=TOOL,
        where=fields.where,
        instance_type=fields.parse_text("instance_type"),
        instance_count=fields.parse_count("instance_count"),
        place=fields.parse_text("place"),
        memory_mb=fields.parse_count("memory_mb"),
        model=fields.parse_text("model"),
        requests=fields.parse_number("requests"),
        failed=fields.parse_number("failed"),
        rate_per_s=fields.parse_number("requests_per_second") or fields.parse_number("items_per_second"),
        is_capacity=_parse_flag(fields, "saturated"),
        latency_ms=fields.parse_number("latency_ms") or None,
        tail=_parse_percentile(fields),
        first_token_ms=fields.parse_number("first_token_ms") or None,
        per_token_ms=fields.parse_number("per_token_ms") or None,
        input_tokens=fields.parse_number("input_tokens"),
        output_tokens=fields.parse_number("output_tokens"),
        hours_per_run=fields.parse_number("hours_per_run") or None,
    )


def _parse_flag(fields: ResultFields, name: str) -> bool:
    text = (fields.parse_text(name) or "").lower()
    if text not in (*_TRUE, *_FALSE):
        raise InputError(f"{fields.where}: {name}: {quote_value(text)} is neither true nor false.")
    return text in _TRUE


def _parse_percentile(fields: ResultFields) -> Tail:
    tails: tuple[Tail, ...] = get_args(Tail)
    text = (fields.parse_text("percentile") or "p99").lower()
    found = next((tail for tail in tails if tail == text), None)
    if found is None:
        raise unknown_name_error(f"{fields.where}: percentile", text, tails)
    return found
