"""`sizewise quiz`: practice in the app, or line by line without a suitable terminal."""

from __future__ import annotations

import argparse
import gc

from knowledge import Knowledge, load
from tui.launch import can_draw, open_app
from tui.output.exit_status import DONE
from tui.since_date import parse_since


def run(arguments: argparse.Namespace) -> int:
    """Start practice at its menu, or with what changed since a day. Raises InputError for a bad date."""
    line = f"new since {parse_since(arguments.new_since, 'new-since')}" if arguments.new_since is not None else ""
    return start_practice(load(), line)


def start_practice(knowledge: Knowledge, line: str = "") -> int:
    """Start practice at its menu, or with a line such as "exam MLA-C01 compute"."""
    if can_draw():
        return open_app(knowledge, practise=line)
    from tui.practice.line_mode import practise_in_lines  # noqa: PLC0415  # the app does not need it
    from tui.practice.setup import open_practice  # noqa: PLC0415  # the app reads it behind its first screen

    gc.enable()  # practice lives long
    practise_in_lines(open_practice(knowledge), line)
    return DONE
