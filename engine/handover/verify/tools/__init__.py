"""Parsers of result files, one module a tool: each recognizes its files and parses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.handover.verify.tool_result import ForeignFileError, ToolResult, parse_json
from engine.handover.verify.tools import aiperf, k6, llmperf, locust, plain_csv, recommender, vllm
from engine.handover.verify.tools.csv_table import CsvTable, parse_csv
from knowledge.errors import InputError

_JSON_FORMATS: Final[tuple[tuple[Callable[[dict[str, Any]], bool], Callable[[dict[str, Any], str], list[ToolResult]]], ...]] = (
    (recommender.is_result, recommender.parse_result),
    (vllm.is_result, vllm.parse_result),
    (llmperf.is_result, llmperf.parse_result),
    (aiperf.is_result, aiperf.parse_result),
    (k6.is_result, k6.parse_result),
)
_CSV_FORMATS: Final[tuple[tuple[Callable[[CsvTable], bool], Callable[[CsvTable, str], list[ToolResult]]], ...]] = (
    (locust.is_result_table, locust.parse_result_table),
    (aiperf.is_result_table, aiperf.parse_result_table),
    (plain_csv.is_result_table, plain_csv.parse_result_table),
)
TOOL_NAMES: Final = ("SageMaker Inference Recommender", "vllm bench serve", "AIPerf", "GenAI-Perf", "llmperf", "locust", "k6", "CSV")
"""Every tool whose results are read."""


def parse_results(text: str, where: str) -> list[ToolResult]:
    """The runs of a file, whichever tool wrote it. Raises InputError if it is empty, damaged or of no known tool."""
    if not text.strip():
        raise InputError(f"{where}: it is empty.")
    if text.lstrip()[0] in "{[":
        return [found for document, part in _split_documents(text, where) for found in _parse_document(document, part)]
    return _parse_table(parse_csv(text, where), where)


def _split_documents(text: str, where: str) -> list[tuple[Any, str]]:
    """The document of a file with its place; or one a line, as `vllm bench serve --append-result` writes them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        return [(parse_json(line, f"{where}, line {number}"), f"{where}, line {number}") for number, line in enumerate(lines, 1)]
    return [(parse_json(text, where), where)]


def _parse_document(document: Any, where: str) -> list[ToolResult]:  # noqa: ANN401  # whatever JSON holds
    if isinstance(document, dict):
        for is_own, read in _JSON_FORMATS:
            if is_own(document):
                return read(document, where)
    raise _foreign_file_error(where)


def _parse_table(rows: CsvTable, where: str) -> list[ToolResult]:
    for is_own, read in _CSV_FORMATS:
        if is_own(rows):
            return read(rows, where)
    raise _foreign_file_error(where)


def _foreign_file_error(where: str) -> ForeignFileError:
    return ForeignFileError(f"{where}: this is no result that is read. Read are those of {', '.join(TOOL_NAMES[:-1])}, and plain CSV.")
