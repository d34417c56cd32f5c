"""`sizewise report`: an advice as a decision record, as Markdown, one page of HTML, or JSON."""

from __future__ import annotations

import argparse
import datetime as dt
from typing import TYPE_CHECKING, Any

from knowledge.errors import shown
from tui.cli.advice_input import add_input
from tui.cli.main import DONE, NOTHING_FITS
from tui.local_time import now

if TYPE_CHECKING:  # read when it runs
    from engine.advice import Advice
    from engine.handover.report import Heading
    from knowledge import Knowledge

FORMATS = ("markdown", "html", "json")
STATUSES = ("proposed", "accepted", "rejected", "superseded")


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `report`."""
    report = commands.add_parser(
        "report",
        help="an advice as a decision record to keep",
        description="Writes the whole of an advice: plan, reasons, what was rejected, costs, assumptions, arithmetic, sources.",
    )
    add_input(report)
    report.add_argument(
        "--format", choices=FORMATS, default="markdown", help="markdown (default), html for one page that needs nothing else"
    )
    report.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    report.add_argument("--out", "-o", metavar="FILE", help="write to a file instead of standard output")
    report.add_argument("--force", action="store_true", help="write over a file that is there")
    report.add_argument("--title", default="", help="the record's title; made of the workload where none is given")
    report.add_argument("--status", choices=STATUSES, default="proposed", help="how far the decision has come")
    report.add_argument("--date", type=_date, default=None, metavar="YYYY-MM-DD", help="the record's date (today)")
    report.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the record."""
    from knowledge import load  # noqa: PLC0415  # the help needs no base
    from tui.cli.advice_input import advice_of  # noqa: PLC0415  # the same
    from tui.cli.written import hand_out, target_of  # noqa: PLC0415  # the same

    path = target_of(arguments)
    knowledge = load()
    advice = advice_of(arguments, knowledge)
    text = written(advice, arguments.format, heading_of(arguments), knowledge)
    hand_out(text.encode(), path, force=arguments.force)
    return DONE if advice.choice else NOTHING_FITS


def heading_of(arguments: argparse.Namespace) -> Heading:
    """What the options say of the record."""
    from engine.handover.report import Heading  # noqa: PLC0415  # the help needs no engine

    return Heading(date=arguments.date or today(), status=arguments.status, title=arguments.title)


def today() -> str:
    """The day on this machine."""
    return now().date().isoformat()


def written(advice: Advice, form: str, heading: Heading, knowledge: Knowledge) -> str:
    """The record in one of the formats; ends with a line break."""
    from engine.handover.report import decision_record, figures_of, handed, html_page, markdown  # noqa: PLC0415  # the help needs no engine

    figures = figures_of(advice, knowledge)
    document = decision_record(advice, heading, figures, knowledge)
    if form == "markdown":
        return markdown(document)
    if form == "html":
        return html_page(document, figures, advice.catalog_as_of, knowledge)
    from engine.handover.as_json import advice_as_json  # noqa: PLC0415  # only JSON needs them
    from tui.cli.json_text import json_text  # noqa: PLC0415

    return f"{json_text(advice_as_json(handed(advice, document, heading, figures, knowledge)))}\n"


def _date(text: str) -> str:
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no date. Try {today()}") from None
