"""`sizewise compat`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.compatibility import Compatibility, check_compatibility, find_software, matrix_row
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.schema.compatibility import Software
from tui.cli.jsonl import serve_requests
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.json_text import render_json
from tui.output.streams import allows_color
from tui.views.compatibility import compatibility_lines
from tui.views.software import matrix_lines
from tui.views.text_lines import WIDTH, Line, as_text


def run(arguments: argparse.Namespace) -> int:
    """Say whether what was named runs."""
    knowledge = load()
    if arguments.jsonl:
        return serve_requests(lambda request: msgspec.to_builtins(_first(_answer_request(request, knowledge))))
    text = " ".join(arguments.text)
    if arguments.matrix:
        print(as_text(matrix_lines(_named_or_all(arguments.software or (), knowledge), knowledge, WIDTH), color=allows_color()))
        return DONE
    if not text.strip() and not arguments.software:
        raise InputError(
            'text: nothing was given. Try sizewise compat "vLLM with AWQ on g4dn.xlarge", or --software vllm --instance g4dn.xlarge.'
        )
    found = check_compatibility(text, knowledge, software=arguments.software or (), instances=arguments.instance or ())
    if arguments.json:
        print(render_json(_first(found) if len(found) == 1 else list(found)))
    else:
        lines = [line for one in found for line in (*compatibility_lines(one, knowledge, WIDTH), Line(""))]
        print(as_text(lines[:-1], color=allows_color()))
    return NOTHING_FITS if any(one.verdict == "fails" for one in found) else DONE


def _named_or_all(names: Sequence[str], knowledge: Knowledge) -> list[Software]:
    """The software of these names, else all of it that any accelerator decides."""
    if names:
        return [find_software(name, knowledge).software for name in names]
    return [one for one in knowledge.software.values() if {cell.outcome for cell in matrix_row(one, knowledge)} >= {"passes", "fails"}]


def _answer_request(request: dict[str, Any], knowledge: Knowledge) -> tuple[Compatibility, ...]:
    text, software, instances = request.get("text") or "", request.get("software") or [], request.get("instance") or []
    if not isinstance(text, str):
        raise InputError("text: give a string.")
    for name, value in (("software", software), ("instance", instances)):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise InputError(f"{name}: give a list of names.")
    return check_compatibility(text, knowledge, software=software, instances=instances)


def _first(found: tuple[Compatibility, ...]) -> Compatibility:
    """The answer where several machines are named: the first that fails, else the first."""
    return next((one for one in found if one.verdict == "fails"), found[0])
