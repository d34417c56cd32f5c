"""`sizewise estimate`: what a model needs and how fast some hardware runs it."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from engine.sizing.estimator.estimate_options import OPTIONS
from engine.sizing.estimator.estimate_request import parse_estimate_request
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.documents import read_object_option
from tui.cli.jsonl import serve_requests
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.json_text import render_json
from tui.views.estimate import render_estimate


def run(arguments: argparse.Namespace) -> int:
    """Print the estimate."""
    knowledge = load()
    given = {name: value for name in OPTIONS if (value := getattr(arguments, name)) is not None}
    if arguments.jsonl:
        return serve_requests(lambda request: answer_request({**given, **request}, knowledge))
    asked = parse_estimate_request(given, knowledge, _read_config)
    found = asked.compute_estimate(knowledge)
    if arguments.json:
        print(render_json(msgspec.to_builtins(found)))
    else:
        print(render_estimate(asked, found, knowledge))
    return NOTHING_FITS if found.memory_gb.verdict == "does-not-fit" else DONE


def answer_request(request: dict[str, Any], knowledge: Knowledge) -> dict[str, Any]:
    """The answer to one line of `--jsonl`."""
    asked = parse_estimate_request({name: value for name, value in request.items() if name != "id"}, knowledge, _read_config_of_request)
    told: dict[str, Any] = msgspec.to_builtins(asked.compute_estimate(knowledge))
    return told


def _read_config(name: str) -> dict[str, Any]:
    """The model's configuration in the file that `--model-config` names."""
    return read_object_option("model_config", name)


def _read_config_of_request(name: str) -> dict[str, Any]:
    """The same for a line of `--jsonl`, whose standard input holds the requests."""
    if name == "-":
        raise InputError("model_config: - is where the requests come from. Give the name of a file, or the configuration itself.")
    return _read_config(name)
