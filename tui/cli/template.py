"""`sizewise template`: an advice as text that deploys it."""

from __future__ import annotations

import argparse
import sys

from engine.handover.template import write_template
from knowledge import load
from knowledge.sentences import fill_sentence
from tui.cli.advice_input import advice_from_options
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.files import checked_target, write_or_print
from tui.output.json_text import render_json


def run(arguments: argparse.Namespace) -> int:
    """Write the template."""
    path = checked_target(arguments)
    knowledge = load()
    advice = advice_from_options(arguments, knowledge)
    if advice.choice is None:
        print(fill_sentence(knowledge, "template", "nothing"), file=sys.stderr)
        return NOTHING_FITS
    template = write_template(advice, knowledge, arguments.format)
    text = f"{render_json(template)}\n" if arguments.json else template.text
    write_or_print(text.encode(), path, force=arguments.force)
    return DONE
