"""`sizewise explain TERM`: what the base says of anything in it, as people ask for it; alone, an overview of all that it holds."""

from __future__ import annotations

import argparse

from knowledge import load
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.views.explanation import ask_base, explain_entry, list_entries, render_explanation, render_overview


def run(arguments: argparse.Namespace) -> int:
    """Print the answer, or the overview. Raises InputError for what no entry of the base covers."""
    knowledge, text = load(), " ".join(arguments.term)
    if not text.strip():
        print(render_json(list_entries(knowledge)) if arguments.json else render_overview(knowledge))
        return DONE
    question = ask_base(text, knowledge)
    if arguments.json:
        print(render_json(explain_entry(question.finding.hits, knowledge, question)))
    else:
        print(render_explanation(question, knowledge))
    return DONE
