"""Records as the JSON of the contract."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from engine.advice import Advice
from engine.workload import Origin, Value, Workload

_STEERING: Final = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters beyond ASCII, and marks of writing direction."""


def advice_as_json(advice: Advice) -> dict[str, Any]:
    """The advice as a JSON object; a flip's `before` is called `from` there."""
    whole: dict[str, Any] = msgspec.to_builtins(advice)
    for flip in whole["flips"]:
        flip["from"] = flip.pop("before")
    return whole


def facts_as_json(workload: Workload) -> dict[str, dict[str, Any]]:
    """Fact -> value, origin, and the words or the reason behind it."""
    return {name: _fact(value, workload.origins[name]) for name, value in workload.known().items()}


def _fact(value: Value, origin: Origin) -> dict[str, Any]:
    told: dict[str, Any] = {"value": value, "origin": origin.kind}
    if origin.quote:
        told["quote"] = origin.quote
    if origin.because:
        told["from"] = origin.because
    return told


def encoded(whole: object) -> str:
    """Indented JSON text."""
    return _escaped(msgspec.json.format(msgspec.json.encode(whole), indent=2).decode())


def on_one_line(whole: object) -> bytes:
    """JSON on one line, UTF-8."""
    return _escaped(msgspec.json.encode(whole).decode()).encode()


def _escaped(text: str) -> str:
    """JSON leaves some characters that steer a terminal as they are; they can only stand in strings, where an escape means the same."""
    return _STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
