"""Result files of every tool are read by themselves; damaged, partial and foreign ones are refused with one line."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.handover.verify.tool_result import ForeignFileError, ToolResult
from engine.handover.verify.tools import TOOL_NAMES, parse_results
from knowledge.errors import InputError
from tests.case_tables import read_table
from tests.depth import rounds

RESULTS: list[dict[str, Any]] = read_table(Path(__file__).with_name("results.yaml"))
REFUSED: list[dict[str, Any]] = read_table(Path(__file__).with_name("refused.yaml"))
NUMBERS = (
    "requests",
    "failed",
    "rate_per_s",
    "latency_ms",
    "first_token_ms",
    "per_token_ms",
    "input_tokens",
    "output_tokens",
    "hours_per_run",
)
HARSH: tuple[Any, ...] = (
    None,
    "",
    "N/A",
    "x",
    -1,
    0,
    1e400,
    float("nan"),
    True,
    [],
    {},
    {"avg": "x"},
    "1,2,3",
    10**400,
    "\x00",
    "9" * 5_000,
)


def test_a_result_says_what_was_measured() -> None:
    """Each number in its unit, of the machines that the file names, whichever tool wrote it."""
    for case in RESULTS:
        found, it = parse_results(case["text"], case["file"]), case["it"]
        assert len(found) == len(case["found"]), it
        for one, expected in zip(found, case["found"], strict=True):
            told = {name: getattr(one, name) for name in expected}
            assert told == {name: pytest.approx(value) if isinstance(value, float) else value for name, value in expected.items()}, it
            assert one.where.startswith(case["file"]), it
            assert any(one.tool in name or name in one.tool for name in TOOL_NAMES), it


def test_what_is_no_result_gets_one_line() -> None:
    """It names the file, what is wrong with it, and what would do."""
    for case in REFUSED:
        with pytest.raises(InputError) as error:
            parse_results("[" * 100_000 if case["text"] == "DEEP" else case["text"], "some/file.json")
        line = str(error.value)
        assert line.startswith("some/file.json"), case["it"]
        assert "\n" not in line, case["it"]
        assert [word for word in case["words"] if word not in line] == [], (case["it"], line)


def is_sound(found: list[ToolResult]) -> bool:
    """Whether every number is one that can have been measured, and something was."""
    numbers = [getattr(one, name) for one in found for name in NUMBERS]
    measured = all(
        any(getattr(one, name) for name in ("rate_per_s", "latency_ms", "first_token_ms", "per_token_ms", "hours_per_run")) for one in found
    )
    return bool(found) and measured and all(number is None or (math.isfinite(number) and number >= 0) for number in numbers)


def read_or_refuse(text: str) -> list[ToolResult] | str:
    """What is read of a file, or the line that refuses it."""
    try:
        return parse_results(text, "file")
    except InputError as error:
        return str(error)


def check_text(text: str) -> None:
    """Read a file that may be damaged: it is sound, or refused in one short line."""
    told = read_or_refuse(text)
    if isinstance(told, str):
        assert told.startswith("file")
        assert len(told.splitlines()) == 1
        assert len(told) < 600
    else:
        assert is_sound(told)


@given(st.sampled_from(RESULTS), st.data())
@settings(max_examples=rounds(quick=100, long=2_000), deadline=None)
def test_a_file_that_was_cut_or_overwritten_is_read_or_refused(case: dict[str, Any], data: st.DataObject) -> None:
    """A piece is missing, doubled, or something else stands there; no other error comes out of it."""
    text: str = case["text"]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    check_text(text[:start] + data.draw(st.text(max_size=8) | st.just(text[start:end] * 2)) + text[end:])


@given(st.sampled_from([case for case in RESULTS if case["text"].startswith("{") and "\n{" not in case["text"]]), st.data())
@settings(max_examples=rounds(quick=100, long=2_000), deadline=None)
def test_a_field_that_is_missing_or_holds_something_else_is_read_or_refused(case: dict[str, Any], data: st.DataObject) -> None:
    """Whatever field it is, however deep."""
    document = json.loads(case["text"])
    spots = list(_find_spots(document))
    holder, key = data.draw(st.sampled_from(spots))
    value = data.draw(st.sampled_from((..., *HARSH)))
    if value is ...:
        del holder[key]
    else:
        holder[key] = value
    check_text(json.dumps(document))


@given(st.sampled_from([case for case in RESULTS if not case["text"].startswith("{")]), st.data())
@settings(max_examples=rounds(quick=100, long=2_000), deadline=None)
def test_a_cell_that_is_missing_or_holds_something_else_is_read_or_refused(case: dict[str, Any], data: st.DataObject) -> None:
    """Whatever cell it is, of the head or of a row."""
    rows = [line.split(",") for line in case["text"].splitlines()]
    row = data.draw(st.sampled_from([row for row in rows if row != [""]]))
    at = data.draw(st.integers(0, len(row) - 1))
    value = data.draw(st.sampled_from((..., "", "N/A", "x", "-1", "0", "1e999", "nan", '"', "9" * 5_000, "\x00")))
    row[at : at + 1] = [] if value is ... else [value]
    check_text("\n".join(",".join(row) for row in rows))


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda data: data.decode("latin-1")))
@settings(max_examples=rounds(quick=100, long=2_000), deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text brings out another error."""
    check_text(text)


def test_what_lies_beside_results_is_told_apart_from_what_is_damaged() -> None:
    """So that a folder can be read: a foreign file is passed over, a damaged one is not."""
    with pytest.raises(ForeignFileError):
        parse_results('{"mood": "good"}', "file")
    with pytest.raises(InputError) as error:
        parse_results('{"backend": "vllm", "completed": 0, "request_throughput": 1}', "file")
    assert not isinstance(error.value, ForeignFileError)


def _find_spots(value: Any) -> Any:  # noqa: ANN401  # any JSON
    """Each holder in a document with each of its keys."""
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    for key, inner in pairs:
        yield value, key
        yield from _find_spots(inner)
