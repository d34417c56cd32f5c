"""The advice as a file to hand on: text with its sources and their dates, or the contract's JSON."""

from __future__ import annotations

from pathlib import Path

from engine.advice import Advice
from engine.dialogue.words import say
from engine.handover.as_json import advice_as_json
from knowledge import Knowledge
from knowledge.errors import InputError
from tui.cli.json_text import json_text
from tui.views.advice import page
from tui.views.conversation import source_lines
from tui.views.line import WIDTH, Line, as_text


def export(advice: Advice, name: str, base: Knowledge) -> None:
    """Write it to a new file. Raises InputError where that name is taken, OSError where it cannot be written."""
    path = Path(name).expanduser()
    if path.exists():
        raise InputError(say(base, "export_exists", name=name))
    path.write_text(_written(advice, base, as_json=path.suffix == ".json"), encoding="utf-8")


def _written(advice: Advice, base: Knowledge, *, as_json: bool) -> str:
    if as_json:
        return f"{json_text(advice_as_json(advice))}\n"
    return f"{as_text([*page(advice, base), Line(''), *source_lines(advice, base, WIDTH)])}\n"
