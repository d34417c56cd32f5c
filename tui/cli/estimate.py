"""`sizewise estimate`: what a model needs and how fast some hardware runs it."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from engine.sizing.asked import asked_of
from engine.sizing.options import OPTIONS
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.documents import object_from
from tui.cli.json_text import json_text
from tui.cli.main import DONE, NOTHING_FITS


def run(arguments: argparse.Namespace) -> int:
    """Print the estimate."""
    knowledge = load()
    given = {name: value for name in OPTIONS if (value := getattr(arguments, name)) is not None}
    if arguments.jsonl:
        from tui.cli.jsonl import serve  # noqa: PLC0415  # only lines need it

        return serve(lambda request: answer({**given, **request}, knowledge))
    asked = asked_of(given, knowledge, _config_in)
    found = asked.answer(knowledge)
    if arguments.json:
        print(json_text(msgspec.to_builtins(found)))
    else:
        from tui.cli.estimate_text import page  # noqa: PLC0415  # JSON needs no page

        print(page(asked, found, knowledge))
    return NOTHING_FITS if found.memory_gb.verdict == "does-not-fit" else DONE


def answer(request: dict[str, Any], knowledge: Knowledge) -> dict[str, Any]:
    """The answer to one line of `--jsonl`."""
    asked = asked_of({name: value for name, value in request.items() if name != "id"}, knowledge, _config_beside)
    told: dict[str, Any] = msgspec.to_builtins(asked.answer(knowledge))
    return told


def _config_in(name: str) -> dict[str, Any]:
    """The model's configuration in the file that `--model-config` names."""
    return object_from("model_config", name)


def _config_beside(name: str) -> dict[str, Any]:
    """The same for a line of `--jsonl`, whose standard input holds the requests."""
    if name == "-":
        raise InputError("model_config: - is where the requests come from. Give the name of a file, or the configuration itself.")
    return _config_in(name)
