"""`sizewise verify`: what to measure for an advice, and how the ranking stands after it."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any, Final

from tui.cli.argument_parser import run_lazily
from tui.cli.parsers.advice import add_advice_options

_COLUMNS_INTRO: Final = "columns of a plain CSV file, a row a run; empty is not measured:"
_MEANING_INDENT: Final = 24


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `verify` and its two actions."""
    verify = commands.add_parser("verify", help="measure the finalists of an advice, and rank anew")
    actions = verify.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=type(verify))
    _add_plan_action(actions)
    _add_read_action(actions)


def _add_plan_action(actions: Any) -> None:  # noqa: ANN401  # the same
    plan = actions.add_parser("plan", help="what to measure, and how")
    add_advice_options(plan)
    plan.add_argument("--json", action="store_true", help="one JSON document on standard output")
    plan.add_argument("--out", "-o", metavar="DIR", help="write the plan, the jobs, scripts, commands and the advice into a folder")
    plan.add_argument("--force", action="store_true", help="write over files that are there")
    plan.set_defaults(run=run_lazily("tui.cli.verify.plan"))


def _add_read_action(actions: Any) -> None:  # noqa: ANN401  # the same
    what = "how the ranking stands after what was measured"
    read = actions.add_parser("read", help=what, epilog=_COLUMNS_INTRO, formatter_class=_ColumnHelpFormatter)
    read.add_argument("results", nargs="+", metavar="FILE", help="result files, or folders of them; - for standard input")
    read.add_argument("--file", "-f", metavar="FILE", help="the advice that was measured, or facts")
    read.add_argument("--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact; a kept advice is then made anew")
    read.add_argument("--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans")
    read.add_argument("--lens", choices=("today", "exam"), help="what to use now (default), or what the exam expects")
    read.add_argument("--instance", metavar="TYPE", help="the instance type, for files that do not say it")
    read.add_argument("--count", type=int, metavar="N", help="how many of them shared the load (1)")
    read.add_argument("--json", action="store_true", help="one JSON document on standard output")
    read.add_argument("--out", "-o", metavar="FILE", help="write the advice that rests on the measurements")
    read.add_argument("--force", action="store_true", help="write over a file that is there")
    read.set_defaults(run=run_lazily("tui.cli.verify.read_results"))


class _ColumnHelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Adds the columns of a plain CSV file, which are imported only when somebody asks for help."""

    def format_help(self) -> str:
        """The help, and below it each column."""
        from engine.handover.verify.tools.plain_csv import COLUMNS  # noqa: PLC0415  # only the help needs it: 65 ms of imports

        lines = (
            textwrap.fill(about, 78, initial_indent=f"  {name:<{_MEANING_INDENT - 2}}", subsequent_indent=" " * _MEANING_INDENT)
            for name, about in COLUMNS.items()
        )
        return "\n".join([super().format_help().rstrip(), *lines, ""])
