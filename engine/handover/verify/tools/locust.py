"""The `_stats.csv` that `locust --csv` writes.

Columns: `requests_csv_columns` of locust/stats.py; times in milliseconds, one row a request and one, Aggregated, for all.
"""

from __future__ import annotations

from typing import Final

from engine.handover.verify.found import Fields, ForeignError, Found
from engine.handover.verify.tools.table import Table
from engine.trial import Tail
from knowledge.errors import InputError

TOOL: Final = "locust"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (
    ("99%", "p99"),
    ("95%", "p95"),
    ("90%", "p90"),
    ("Median Response Time", "p50"),
    ("Average Response Time", "mean"),
)
_ALL: Final = ("Aggregated", "Total")


def is_own(rows: Table) -> bool:
    """Whether a CSV file is one; the history of a run and its failures are found out too, since they lie beside it."""
    return "Request Count" in rows.head or {"Timestamp", "User Count"} <= set(rows.head) or rows.head[-1:] == ("Occurrences",)


def read(rows: Table, where: str) -> list[Found]:
    """The row for all requests. Raises InputError for a file without one."""
    if "Request Count" not in rows.head or "Timestamp" in rows.head:
        raise ForeignError(f"{where}: this is another file of locust's. Give the one that ends in _stats.csv.")
    aggregated = [Fields(row, f"{where}, line {line}") for line, row in rows.mappings(where) if row.get("Name") in _ALL]
    if not aggregated:
        raise InputError(f"{where}: it has no row named Aggregated; the run was cut off.")
    fields = aggregated[-1]
    requests, failed = fields.needed("Request Count"), fields.number("Failure Count") or 0.0
    latency, tail = fields.first(_TAILS)
    rate = fields.needed("Requests/s") - (fields.number("Failures/s") or 0.0)
    if rate <= 0:
        raise InputError(f"{fields.where}: Failures/s: as many requests failed as were sent; nothing was measured.")
    return [Found(tool=TOOL, where=where, requests=requests, failed=failed, rate_per_s=rate, latency_ms=latency, tail=tail)]
