"""`sizewise estimate`: what a model needs and how fast some hardware runs it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.sizing.asked import asked_of
from engine.sizing.options import OPTIONS
from knowledge import Knowledge, load
from knowledge.errors import InputError, shown
from knowledge.plain_text import refuse_utf_16, unmarked
from tui.cli.json_text import json_text
from tui.cli.main import DONE, NOTHING_FITS

_MOST_BYTES: Final = 1_000_000
"""Of a model's configuration."""


def run(arguments: argparse.Namespace) -> int:
    """Print the estimate."""
    knowledge = load()
    given = {name: value for name in OPTIONS if (value := getattr(arguments, name)) is not None}
    if arguments.jsonl:
        from tui.cli.jsonl import serve  # noqa: PLC0415  # only lines need it

        return serve(lambda request: answer({**given, **request}, knowledge))
    asked = asked_of(given, knowledge, config_in)
    found = asked.answer(knowledge)
    if arguments.json:
        print(json_text(msgspec.to_builtins(found)))
    else:
        from tui.cli.estimate_text import page  # noqa: PLC0415  # JSON needs no page

        print(page(asked, found, knowledge))
    return NOTHING_FITS if found.memory_gb.verdict == "does-not-fit" else DONE


def answer(request: dict[str, Any], knowledge: Knowledge) -> dict[str, Any]:
    """The answer to one line of `--jsonl`."""
    asked = asked_of({name: value for name, value in request.items() if name != "id"}, knowledge, config_in)
    told: dict[str, Any] = msgspec.to_builtins(asked.answer(knowledge))
    return told


def config_in(name: str) -> Mapping[str, object]:
    """What the file of a model's configuration holds. Raises InputError where it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"model_config: {shown(name)} cannot be read ({getattr(error, 'strerror', None) or 'no such name'}).") from None
    if len(data) > _MOST_BYTES:
        raise InputError(f"model_config: {shown(name)} is larger than the {_MOST_BYTES:,} bytes a configuration may have.")
    refuse_utf_16(data, f"model_config: {shown(name)}")
    try:
        config = msgspec.json.decode(unmarked(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"model_config: {shown(name)} is not JSON ({error}).") from None
    if not isinstance(config, dict):
        raise InputError(f"model_config: {shown(name)} holds no JSON object, as a config.json does.")
    return config
