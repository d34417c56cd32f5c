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
from engine.decision.context import Memo
from engine.handover.as_json import advice_as_json
from engine.handover.kept import advice_from
from engine.handover.recheck import recheck
from engine.handover.report import Heading
from engine.handover.template import template_of
from engine.handover.verify.found import Found
from engine.handover.verify.outcome import verified
from engine.handover.verify.placed import Given
from engine.handover.verify.tools import found_in
from engine.intake.given import from_mapping
from knowledge.errors import InputError
from knowledge.safe_yaml import read_mapping
from tests.fuzz.base import base, hold
from tests.fuzz.edits import EDIT, Drawn, edited
from tests.tables import table
from tui.cli import advise, estimate, jsonl, understand
from tui.cli.json_text import json_text
from tui.cli.report import written

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
    drawn = Drawn(data)
    read = drawn.pick((_advices, _requests, _results))
    read(drawn, drawn.byte() == EDIT)


def _advices(drawn: Drawn, is_edit: bool) -> None:  # noqa: FBT001  # one of three readers of the same shape
    """An advice of a file: what is read is written back equal, rechecked, and handed on in every form."""
    what = drawn.byte()
    data = json_text(edited(drawn, drawn.pick(_kept()))).encode() if is_edit else drawn.rest()
    try:
        advice = advice_from(read_mapping(data, "file"), "file: ")
    except InputError as error:
        hold(error, "file")
        return
    text = json_text(advice_as_json(advice))
    assert json_text(advice_as_json(advice_from(read_mapping(text.encode(), "again"), "again: "))) == text
    try:
        _used(advice, what)
    except InputError as error:
        hold(error)


def _used(advice: Advice, what: int) -> None:
    """One use of an advice: each takes as long as a decision."""
    form = ("recheck", "markdown", "html", "json", *_FORMATS)[what % (4 + len(_FORMATS))]
    if form == "recheck":
        checked = recheck(advice, base(), file="file", tolerance=5.0)
        assert checked.text
        assert all(note.strip() for note in checked.notes)
    elif form not in _FORMATS:
        assert written(advice, form, _HEADING, base()).endswith("\n")
    elif advice.choice is not None:
        assert template_of(advice, base(), form).text.strip()  # type: ignore[arg-type]  # one of its formats


def _requests(drawn: Drawn, is_edit: bool) -> None:  # noqa: FBT001  # the same
    """Lines of requests: an answer for each, in order, with its id; none fails on our side."""
    answer = drawn.pick(_answers())
    lines = msgspec.json.encode(edited(drawn, drawn.pick(_REQUESTS))) if is_edit else drawn.rest()
    target = io.BytesIO()
    assert jsonl.serve(answer, io.BytesIO(lines), target) == 0
    asked = [line for line in lines.split(b"\n") if line.strip()]
    answers = target.getvalue().splitlines()
    assert len(answers) == len(asked)
    for line, found in zip(asked, map(msgspec.json.decode, answers), strict=True):
        error = found.get("error")
        if error is not None:
            assert "Sizewise failed on its own" not in error, (line, error)
            hold(InputError(error))
        assert found["id"] == _identity(line)


def _identity(line: bytes) -> object:
    """The id of a request; None where it is no object."""
    try:
        request = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return request.get("id") if isinstance(request, dict) else None


def _results(drawn: Drawn, is_edit: bool) -> None:  # noqa: FBT001  # the same
    """What a load test wrote: numbers, or one line; in one input of eight a ranking that they change, which takes its time."""
    which = drawn.byte()
    text = _changed(drawn) if is_edit else drawn.rest().decode("utf-8", "replace")
    try:
        found = found_in(text, "file")
    except InputError as error:
        hold(error, "file")
        return
    if which < 32:  # of 256
        _ranked(_advised()[which % len(_TEXTS)], found[:2], drawn.pick(("g5.xlarge", "m5.large", None)))


def _ranked(advice: Advice, found: list[Found], instance_type: str | None) -> None:
    """An advice that rests on measurements is read back as it was written."""
    try:
        outcome = verified(advice, found, base(), Given(instance_type=instance_type, instance_count=1))
    except InputError as error:
        hold(error)
        return
    assert len(outcome.readings) == len(found)
    again = advice_from(read_mapping(json_text(advice_as_json(outcome.advice)).encode(), "again"), "again: ")
    assert json_text(advice_as_json(again)) == json_text(advice_as_json(outcome.advice))


def _changed(drawn: Drawn) -> str:
    """A result file with something else in it: values of JSON, or a piece of a table exchanged."""
    text = drawn.pick(_files())
    try:
        return msgspec.json.encode(edited(drawn, msgspec.json.decode(text))).decode()
    except msgspec.DecodeError:
        start = drawn.below(len(text) + 1)
        return text[:start] + drawn.text() + text[start + drawn.byte() :]


@functools.cache
def _answers() -> tuple[Callable[[dict[str, Any]], dict[str, Any]], ...]:
    memo: Memo = {}

    def advised(request: dict[str, Any]) -> dict[str, Any]:
        return advise.answer(request, base(), "today", "choice", memo)

    def understood(request: dict[str, Any]) -> dict[str, Any]:
        return understand.answer(understand._text_of(request), base())

    return advised, understood, partial(estimate.answer, knowledge=base())


@functools.cache
def _advised() -> tuple[Advice, ...]:
    return tuple(advise.advice_for(text, from_mapping({}, base()), base(), explain="choice") for text in _TEXTS)


@functools.cache
def _kept() -> tuple[dict[str, Any], ...]:
    return tuple(_short(advice_as_json(advice)) for advice in _advised())


def _short(node: Any) -> Any:  # noqa: ANN401  # any JSON
    """The same with two of each list: a whole advice takes long to read, and says no more of its shape."""
    if isinstance(node, dict):
        return {key: _short(child) for key, child in node.items()}
    return [_short(child) for child in node[:2]] if isinstance(node, list | tuple) else node


@functools.cache
def _files() -> tuple[str, ...]:
    return tuple(case["text"] for case in table(_RESULTS))


def seeds() -> Iterator[bytes]:
    """Advices as they are written, requests, results of every tool; and edits of each."""
    for number, kept in enumerate(_kept()):
        yield bytes((0, 0, number * 2)) + msgspec.json.encode(kept)
        yield bytes((0, EDIT, number, number))
    for number, request in enumerate(_REQUESTS):
        for answer in range(3):
            yield bytes((1, 0, answer)) + msgspec.json.encode(request) + b"\n"
            yield bytes((1, EDIT, answer, number))
    for number, text in enumerate(_files()):
        yield bytes((2, 0, 32 * (number % 3) + number % len(_TEXTS))) + text.encode()
        yield bytes((2, EDIT, 255, number))
