"""The `_stats.csv` that `locust --csv` writes.

Columns: `requests_csv_columns` of locust/stats.py; times in milliseconds, one row a request and one, Aggregated, for all.
"""

from __future__ import annotations

from typing import Final

from engine.handover.verify.tool_result import ForeignFileError, ResultFields, ToolResult
from engine.handover.verify.tools.csv_table import CsvTable
from engine.measurement import Tail
from knowledge.errors import InputError

TOOL: Final = "locust"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (
    ("99%", "p99"),
    ("95%", "p95"),
    ("90%", "p90"),
    ("Median Response Time", "p50"),
    ("Average Response Time", "mean"),
)
_TOTAL_NAMES: Final = ("Aggregated", "Total")


def is_result_table(rows: CsvTable) -> bool:
    """True for a CSV file of locust: its statistics, and the history and the failures that lie beside them."""
    return "Request Count" in rows.head or {"Timestamp", "User Count"} <= set(rows.head) or rows.head[-1:] == ("Occurrences",)


def parse_result_table(rows: CsvTable, where: str) -> list[ToolResult]:
    """The run of the row for all requests. Raises InputError for a file without one."""
    if "Request Count" not in rows.head or "Timestamp" in rows.head:
        raise ForeignFileError(f"{where}: this is another file of locust's. Give the one that ends in _stats.csv.")
    aggregated = [ResultFields(row, f"{where}, line {line}") for line, row in rows.named_rows(where) if row.get("Name") in _TOTAL_NAMES]
    if not aggregated:
        raise InputError(f"{where}: it has no row named Aggregated; the run was cut off.")
    fields = aggregated[-1]
    requests, failed = fields.require_number("Request Count"), fields.parse_number("Failure Count") or 0.0
    latency, tail = fields.first_number(_TAILS)
    rate = fields.require_number("Requests/s") - (fields.parse_number("Failures/s") or 0.0)
    if rate <= 0:
        raise InputError(f"{fields.where}: Failures/s: as many requests failed as were sent; nothing was measured.")
    return [ToolResult(tool=TOOL, where=where, requests=requests, failed=failed, rate_per_s=rate, latency_ms=latency, tail=tail)]
