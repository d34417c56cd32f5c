"""`sizewise quiz check --overruled`: typed answers of this machine's log that their writers marked otherwise than the grader."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec

from knowledge import Knowledge, load
from knowledge.schema.record import Record
from quizzes.bank import load_bank
from quizzes.overruled import Overruled, overruled
from quizzes.store import Store
from tui.cli.json_text import json_text
from tui.cli.main import DONE, INTERNAL
from tui.cli.streams import printable, tell
from tui.practice.words import say
from tui.views.line import WIDTH, Line, as_text, wrapped


class Listing(Record):
    """What `--json` prints."""

    schema: int
    overruled: tuple[Overruled, ...]


def run(arguments: argparse.Namespace) -> int:
    """List them for the author of the items."""
    knowledge = load()
    store = Store(knowledge)
    try:
        if store.told:
            tell(store.told)
        found = Listing(schema=1, overruled=overruled(store.rows(), load_bank(knowledge).items))
    finally:
        store.close()
    print(json_text(as_json(found)) if arguments.json else printable(as_text(_lines(found, knowledge))))
    return INTERNAL if store.is_lost else DONE


def as_json(found: Listing) -> dict[str, Any]:
    """The document of `--json`."""
    document: dict[str, Any] = msgspec.to_builtins(found)
    return document


def _lines(found: Listing, base: Knowledge) -> Iterator[Line]:
    if not found.overruled:
        yield from wrapped(say(base, "overruled_none"), WIDTH)
        return
    yield from wrapped(say(base, "overruled_head", count=len(found.overruled)), WIDTH)
    for one in found.overruled:
        values = {"item": one.item, "times": one.times, "date": one.last.date(), "grader": one.grader, "learner": one.learner}
        yield Line("")
        yield from wrapped(say(base, "overruled_one", **values), WIDTH, "  ")
        yield from wrapped(f"  {one.answer}", WIDTH, "  ")
        if one.missing:
            yield from wrapped(f"  {say(base, 'overruled_missing', what='; '.join(one.missing))}", WIDTH, "    ")
        if one.contradicted:
            yield from wrapped(f"  {say(base, 'overruled_against', what='; '.join(one.contradicted))}", WIDTH, "    ")
