"""Writes the advice to a file: text with its sources and their dates, a decision record, or the JSON of `sizewise advise`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.advice import Advice
from engine.fact_wording import say
from engine.handover.advice_json import advice_as_json
from knowledge import Knowledge
from knowledge.errors import InputError
from tui.output.files import create_file
from tui.output.json_text import render_json
from tui.views.advice import advice_lines
from tui.views.conversation import source_lines
from tui.views.text_lines import WIDTH, Line, as_text

_RECORD_FORMATS: Final = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}
"""File extension -> format of a decision record."""
_ENDINGS: Final = frozenset({"", ".txt", ".text", ".json", *_RECORD_FORMATS})
"""Extensions of files that can be written; without one it is text."""


def export_advice(advice: Advice, name: str, base: Knowledge) -> None:
    """Write the advice to a new file, whole or not at all.

    Raises InputError where the file exists or has an ending that is not known, OSError where it cannot be written.
    """
    path = Path(name).expanduser()
    if path.suffix.lower() not in _ENDINGS:
        if path.suffix.lower() == ".pdf":
            raise InputError(say(base, "export_pdf", stem=path.stem))
        raise InputError(say(base, "export_ending", ending=path.suffix, stem=path.stem))
    if path.exists() or path.is_symlink():
        raise InputError(say(base, "export_exists", name=name))
    create_file(path, _render_file(advice, base, path.suffix.lower()).encode())


def _render_file(advice: Advice, base: Knowledge, ending: str) -> str:
    if ending == ".json":
        return f"{render_json(advice_as_json(advice))}\n"
    if ending in _RECORD_FORMATS:
        from engine.handover.report import Heading  # noqa: PLC0415  # few ask for one
        from tui.views.decision_record import render_record, today_iso  # noqa: PLC0415  # the same

        return render_record(advice, _RECORD_FORMATS[ending], Heading(date=today_iso()), base)
    return f"{as_text([*advice_lines(advice, base), Line(''), *source_lines(advice, base, WIDTH)])}\n"
