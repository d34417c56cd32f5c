"""The parser of `sizewise advise`."""

from __future__ import annotations

import argparse
from typing import Any

from knowledge.errors import shown
from tui.cli.parsers import later

_MOST_ALTERNATIVES = 5


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `advise`."""
    advise = commands.add_parser(
        "advise",
        help="recommend compute for a workload",
        formatter_class=_FactsBelow,
    )
    advise.add_argument("text", nargs="*", help='the workload in your words: "BERT, 1000 requests a minute, under 200 ms"')
    advise.add_argument("--file", "-f", metavar="FILE", help="facts as YAML or JSON; - for standard input")
    advise.add_argument(
        "--set", "-s", action="append", default=[], metavar="FACT=VALUE", help="one fact, for instance latency_p99_ms=200ms"
    )
    advise.add_argument(
        "--policy", metavar="FILE", help="own discounts, approved hardware and places, quotas and Savings Plans as YAML or JSON"
    )
    advise.add_argument("--lens", choices=("today", "exam"), default="today", help="what to use now, or what the exam expects")
    advise.add_argument("--top", type=_top, default=3, metavar="N", help="alternatives shown in text (0 to 5)")
    advise.add_argument("--explain", choices=("full", "choice"), help="full: also what would change the choice")
    advise.add_argument("--json", action="store_true", help="one JSON document on standard output")
    advise.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    advise.set_defaults(run=later("tui.cli.advise"))


def _top(text: str) -> int:
    if not (text.isdecimal() and int(text[:3]) <= _MOST_ALTERNATIVES):
        raise argparse.ArgumentTypeError(f"{shown(text)} is out of range. Give a whole number from 0 to {_MOST_ALTERNATIVES}")
    return int(text)


class _FactsBelow(argparse.HelpFormatter):
    """Writes the names of the facts below the help; the engine is imported only when somebody asks."""

    def format_help(self) -> str:
        """The help of a command, and below it the name of every fact that it takes."""
        import textwrap  # noqa: PLC0415  # only the help needs it

        from engine.workload import FACT_NAMES  # noqa: PLC0415  # the same

        return (
            super().format_help()
            + "\nfacts:\n"
            + textwrap.fill(", ".join(FACT_NAMES), 78, initial_indent="  ", subsequent_indent="  ")
            + "\n"
        )
