"""`sizewise diagnose`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from engine.advice import Diagnosed, Diagnosis
from engine.diagnosis import diagnose_text
from engine.intake.understand import understand
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.plain_text import strip_byte_order_mark
from tui.cli.documents import read_bytes_option
from tui.cli.jsonl import serve_requests
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.output.streams import allows_color
from tui.views.diagnosis import diagnosis_lines
from tui.views.text_lines import WIDTH, as_text, wrap_text

_MOST_LOG_BYTES: Final = 20_000_000
"""Bytes of a log that are read; of a longer one the beginning."""


def run(arguments: argparse.Namespace) -> int:
    """Say what hurts, how to make sure, and what helps."""
    knowledge = load()
    if arguments.jsonl:
        return serve_requests(lambda request: {"diagnosis": _diagnose(_text_of(request), _log_of(request), knowledge)})
    text = " ".join(arguments.text)
    log = _read_log(arguments.log) if arguments.log else ""
    if not text.strip() and not log.strip():
        raise InputError('text: nothing was given. Try sizewise diagnose "CUDA out of memory after a few steps", or --log FILE.')
    found = _diagnose(text, log, knowledge)
    if arguments.json:
        print(render_json(Diagnosed(diagnosis=tuple(found))))
        return DONE
    lines = list(diagnosis_lines(found, knowledge, WIDTH)) or wrap_text(knowledge.wording["symptoms"].texts["nothing"], WIDTH)
    print(as_text(lines, color=allows_color()))
    return DONE


def _diagnose(text: str, log: str, knowledge: Knowledge) -> Sequence[Diagnosis]:
    return diagnose_text(text, log, understand(text, knowledge).workload, knowledge)


def _read_log(name: str) -> str:
    data = strip_byte_order_mark(read_bytes_option("--log", name, _MOST_LOG_BYTES))
    return data.decode("utf-8", errors="replace")


def _text_of(request: dict[str, Any]) -> str:
    text = request.get("text", "")
    if not isinstance(text, str) or not (text.strip() or _log_of(request).strip()):
        raise InputError("text: give a string with some words, or a log.")
    return text


def _log_of(request: dict[str, Any]) -> str:
    log = request.get("log", "")
    if not isinstance(log, str):
        raise InputError("log: give a string.")
    return log
