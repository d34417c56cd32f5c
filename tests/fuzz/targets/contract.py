"""The contract's JSON: advices that were kept, requests line by line, results of load tests."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.advice import Advice
from engine.decision.context import DecisionCache
from engine.handover.advice_json import advice_as_json
from engine.handover.kept_advice import advice_from
from engine.handover.recheck import recheck_advice
from engine.handover.report import Heading
from engine.handover.template import write_template
from engine.handover.verify.outcome import apply_results
from engine.handover.verify.result_assignment import StatedMachines
from engine.handover.verify.tool_result import ToolResult
from engine.handover.verify.tools import parse_results
from engine.intake.from_mapping import from_mapping
from knowledge.errors import InputError
from knowledge.safe_yaml import read_mapping
from tests.case_tables import read_table
from tests.fuzz.base import base, check_refusal
from tests.fuzz.edits import EDIT, ChoiceBytes, edit_document
from tui.advice_request import advise_request
from tui.cli import advise, estimate, jsonl, understand
from tui.output.json_text import render_json
from tui.views.decision_record import render_record

_RESULTS: Final = Path(__file__).parents[2] / "engine" / "handover" / "verify" / "results.yaml"
_FORMATS: Final = ("cloudformation", "cdk", "terraform", "sdk", "cli")
_HEADING: Final = Heading(date="2026-11-22", status="proposed", title="")
_TEXTS: Final = (
    "BERT sentiment, 1000 requests a minute, p99 under 200 ms",
    "Llama 3 8B chatbot for 20 people at once, at most $3 an hour",
    "train XGBoost on 50 million rows every night, can be interrupted",
    "fine-tune Llama 3 70B with QLoRA within 5 hours on p3.2xlarge",
    "a 900B model on a laptop under 1 ms",
)
_REQUESTS: Final[tuple[dict[str, Any], ...]] = (
    {"id": 1, "text": _TEXTS[0], "facts": {"latency_p99_ms": 100, "region": "eu-west-1"}, "lens": "exam", "explain": "choice"},
    {"id": "a", "facts": {"model": "llama-3-8b", "output_tokens": 200, "require": ["g5"], "compare": "g5, inf2", "stage": "inference"}},
    {"id": None, "model": "llama-3-8b", "instance": "ml.g5.2xlarge", "concurrency": 8, "precision": "fp16", "input_tokens": 512},
    {
        "id": [1],
        "accelerator": "h100",
        "accelerators": 8,
        "parameters_b": 70,
        "layers": 80,
        "hidden_size": 8192,
        "heads": 64,
        "kv_heads": 8,
    },
)


def fuzz(data: bytes) -> None:
    """The first byte says which reader, the second raw or edited."""
    drawn = ChoiceBytes(data)
    read = drawn.pick((_advices, _send_requests, _read_results))
    read(drawn, drawn.byte() == EDIT)


def _advices(drawn: ChoiceBytes, is_edit: bool) -> None:  # noqa: FBT001  # one of three readers of the same shape
    """An advice of a file: what is read is written back equal, rechecked, and handed on in every form."""
    what = drawn.byte()
    data = render_json(edit_document(drawn, drawn.pick(_kept_advices()))).encode() if is_edit else drawn.rest()
    try:
        advice = advice_from(read_mapping(data, "file"), "file: ")
    except InputError as error:
        check_refusal(error, "file")
        return
    text = render_json(advice_as_json(advice))
    assert render_json(advice_as_json(advice_from(read_mapping(text.encode(), "again"), "again: "))) == text
    try:
        _use_advice(advice, what)
    except InputError as error:
        check_refusal(error)


def _use_advice(advice: Advice, what: int) -> None:
    """One use of an advice: each takes as long as a decision."""
    form = ("recheck", "markdown", "html", "json", *_FORMATS)[what % (4 + len(_FORMATS))]
    if form == "recheck":
        checked = recheck_advice(advice, base(), file="file", tolerance=5.0)
        assert checked.text
        assert all(note.strip() for note in checked.notes)
    elif form not in _FORMATS:
        assert render_record(advice, form, _HEADING, base()).endswith("\n")
    elif advice.choice is not None:
        assert write_template(advice, base(), form).text.strip()  # type: ignore[arg-type]  # one of its formats


def _send_requests(drawn: ChoiceBytes, is_edit: bool) -> None:  # noqa: FBT001  # the same
    """Lines of requests: an answer for each, in order, with its id; none fails on our side."""
    answer = drawn.pick(_answers())
    lines = msgspec.json.encode(edit_document(drawn, drawn.pick(_REQUESTS))) if is_edit else drawn.rest()
    target = io.BytesIO()
    assert jsonl.serve_requests(answer, io.BytesIO(lines), target) == 0
    asked = [line for line in lines.split(b"\n") if line.strip()]
    answers = target.getvalue().splitlines()
    assert len(answers) == len(asked)
    for line, found in zip(asked, map(msgspec.json.decode, answers), strict=True):
        error = found.get("error")
        if error is not None:
            assert "Sizewise failed on its own" not in error, (line, error)
            check_refusal(InputError(error))
        assert found["id"] == _identity(line)


def _identity(line: bytes) -> object:
    """The id of a request; None where it is no object."""
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return request.get("id") if isinstance(request, dict) else None


def _read_results(drawn: ChoiceBytes, is_edit: bool) -> None:  # noqa: FBT001  # the same
    """What a load test wrote: numbers, or one line; in one input of eight a ranking that they change, which takes its time."""
    which = drawn.byte()
    text = _change_advice(drawn) if is_edit else drawn.rest().decode("utf-8", "replace")
    try:
        found = parse_results(text, "file")
    except InputError as error:
        check_refusal(error, "file")
        return
    if which < 32:  # of 256
        _rank_results(_advise_kept()[which % len(_TEXTS)], found[:2], drawn.pick(("g5.xlarge", "m5.large", None)))


def _rank_results(advice: Advice, found: list[ToolResult], instance_type: str | None) -> None:
    """An advice that rests on measurements is read back as it was written."""
    try:
        outcome = apply_results(advice, found, base(), StatedMachines(instance_type=instance_type, instance_count=1))
    except InputError as error:
        check_refusal(error)
        return
    assert len(outcome.readings) == len(found)
    again = advice_from(read_mapping(render_json(advice_as_json(outcome.advice)).encode(), "again"), "again: ")
    assert render_json(advice_as_json(again)) == render_json(advice_as_json(outcome.advice))


def _change_advice(drawn: ChoiceBytes) -> str:
    """A result file with something else in it: values of JSON, or a piece of a table exchanged."""
    text = drawn.pick(_files())
    try:
        return msgspec.json.encode(edit_document(drawn, msgspec.json.decode(text))).decode()
    except msgspec.DecodeError:
        start = drawn.number_below(len(text) + 1)
        return text[:start] + drawn.text() + text[start + drawn.byte() :]


@functools.cache
def _answers() -> tuple[Callable[[dict[str, Any]], dict[str, Any]], ...]:
    cache = DecisionCache()

    def advised(request: dict[str, Any]) -> dict[str, Any]:
        return advise.answer_request(request, base(), "today", "choice", cache)

    def understood(request: dict[str, Any]) -> dict[str, Any]:
        return understand.answer_text(understand.request_text(request), base())

    return advised, understood, partial(estimate.answer_request, knowledge=base())


@functools.cache
def _advise_kept() -> tuple[Advice, ...]:
    return tuple(advise_request(text, from_mapping({}, base()), base(), explain="choice") for text in _TEXTS)


@functools.cache
def _kept_advices() -> tuple[dict[str, Any], ...]:
    return tuple(_short(advice_as_json(advice)) for advice in _advise_kept())


def _short(node: Any) -> Any:  # noqa: ANN401  # any JSON
    """The same with two of each list: a whole advice takes long to read, and says no more of its shape."""
    if isinstance(node, dict):
        return {key: _short(child) for key, child in node.items()}
    return [_short(child) for child in node[:2]] if isinstance(node, list | tuple) else node


@functools.cache
def _files() -> tuple[str, ...]:
    return tuple(case["text"] for case in read_table(_RESULTS))


def seeds() -> Iterator[bytes]:
    """Advices as they are written, requests, results of every tool; and edits of each."""
    for number, kept in enumerate(_kept_advices()):
        yield bytes((0, 0, number * 2)) + msgspec.json.encode(kept)
        yield bytes((0, EDIT, number, number))
    for number, request in enumerate(_REQUESTS):
        for answer in range(3):
            yield bytes((1, 0, answer)) + msgspec.json.encode(request) + b"\n"
            yield bytes((1, EDIT, answer, number))
    for number, text in enumerate(_files()):
        yield bytes((2, 0, 32 * (number % 3) + number % len(_TEXTS))) + text.encode()
        yield bytes((2, EDIT, 255, number))
