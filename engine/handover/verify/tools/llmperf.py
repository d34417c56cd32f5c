"""The `_summary.json` of llmperf's token_benchmark_ray.py.

Fields: the results that the repository ray-project/llmperf keeps under benchmarks/results: flat names with times in seconds.
"""

from __future__ import annotations

from typing import Any, Final

from engine.handover.verify.found import Fields, Found
from engine.trial import Tail

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


def is_own(document: dict[str, Any]) -> bool:
    """Whether a document is one."""
    return any(name.startswith("results_end_to_end_latency_s") for name in document) or "results_num_completed_requests_per_min" in document


def read(document: dict[str, Any], where: str) -> list[Found]:
    """Its one run: so many requests under way at once, all the time."""
    fields = Fields(document, where)
    latency, tail = fields.first(_of("end_to_end_latency_s"))
    first, each = fields.first(_of("ttft_s"))[0], fields.first(_of("inter_token_latency_s"))[0]
    return [
        Found(
            tool=TOOL,
            where=where,
            model=fields.text("model"),
            requests=fields.number("results_num_requests_started"),
            failed=fields.number("results_number_errors"),
            rate_per_s=fields.needed("results_num_completed_requests_per_min") / _MINUTE,
            latency_ms=_ms(latency),
            tail=tail,
            first_token_ms=_ms(first),
            per_token_ms=_ms(each),
            input_tokens=fields.number("results_number_input_tokens_mean"),
            output_tokens=fields.number("results_number_output_tokens_mean"),
        )
    ]


def _of(metric: str) -> list[tuple[str, Tail]]:
    return [(f"results_{metric}_{name}", tail) for name, tail in _TAILS]


def _ms(seconds: float | None) -> float | None:
    return seconds * _SECOND_MS if seconds else None
