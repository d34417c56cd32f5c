"""`sizewise` alone: asks for the workload on a line and prints the advice."""

from __future__ import annotations

import argparse
import sys

from engine.workload import Workload
from knowledge import load
from tui.cli.advise import advice_for
from tui.cli.main import DONE, NOTHING_FITS
from tui.cli.streams import printable
from tui.views.advice import page
from tui.views.line import as_text

_GREETING = """Sizewise: which AWS compute for this machine-learning workload, and why.

For instance   identify plants from photos in a mobile app, under 200 ms
               monthly churn prediction over CSV files, no hurry
               BERT sentiment, 1,000 requests a minute under 200 ms
"""


def run(_arguments: argparse.Namespace | None = None) -> int:
    """Ask once, answer once. An empty line leaves."""
    if sys.stdin.isatty():
        print(_GREETING)
    try:
        text = printable(input("Your workload › " if sys.stdin.isatty() else ""))
    except EOFError:
        return DONE
    if not text.strip():
        return DONE
    knowledge = load()
    advice = advice_for(text, Workload(), knowledge)
    print()
    print(as_text(page(advice, knowledge)))
    return DONE if advice.choice else NOTHING_FITS
