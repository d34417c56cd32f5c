"""The JSON that `vllm bench serve --save-result` writes.

Fields: vllm/benchmarks/serve.py of vLLM, where `result_json` is put together: times in milliseconds, `<statistic>_<metric>_ms` with
metrics ttft, tpot, itl and e2el; what `--metadata KEY=VALUE` gave stands beside them.
"""

from __future__ import annotations

from typing import Any, Final

from engine.handover.verify.tool_result import ResultFields, ToolResult
from engine.measurement import Tail
from knowledge.errors import InputError, quote_value

TOOL: Final = "vllm bench serve"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (("p99", "p99"), ("p95", "p95"), ("p90", "p90"), ("median", "p50"), ("mean", "mean"))
_MIN_ANSWERED_SHARE: Final = 0.95
"""A server that answers a smaller share of the rate sent did not keep up."""


def is_result(document: dict[str, Any]) -> bool:
    """True if the document is such a result."""
    return "request_throughput" in document and "completed" in document and ("backend" in document or "endpoint_type" in document)


def parse_result(document: dict[str, Any], where: str) -> list[ToolResult]:
    """The run of a document. Raises InputError if nothing was completed."""
    fields = ResultFields(document, where)
    done, rate = fields.require_number("completed"), fields.require_number("request_throughput")
    sent = _parse_request_rate(fields)
    flooded = sent is None and fields.parse_number("max_concurrency") is None
    is_capacity = flooded or (sent is not None and rate < sent * _MIN_ANSWERED_SHARE)
    given, made = fields.parse_number("total_input_tokens"), fields.parse_number("total_output_tokens")
    latency, tail = _find_latency(fields, made / done if made else None)
    failed = fields.parse_number("failed")
    prompts = fields.parse_number("num_prompts")
    return [
        ToolResult(
            tool=TOOL,
            where=where,
            instance_type=fields.parse_text("instance_type"),
            instance_count=fields.parse_count("instance_count"),
            model=fields.parse_text("model_id"),
            requests=prompts or done,
            failed=failed if failed is not None else max((prompts or done) - done, 0.0),
            rate_per_s=rate,
            concurrency=fields.parse_count("max_concurrency") if sent is None else None,
            is_capacity=is_capacity,
            latency_ms=None if is_capacity else latency,  # of requests that queue up without end it says nothing
            tail=tail,
            first_token_ms=None if is_capacity else fields.first_number(_field_names("ttft"))[0],
            per_token_ms=fields.first_number(_field_names("tpot"))[0],
            input_tokens=given / done if given else None,
            output_tokens=made / done if made else None,
        )
    ]


def _parse_request_rate(fields: ResultFields) -> float | None:
    """The rate at which requests were sent; None if all were sent at once."""
    value = fields.values.get("request_rate")
    if value is None or (isinstance(value, str) and value == "inf") or value == float("inf"):
        return None
    rate = fields.parse_number("request_rate")
    if rate is None:
        raise InputError(f"{fields.where}: request_rate: {quote_value(value)} is no rate.")
    return rate or None


def _find_latency(fields: ResultFields, tokens: float | None) -> tuple[float | None, Tail]:
    """The time of a whole answer: measured, or added up from its first token and the others."""
    latency, tail = fields.first_number(_field_names("e2el"))
    first, each = fields.parse_number("mean_ttft_ms"), fields.parse_number("mean_tpot_ms")
    if latency is None and first and each and tokens:
        return first + (tokens - 1) * each, "mean"
    return latency, tail


def _field_names(metric: str) -> list[tuple[str, Tail]]:
    return [(f"{name}_{metric}_ms", tail) for name, tail in _TAILS]
