"""`sizewise rightsize`: what is measured of running resources in, findings and better fits out."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any, Final

from tui.cli.argument_parser import run_lazily

_DESCRIPTION: Final = """
Reads what was measured of endpoints, jobs, notebooks and instances, and says
which are too large, too small or idle, with the better fit, what it saves, and
what it risks.

files, told apart by what is in them:
  fleet table         CSV, JSON Lines, JSON or Parquet, one row a resource
                      (columns below)
  CloudWatch          JSON of aws cloudwatch get-metric-data; CSV as the console
                      downloads it
  Compute Optimizer   CSV of export-ec2-instance-recommendations, JSON of
                      get-ec2-instance-recommendations
"""
_COLUMNS_INTRO: Final = """
columns of a fleet table; empty is unknown, and what is unknown is never made
smaller:
"""
_MEANING_INDENT: Final = 37
"""Characters before the meaning of a column."""


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `rightsize`."""
    parser = commands.add_parser(
        "rightsize",
        help="which running resources are too large, too small or idle",
        description=_DESCRIPTION,
        epilog=_COLUMNS_INTRO,
        formatter_class=_ColumnHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="what was measured; - for standard input")
    out = parser.add_argument_group("output").add_mutually_exclusive_group()
    out.add_argument("--json", action="store_true", help="one JSON document")
    out.add_argument("--jsonl", action="store_true", help="one line a resource, as it goes; the summary goes to standard error")
    out.add_argument("--csv", action="store_true", help="one row a resource, as it goes; the summary goes to standard error")
    parser.add_argument("--limit", metavar="N", help="resources shown in text, those that save most (10)")
    _add_judgement_options(parser.add_argument_group("judgement"))
    _add_cloudwatch_options(parser.add_argument_group("with CloudWatch metrics"))
    parser.set_defaults(run=run_lazily("tui.cli.rightsize.run"))


def _add_judgement_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--region", metavar="CODE", help="of resources that name none (us-east-1)")
    group.add_argument("--lens", choices=("today", "exam"), default="today", help="what to use now, or what the exam expects")
    group.add_argument("--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas as YAML or JSON")
    group.add_argument("--arm", action="store_true", help="software may be built for another architecture")
    group.add_argument(
        "--any-accelerator", action="store_true", help="also accelerators with fewer data types, and none where it is not used"
    )
    group.add_argument(
        "--risk", choices=("very-low", "low", "medium", "high", "very-high"), default="medium", help="the most that a proposal may risk"
    )
    group.add_argument("--headroom", metavar="PERCENT", help="of vCPUs, memory and GPUs that stays free (20)")
    group.add_argument("--min-data", metavar="HOURS", help="fewer hours of measures are too few (30; of a job 0.5)")


def _add_cloudwatch_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--queries", metavar="FILE", help="the MetricDataQueries that were asked: names, dimensions, statistics")
    group.add_argument(
        "--resources", metavar="FILE", action="append", default=[], help="their types and counts: a fleet table, or JSON of describe-…"
    )
    group.add_argument("--instance", metavar="TYPE", help="the type of all of them")
    group.add_argument("--count", metavar="N", help="their number of instances (1)")
    group.add_argument("--lookback", metavar="DAYS", help="only the last days of the measures (14)")


class _ColumnHelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Adds the columns of a fleet table, which are put together only when somebody asks for help."""

    def format_help(self) -> str:
        """The help, and below it the name, unit and meaning of every column."""
        from engine.handover.rightsize.fleet_table import document_columns  # noqa: PLC0415  # only the help needs it: 90 ms of imports

        heads = ((f"  {name:<29}{unit}", about) for name, unit, about in document_columns())
        rows = (
            textwrap.fill(about, 79, initial_indent=f"{head:<{_MEANING_INDENT}}", subsequent_indent=" " * _MEANING_INDENT)
            for head, about in heads
        )
        return super().format_help() + "\n".join(rows) + "\n"
