"""Writes the hand-over file from within practice: "hand over ana.json Ana"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from knowledge.errors import InputError
from quizzes.team import build_hand_over
from tui.output.files import write_file
from tui.output.json_text import render_json
from tui.practice.stage import PracticeContext
from tui.views.team_report import hand_over_sentences


def write_hand_over(words: str, context: PracticeContext) -> Iterator[str]:
    """Write the file that the first word names, with the name behind it, and say what it holds.

    Nothing is written over. Raises InputError where the file cannot be written.
    """
    file, _, name = words.strip().partition(" ")
    path = Path(file).expanduser()
    if path.exists():
        raise InputError(context.sentence("hand_over_there", file=path))
    store, supply = context.store, context.supply
    found = build_hand_over(
        store.read_rows(), store.state, list(supply.askable_by_id.values()), supply.bank.course, today=context.today, name=name
    )
    write_file(path, f"{render_json(found)}\n".encode(), force=False)
    yield from hand_over_sentences(found, str(path), context.knowledge)
    yield context.sentence("handed_over", file=path)
