"""`sizewise explain TERM`: what the base says of anything in it; alone, an overview of all that it holds."""

from __future__ import annotations

import argparse

from knowledge import load
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.views.explanation import explain_entry, find_entries, list_entries, render_article, render_overview


def run(arguments: argparse.Namespace) -> int:
    """Print the article, or the overview. Raises InputError for a term that is not in the base."""
    knowledge, text = load(), " ".join(arguments.term)
    if not text.strip():
        print(render_json(list_entries(knowledge)) if arguments.json else render_overview(knowledge))
        return DONE
    hits = find_entries(text, knowledge)
    print(render_json(explain_entry(hits, knowledge)) if arguments.json else render_article(hits, knowledge))
    return DONE
