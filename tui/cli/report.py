"""`sizewise report`: an advice as a decision record, as Markdown, one page of HTML, or JSON."""

from __future__ import annotations

import argparse

from engine.handover.report import Heading
from knowledge import load
from tui.cli.advice_input import advice_from_options
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.files import checked_target, write_or_print
from tui.views.decision_record import render_record, today_iso


def run(arguments: argparse.Namespace) -> int:
    """Write the record."""
    path = checked_target(arguments)
    knowledge = load()
    advice = advice_from_options(arguments, knowledge)
    heading = Heading(date=arguments.date or today_iso(), status=arguments.status, title=arguments.title)
    text = render_record(advice, arguments.format, heading, knowledge)
    write_or_print(text.encode(), path, force=arguments.force)
    return DONE if advice.choice else NOTHING_FITS
