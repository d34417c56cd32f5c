"""`sizewise quiz check --overruled`: typed answers in this machine's log whose learner overruled the grader."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from knowledge import Knowledge, load
from knowledge.schema.record import Record
from quizzes.bank import load_bank
from quizzes.disputed_grades import Overruled, list_disputed_grades
from quizzes.store import LogStore
from tui.output.exit_status import DONE, INTERNAL
from tui.output.json_text import render_json
from tui.output.streams import print_error, replace_controls
from tui.practice.practice_sentences import practice_sentence
from tui.views.text_lines import WIDTH, Line, as_text, wrap_text


class Listing(Record):
    """What `--json` prints."""

    schema: int
    overruled: tuple[Overruled, ...]


def run(arguments: argparse.Namespace) -> int:
    """List them for the author of the items."""
    knowledge = load()
    store = LogStore(knowledge)
    try:
        if store.problem_notice:
            print_error(store.problem_notice)
        found = Listing(schema=1, overruled=list_disputed_grades(store.read_rows(), load_bank(knowledge).items))
    finally:
        store.close()
    print(render_json(as_json(found)) if arguments.json else replace_controls(as_text(_dispute_lines(found, knowledge))))
    return INTERNAL if store.is_lost else DONE


def as_json(found: Listing) -> dict[str, Any]:
    """The document of `--json`."""
    document: dict[str, Any] = msgspec.to_builtins(found)
    return document


def _dispute_lines(found: Listing, base: Knowledge) -> Iterator[Line]:
    if not found.overruled:
        yield from wrap_text(practice_sentence(base, "overruled_none"), WIDTH)
        return
    yield from wrap_text(practice_sentence(base, "overruled_head", count=len(found.overruled)), WIDTH)
    for one in found.overruled:
        values = {"item": one.item, "times": one.times, "date": one.last.date(), "grader": one.grader, "learner": one.learner}
        yield Line("")
        yield from wrap_text(practice_sentence(base, "overruled_one", **values), WIDTH, "  ")
        yield from wrap_text(f"  {one.answer}", WIDTH, "  ")
        if one.missing:
            yield from wrap_text(f"  {practice_sentence(base, 'overruled_missing', what='; '.join(one.missing))}", WIDTH, "    ")
        if one.contradicted:
            yield from wrap_text(f"  {practice_sentence(base, 'overruled_against', what='; '.join(one.contradicted))}", WIDTH, "    ")
