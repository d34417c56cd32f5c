"""The summary that `k6 run --summary-export` or handleSummary writes.

Fields: grafana.com/docs/k6, end of test: metrics by name, times in milliseconds; handleSummary puts the numbers into `values`. A 99th
percentile is in it where --summary-trend-stats asks for one.
"""

from __future__ import annotations

from typing import Any, Final

from engine.handover.verify.found import Fields, Found
from engine.trial import Tail

TOOL: Final = "k6"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (("p(99)", "p99"), ("p(95)", "p95"), ("p(90)", "p90"), ("med", "p50"), ("avg", "mean"))


def is_own(document: dict[str, Any]) -> bool:
    """Whether a document is one."""
    metrics = document.get("metrics")
    return isinstance(metrics, dict) and "http_req_duration" in metrics


def read(document: dict[str, Any], where: str) -> list[Found]:
    """Its one run; where iterations were dropped, more was asked than was answered."""
    metrics = Fields(document, where).inner("metrics")
    latency, tail = _block(metrics, "http_req_duration").first(_TAILS)
    requests = _block(metrics, "http_reqs")
    dropped = _block(metrics, "dropped_iterations").number("count") or 0.0
    return [
        Found(
            tool=TOOL,
            where=where,
            requests=requests.needed("count"),
            failed=_failed(_block(metrics, "http_req_failed"), requests.needed("count")),
            rate_per_s=requests.needed("rate"),
            is_capacity=dropped > 0,
            latency_ms=None if dropped else latency,
            tail=tail,
        )
    ]


def _block(metrics: Fields, name: str) -> Fields:
    block = metrics.inner(name)
    return block.inner("values") if "values" in block.values else block


def _failed(block: Fields, requests: float) -> float:
    """How many failed: of this metric `passes` counts what did, and `value` or `rate` is their share."""
    share = block.number("value") if "value" in block.values else block.number("rate")
    return (share or 0.0) * requests
