"""The advice as a file to hand on: text with its sources and their dates, a decision record, or the contract's JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.advice import Advice
from engine.handover.as_json import advice_as_json
from engine.words import say
from knowledge import Knowledge
from knowledge.errors import InputError
from tui.cli.json_text import json_text
from tui.cli.written import create_file
from tui.views.advice import page
from tui.views.conversation import source_lines
from tui.views.line import WIDTH, Line, as_text

_RECORDS: Final = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}
"""Ending of a name -> the format of a decision record."""


def export(advice: Advice, name: str, base: Knowledge) -> None:
    """Write it to a new file. Raises InputError where that name is taken, OSError where it cannot be, without leaving half."""
    path = Path(name).expanduser()
    if path.exists() or path.is_symlink():
        raise InputError(say(base, "export_exists", name=name))
    create_file(path, _written(advice, base, path.suffix.lower()).encode())


def _written(advice: Advice, base: Knowledge, ending: str) -> str:
    if ending == ".json":
        return f"{json_text(advice_as_json(advice))}\n"
    if ending in _RECORDS:
        from engine.handover.report import Heading  # noqa: PLC0415  # few ask for one
        from tui.cli.report import today, written  # noqa: PLC0415  # the same

        return written(advice, _RECORDS[ending], Heading(date=today()), base)
    return f"{as_text([*page(advice, base), Line(''), *source_lines(advice, base, WIDTH)])}\n"
