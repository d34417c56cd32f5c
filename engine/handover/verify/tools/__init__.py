"""Readers of result files, one module a tool. Each tells whether a file is its own, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.handover.verify.found import ForeignError, Found, decoded
from engine.handover.verify.tools import aiperf, k6, llmperf, locust, plain_csv, recommender, vllm
from engine.handover.verify.tools.table import Table, table
from knowledge.errors import InputError

_OF_JSON: Final[tuple[tuple[Callable[[dict[str, Any]], bool], Callable[[dict[str, Any], str], list[Found]]], ...]] = (
    (recommender.is_own, recommender.read),
    (vllm.is_own, vllm.read),
    (llmperf.is_own, llmperf.read),
    (aiperf.is_own, aiperf.read),
    (k6.is_own, k6.read),
)
_OF_CSV: Final[tuple[tuple[Callable[[Table], bool], Callable[[Table, str], list[Found]]], ...]] = (
    (locust.is_own, locust.read),
    (aiperf.is_own_table, aiperf.read_table),
    (plain_csv.is_own, plain_csv.read),
)
NAMES: Final = ("SageMaker Inference Recommender", "vllm bench serve", "AIPerf", "GenAI-Perf", "llmperf", "locust", "k6", "CSV")
"""What is read."""


def found_in(text: str, where: str) -> list[Found]:
    """What a file says, whichever of the tools wrote it. Raises InputError with one line where it is of none, damaged or empty."""
    if not text.strip():
        raise InputError(f"{where}: it is empty.")
    if text.lstrip()[0] in "{[":
        return [found for document, part in _documents(text, where) for found in _of_document(document, part)]
    return _of_table(table(text, where), where)


def _documents(text: str, where: str) -> list[tuple[Any, str]]:
    """The one document of a file; or one a line, as `vllm bench serve --append-result` writes them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        return [(decoded(line, f"{where}, line {number}"), f"{where}, line {number}") for number, line in enumerate(lines, 1)]
    return [(decoded(text, where), where)]


def _of_document(document: Any, where: str) -> list[Found]:  # noqa: ANN401  # whatever JSON holds
    if isinstance(document, dict):
        for is_own, read in _OF_JSON:
            if is_own(document):
                return read(document, where)
    raise _foreign(where)


def _of_table(rows: Table, where: str) -> list[Found]:
    for is_own, read in _OF_CSV:
        if is_own(rows):
            return read(rows, where)
    raise _foreign(where)


def _foreign(where: str) -> ForeignError:
    return ForeignError(f"{where}: this is no result that is read. Read are those of {', '.join(NAMES[:-1])}, and plain CSV.")
