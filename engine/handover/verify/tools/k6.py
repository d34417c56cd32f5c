"""The summary that `k6 run --summary-export` or handleSummary writes.

Fields: grafana.com/docs/k6, end of test: metrics by name, times in milliseconds; handleSummary puts the numbers into `values`. A 99th
percentile is in it where --summary-trend-stats asks for one.
"""

from __future__ import annotations

from typing import Any, Final

from engine.handover.verify.tool_result import ResultFields, ToolResult
from engine.measurement import Tail

TOOL: Final = "k6"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (("p(99)", "p99"), ("p(95)", "p95"), ("p(90)", "p90"), ("med", "p50"), ("avg", "mean"))


def is_result(document: dict[str, Any]) -> bool:
    """True if the document is such a result."""
    metrics = document.get("metrics")
    return isinstance(metrics, dict) and "http_req_duration" in metrics


def parse_result(document: dict[str, Any], where: str) -> list[ToolResult]:
    """The run of a document; if iterations were dropped, the server was saturated."""
    metrics = ResultFields(document, where).enter("metrics")
    latency, tail = _enter_metric(metrics, "http_req_duration").first_number(_TAILS)
    requests = _enter_metric(metrics, "http_reqs")
    dropped = _enter_metric(metrics, "dropped_iterations").parse_number("count") or 0.0
    return [
        ToolResult(
            tool=TOOL,
            where=where,
            requests=requests.require_number("count"),
            failed=_count_failed(_enter_metric(metrics, "http_req_failed"), requests.require_number("count")),
            rate_per_s=requests.require_number("rate"),
            is_capacity=dropped > 0,
            latency_ms=None if dropped else latency,
            tail=tail,
        )
    ]


def _enter_metric(metrics: ResultFields, name: str) -> ResultFields:
    block = metrics.enter(name)
    return block.enter("values") if "values" in block.values else block


def _count_failed(block: ResultFields, requests: float) -> float:
    """How many failed: `value` or `rate` of this metric is their share."""
    share = block.parse_number("value") if "value" in block.values else block.parse_number("rate")
    return (share or 0.0) * requests
