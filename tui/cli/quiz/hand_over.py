"""`sizewise quiz hand-over`: what one person can do, as a file for a lead."""

from __future__ import annotations

import argparse
import datetime as dt

from knowledge import load
from quizzes.store import LogStore
from quizzes.team import build_hand_over
from tui.output.exit_status import DONE, INTERNAL
from tui.output.files import checked_target, write_or_print
from tui.output.json_text import render_json
from tui.output.streams import print_error, replace_controls
from tui.practice.setup import load_supply
from tui.views.team_report import hand_over_sentences


def run(arguments: argparse.Namespace) -> int:
    """Write the file, and say on standard error what it holds."""
    path = checked_target(arguments)
    knowledge = load()
    supply, store = load_supply(knowledge), LogStore(knowledge)
    try:
        found = build_hand_over(
            store.read_rows(),
            store.state,
            list(supply.askable_by_id.values()),
            supply.bank.course,
            today=dt.datetime.now(dt.UTC).date(),
            name=replace_controls(arguments.name),
            with_answers=arguments.answers,
        )
    finally:
        store.close()
    if store.problem_notice:
        print_error(store.problem_notice)
    write_or_print(f"{render_json(found)}\n".encode(), path, force=arguments.force)
    if path is not None:
        print(replace_controls("\n".join(hand_over_sentences(found, str(path), knowledge))))
    return INTERNAL if store.is_lost else DONE
