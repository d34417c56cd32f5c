"""The JSON that `vllm bench serve --save-result` writes.

Fields: vllm/benchmarks/serve.py of vLLM, where `result_json` is put together: times in milliseconds, `<statistic>_<metric>_ms` with
metrics ttft, tpot, itl and e2el; what `--metadata KEY=VALUE` gave stands beside them.
"""

from __future__ import annotations

from typing import Any, Final

from engine.handover.verify.found import Fields, Found
from engine.trial import Tail
from knowledge.errors import InputError, shown

TOOL: Final = "vllm bench serve"
_TAILS: Final[tuple[tuple[str, Tail], ...]] = (("p99", "p99"), ("p95", "p95"), ("p90", "p90"), ("median", "p50"), ("mean", "mean"))
_KEPT_UP: Final = 0.95
"""Share of the rate that was sent below which a server did not keep up."""


def is_own(document: dict[str, Any]) -> bool:
    """Whether a document is one."""
    return "request_throughput" in document and "completed" in document and ("backend" in document or "endpoint_type" in document)


def read(document: dict[str, Any], where: str) -> list[Found]:
    """Its one run. Raises InputError where nothing was completed."""
    fields = Fields(document, where)
    done, rate = fields.needed("completed"), fields.needed("request_throughput")
    sent = _sent(fields)
    flooded = sent is None and fields.number("max_concurrency") is None
    is_capacity = flooded or (sent is not None and rate < sent * _KEPT_UP)
    given, made = fields.number("total_input_tokens"), fields.number("total_output_tokens")
    latency, tail = _latency(fields, made / done if made else None)
    failed = fields.number("failed")
    prompts = fields.number("num_prompts")
    return [
        Found(
            tool=TOOL,
            where=where,
            instance_type=fields.text("instance_type"),
            instance_count=fields.count("instance_count"),
            model=fields.text("model_id"),
            requests=prompts or done,
            failed=failed if failed is not None else max((prompts or done) - done, 0.0),
            rate_per_s=rate,
            is_capacity=is_capacity,
            latency_ms=None if is_capacity else latency,  # of requests that queue up without end it says nothing
            tail=tail,
            first_token_ms=None if is_capacity else fields.first(_of("ttft"))[0],
            per_token_ms=fields.first(_of("tpot"))[0],
            input_tokens=given / done if given else None,
            output_tokens=made / done if made else None,
        )
    ]


def _sent(fields: Fields) -> float | None:
    """The rate at which requests were sent; None where all were sent at once."""
    value = fields.values.get("request_rate")
    if value is None or (isinstance(value, str) and value == "inf") or value == float("inf"):
        return None
    rate = fields.number("request_rate")
    if rate is None:
        raise InputError(f"{fields.where}: request_rate: {shown(value)} is no rate.")
    return rate or None


def _latency(fields: Fields, tokens: float | None) -> tuple[float | None, Tail]:
    """The time of a whole answer: measured, or put together from its first token and the others."""
    latency, tail = fields.first(_of("e2el"))
    first, each = fields.number("mean_ttft_ms"), fields.number("mean_tpot_ms")
    if latency is None and first and each and tokens:
        return first + (tokens - 1) * each, "mean"
    return latency, tail


def _of(metric: str) -> list[tuple[str, Tail]]:
    return [(f"{name}_{metric}_ms", tail) for name, tail in _TAILS]
