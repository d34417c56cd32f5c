"""Typed answers and everything else that can be graded: one of four verdicts, or one line."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from knowledge.errors import InputError
from quizzes.bank import Bank, load_bank
from quizzes.item import Typed
from tests.fuzz.base import base, check_refusal
from tests.fuzz.edits import EDIT, RAW, ChoiceBytes, edit_document
from tui.cli.quiz.grade import answer_request

_TYPED: Final = 2
"""A first byte that says: the next two pick a typed item, the rest is the answer."""
_VERDICTS: Final = ("correct", "partial", "incorrect", "unsure")
_ANY: Final[tuple[dict[str, Any], ...]] = (
    {
        "question": "Why Inferentia and not a GPU?",
        "references": ["It costs less per inference at high volume, once the model is compiled with Neuron."],
        "answer": "Cheaper per inference at steady volume, but the model has to be compiled for Neuron.",
    },
    {
        "question": "How large may the payload be?",
        "references": [],
        "rubric": {
            "required": [{"name": "25 MB", "number": {"unit": "MB", "value": 25, "tolerance": 0.1}}, ["larger|more than lambda", "bigger"]],
            "optional": ["asynchronous"],
            "forbidden": [{"name": "6 MB", "number": {"unit": "MB", "min": 5.5, "max": 6.5}}],
            "sides": {"real-time": ["endpoint", "real time"], "batch": ["transform"]},
            "subject": "real-time",
            "rivals": ["lambda"],
            "numbers": [{"unit": "s", "value": 60}],
        },
        "answer": "Up to 25 MB at a real-time endpoint, more than Lambda; not 6 MB.",
    },
    {"item": "court-recordings-queue", "answer": ["b"], "seed": 7},
)


def fuzz(data: bytes) -> None:
    """The first byte says raw JSON, an edited request, or words for a typed item."""
    drawn = ChoiceBytes(data)
    form = drawn.byte()
    if form == RAW:
        _lines(drawn.rest())
    elif form == EDIT:
        _grade_answer(edit_document(drawn, drawn.pick(_ANY)))
    else:
        item = drawn.pick(_type_answer())
        _grade_answer({"item": item.id, "answer": drawn.rest().decode("utf-8", "replace")})


def _lines(text: bytes) -> None:
    for line in text.split(b"\n"):
        try:
            request = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        _grade_answer(request)


def _grade_answer(request: object) -> None:
    """One request, now and then graded twice: that takes as long again."""
    if not isinstance(request, dict):
        return
    try:
        found = answer_request(request, bank=_bank(), knowledge=base())
    except InputError as error:
        check_refusal(error)
        return
    assert found["verdict"] in _VERDICTS
    assert 0 <= found["score"] <= 1
    assert (found["verdict"] == "correct") <= (found["score"] > 0)
    for part in ("found", "missing", "contradicted"):
        assert all(isinstance(phrase, str) for phrase in found[part])
    if len(repr(request)) % 8 == 0:
        assert msgspec.json.encode(answer_request(request, bank=_bank(), knowledge=base())) == msgspec.json.encode(found)


@functools.cache
def _bank() -> Bank:
    return load_bank(base())


@functools.cache
def _type_answer() -> tuple[Typed, ...]:
    return tuple(item for item in _bank().items.values() if isinstance(item, Typed))


def seeds() -> Iterator[bytes]:
    """Model answers of the typed items, whole and without an end, and requests of every form."""
    for number, item in enumerate(_type_answer()):
        at = (
            bytes((_TYPED, number)) if len(_type_answer()) <= 256 else bytes((_TYPED, number // 256, number % 256))
        )  # as `Drawn.below` reads it
        for reference in item.references:
            yield at + reference.encode()
            yield at + f"It is not so that {reference}".encode()
    for number, request in enumerate(_ANY):
        yield bytes((RAW,)) + msgspec.json.encode(request)
        yield bytes((EDIT, number))
