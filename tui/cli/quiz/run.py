"""`sizewise quiz`: practice in the app; without a terminal, and where one cannot draw, line by line."""

from __future__ import annotations

import argparse
import gc

from knowledge import Knowledge, load
from tui.cli.main import DONE
from tui.launch import can_draw, open_app


def run(arguments: argparse.Namespace) -> int:
    """Practise."""
    del arguments
    return practise(load())


def practise(knowledge: Knowledge, line: str = "") -> int:
    """Open practice, at its menu or with what a line such as "exam MLA-C01 compute" begins."""
    if can_draw():
        return open_app(knowledge, practise=line)
    from tui.practice.begin import begin  # noqa: PLC0415  # each face loads only what it needs
    from tui.practice.plain import converse  # noqa: PLC0415

    gc.enable()  # practice lives long
    converse(begin(knowledge), line)
    return DONE
