"""The parsers of the commands that advise and hand an advice on: advise, understand, diagnose, converse, report, template."""

from __future__ import annotations

import argparse
import datetime as dt
import textwrap
from typing import TYPE_CHECKING

from engine.workload import FACT_NAMES
from knowledge.errors import quote_value
from tui.cli.argument_parser import run_lazily, whole_number
from tui.cli.parsers.reader import add_reader_options
from tui.local_time import local_now

if TYPE_CHECKING:
    from tui.cli.argument_parser import Commands

_MAX_ALTERNATIVES = 5
_RECORD_FORMATS = ("markdown", "html", "json")
_STATUSES = ("proposed", "accepted", "rejected", "superseded")
_TEMPLATE_FORMATS = ("cloudformation", "cdk", "terraform", "sdk", "cli")


def add_advise(commands: Commands) -> None:
    """Add `advise`."""
    advise = commands.add_parser("advise", help="recommend compute for a workload")
    advise.appendix = _list_facts
    advise.add_argument("text", nargs="*", help='the workload in your words: "BERT, 1000 requests a minute, under 200 ms"')
    advise.add_argument("--file", "-f", metavar="FILE", help="facts as YAML or JSON; - for standard input")
    advise.add_argument(
        "--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact, for instance latency_p99_ms=200ms"
    )
    advise.add_argument(
        "--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans as YAML or JSON"
    )
    advise.add_argument("--lens", choices=("today", "exam"), default="today", help="what to use now, or what the exam expects")
    advise.add_argument(
        "--top", type=whole_number(0, _MAX_ALTERNATIVES), default=3, metavar="N", help="alternatives shown in text (0 to 5)"
    )
    advise.add_argument("--explain", choices=("full", "choice"), help="full: also what would change the choice")
    advise.add_argument("--json", action="store_true", help="one JSON document on standard output")
    advise.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    add_reader_options(advise)
    advise.set_defaults(run=run_lazily("tui.cli.advise"))


def _list_facts() -> str:
    return f"\nfacts:\n{textwrap.fill(', '.join(FACT_NAMES), 78, initial_indent='  ', subsequent_indent='  ')}\n"


def add_understand(commands: Commands) -> None:
    """Add `understand`."""
    understand = commands.add_parser("understand", help="the facts that a text states")
    understand.add_argument("text", nargs="*", help="the workload in your words")
    understand.add_argument("--json", action="store_true", help="one JSON document on standard output")
    understand.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    add_reader_options(understand)
    understand.set_defaults(run=run_lazily("tui.cli.understand"))


def add_diagnose(commands: Commands) -> None:
    """Add `diagnose`."""
    diagnose = commands.add_parser("diagnose", help="what hurts, how to make sure, and what helps")
    diagnose.add_argument("text", nargs="*", help="what you see, in your words")
    diagnose.add_argument("--log", metavar="FILE", help="a log, - for standard input; it is read here, and nothing of it is kept")
    diagnose.add_argument("--json", action="store_true", help="one JSON document on standard output")
    diagnose.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    diagnose.set_defaults(run=run_lazily("tui.cli.diagnose"))


def add_compat(commands: Commands) -> None:
    """Add `compat`."""
    compat = commands.add_parser("compat", help="will software run there, and what else mends it")
    compat.add_argument("text", nargs="*", help="what should run where, or the message that you see")
    compat.add_argument("--software", action="append", metavar="NAME", help='software with its version, "vllm 0.11"; may be repeated')
    compat.add_argument("--instance", action="append", metavar="TYPE", help="an instance type, a family or a device; may be repeated")
    compat.add_argument("--matrix", action="store_true", help="all software, or that of --software, by the accelerators it runs on")
    compat.add_argument("--json", action="store_true", help="one JSON document on standard output")
    compat.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    compat.set_defaults(run=run_lazily("tui.cli.compat"))


def add_converse(commands: Commands) -> None:
    """Add `converse`."""
    converse = commands.add_parser("converse", help="conversations for programs: one turn per line")
    converse.add_argument("--jsonl", action="store_true", help="one turn per line on standard input, one answer per line")
    converse.add_argument("--lens", choices=("today", "exam"), default="today", help="what to use now, or what the exam expects")
    converse.add_argument("--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans")
    add_reader_options(converse)
    converse.set_defaults(run=run_lazily("tui.cli.converse"))


def add_report(commands: Commands) -> None:
    """Add `report`."""
    report = commands.add_parser(
        "report",
        help="an advice as a decision record to keep",
        description="Writes the whole of an advice: plan, reasons, what was rejected, costs, assumptions, arithmetic, sources.",
    )
    add_advice_options(report)
    report.add_argument(
        "--format", choices=_RECORD_FORMATS, default="markdown", help="markdown (default), html for one page that needs nothing else"
    )
    report.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    _add_target(report)
    report.add_argument("--title", default="", help="the record's title; made of the workload where none is given")
    report.add_argument("--status", choices=_STATUSES, default="proposed", help="how far the decision has come")
    report.add_argument("--date", type=_parse_date, default=None, metavar="YYYY-MM-DD", help="the record's date (today)")
    report.set_defaults(run=run_lazily("tui.cli.report"))


def add_template(commands: Commands) -> None:
    """Add `template`."""
    template = commands.add_parser(
        "template",
        help="an advice as text that deploys it",
        description="Writes CloudFormation, CDK, Terraform, a boto3 script or AWS CLI calls. What only you know, such as roles, images and "
        "buckets, is left to be filled in; the comment above says how, what it costs, and what comes next.",
    )
    add_advice_options(template)
    template.add_argument("--format", choices=_TEMPLATE_FORMATS, required=True, help="the language")
    _add_target(template)
    template.add_argument("--json", action="store_true", help="one JSON document: the text, what to fill in, what to run")
    template.set_defaults(run=run_lazily("tui.cli.template"))


def add_advice_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which advice is meant: a kept one, or what `advise` takes."""
    parser.add_argument("text", nargs="*", help="the workload in your words, where there is no file")
    parser.add_argument("--file", "-f", metavar="FILE", help="an advice that `advise --json` wrote, or facts; - for standard input")
    parser.add_argument("--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact; a kept advice is then made anew")
    parser.add_argument("--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans")
    parser.add_argument("--lens", choices=("today", "exam"), help="what to use now (default), or what the exam expects")


def _add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", "-o", metavar="FILE", help="write to a file instead of standard output")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def _parse_date(text: str) -> str:
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quote_value(text)} is no date. Try {local_now().date()}") from None
