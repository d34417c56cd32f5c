"""The `_summary.json` of llmperf's token_benchmark_ray.py.

Fields: the results that the repository ray-project/llmperf keeps under benchmarks/results: flat names with times in seconds.
"""

from __future__ import annotations

from typing import Any, Final

from engine.handover.verify.tool_result import ResultFields, ToolResult
from engine.measurement import Tail

TOOL: Final = "llmperf"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (
    ("quantiles_p99", "p99"),
    ("quantiles_p95", "p95"),
    ("quantiles_p90", "p90"),
    ("quantiles_p50", "p50"),
    ("mean", "mean"),
)
_MINUTE: Final = 60.0
_SECOND_MS: Final = 1e3


def is_result(document: dict[str, Any]) -> bool:
    """True if the document is such a result."""
    return any(name.startswith("results_end_to_end_latency_s") for name in document) or "results_num_completed_requests_per_min" in document


def parse_result(document: dict[str, Any], where: str) -> list[ToolResult]:
    """The run of a document: a fixed number of requests under way at all times."""
    fields = ResultFields(document, where)
    latency, tail = fields.first_number(_field_names("end_to_end_latency_s"))
    first, each = fields.first_number(_field_names("ttft_s"))[0], fields.first_number(_field_names("inter_token_latency_s"))[0]
    return [
        ToolResult(
            tool=TOOL,
            where=where,
            model=fields.parse_text("model"),
            requests=fields.parse_number("results_num_requests_started"),
            failed=fields.parse_number("results_number_errors"),
            rate_per_s=fields.require_number("results_num_completed_requests_per_min") / _MINUTE,
            concurrency=fields.parse_count("num_concurrent_requests"),
            latency_ms=_to_ms(latency),
            tail=tail,
            first_token_ms=_to_ms(first),
            per_token_ms=_to_ms(each),
            input_tokens=fields.parse_number("results_number_input_tokens_mean"),
            output_tokens=fields.parse_number("results_number_output_tokens_mean"),
        )
    ]


def _field_names(metric: str) -> list[tuple[str, Tail]]:
    return [(f"results_{metric}_{name}", tail) for name, tail in _TAILS]


def _to_ms(seconds: float | None) -> float | None:
    return seconds * _SECOND_MS if seconds else None
