"""`sizewise compare A B …`: entries of one kind side by side."""

from __future__ import annotations

import argparse

from knowledge import load
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.views.comparison import compare_entries, render_comparison


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison."""
    knowledge, names = load(), arguments.names
    print(render_json(compare_entries(names, knowledge)) if arguments.json else "\n".join(render_comparison(names, knowledge)))
    return DONE
