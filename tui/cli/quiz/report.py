"""`sizewise quiz report`: several hand-over files as the page of a lead."""

from __future__ import annotations

import argparse

from knowledge import load
from quizzes.bank import load_bank
from quizzes.team import HandOver, build_team_report, parse_hand_over
from tui.cli.documents import read_bytes_option
from tui.output.exit_status import DONE
from tui.output.files import checked_target, write_or_print
from tui.output.json_text import render_json
from tui.output.streams import replace_controls
from tui.views.team_report import team_report_lines
from tui.views.text_lines import WIDTH, as_text

_MAX_BYTES = 4_000_000


def run(arguments: argparse.Namespace) -> int:
    """Write the report as text, HTML or JSON."""
    path = checked_target(arguments)
    files = [_read_file(name) for name in arguments.files]
    knowledge = load()
    found = build_team_report(files, load_bank(knowledge).course, knowledge)
    if arguments.json:
        text = f"{render_json(found)}\n"
    elif arguments.html:
        from tui.views.team_page import render_team_page  # noqa: PLC0415  # only for a page

        text = render_team_page(found, knowledge)
    else:
        text = replace_controls(as_text(team_report_lines(found, knowledge, WIDTH))) + "\n"
    write_or_print(text.encode(), path, force=arguments.force)
    return DONE


def _read_file(name: str) -> HandOver:
    return parse_hand_over(read_bytes_option("FILE", name, _MAX_BYTES), name)
