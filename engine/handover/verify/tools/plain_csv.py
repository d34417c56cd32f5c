"""A plain CSV file with documented columns, for whatever else was measured: a row a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from engine.handover.verify.found import Fields, Found, unknown
from engine.handover.verify.tools.table import Table
from engine.trial import Tail
from knowledge.errors import InputError, shown

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
"""Column -> what stands in it."""
_MEASURED: Final = ("requests_per_second", "latency_ms", "first_token_ms", "per_token_ms", "items_per_second", "hours_per_run")
_TRUE: Final = ("true", "yes", "1")
_FALSE: Final = ("false", "no", "0", "")


def is_own(rows: Table) -> bool:
    """Whether a CSV file is one: it has a column of ours."""
    return bool(set(rows.head) & set(COLUMNS))


def read(rows: Table, where: str) -> list[Found]:
    """One run for each row. Raises InputError for a column that is none, and for a row that measures nothing."""
    for name in rows.head:
        if name not in COLUMNS:
            raise unknown(f"{where}, column", name, tuple(COLUMNS))
    if not rows.rows:
        raise InputError(f"{where}: it has no rows below its head.")
    return [_found(Fields(row, f"{where}, line {line}")) for line, row in rows.mappings(where)]


def _found(fields: Fields) -> Found:
    if not any(fields.number(name) for name in _MEASURED):
        raise InputError(f"{fields.where}: nothing is measured. Fill one of {', '.join(_MEASURED)}.")
    return Found(
        tool=TOOL,
        where=fields.where,
        instance_type=fields.text("instance_type"),
        instance_count=fields.count("instance_count"),
        place=fields.text("place"),
        memory_mb=fields.count("memory_mb"),
        model=fields.text("model"),
        requests=fields.number("requests"),
        failed=fields.number("failed"),
        rate_per_s=fields.number("requests_per_second") or fields.number("items_per_second"),
        is_capacity=_flag(fields, "saturated"),
        latency_ms=fields.number("latency_ms") or None,
        tail=_tail(fields),
        first_token_ms=fields.number("first_token_ms") or None,
        per_token_ms=fields.number("per_token_ms") or None,
        input_tokens=fields.number("input_tokens"),
        output_tokens=fields.number("output_tokens"),
        hours_per_run=fields.number("hours_per_run") or None,
    )


def _flag(fields: Fields, name: str) -> bool:
    text = (fields.text(name) or "").lower()
    if text not in (*_TRUE, *_FALSE):
        raise InputError(f"{fields.where}: {name}: {shown(text)} is neither true nor false.")
    return text in _TRUE


def _tail(fields: Fields) -> Tail:
    tails: tuple[Tail, ...] = get_args(Tail)
    text = (fields.text("percentile") or "p99").lower()
    found = next((tail for tail in tails if tail == text), None)
    if found is None:
        raise unknown(f"{fields.where}: percentile", text, tails)
    return found
