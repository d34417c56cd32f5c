"""`sizewise recheck`: whether kept advices still stand with today's base."""

from __future__ import annotations

import argparse
import math
from typing import Any, Final

from knowledge.errors import quote_value
from tui.cli.argument_parser import run_lazily

_MAX_PERCENT: Final = 1000


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `recheck`."""
    recheck = commands.add_parser("recheck", help="whether kept advices still stand with today's prices and types")
    recheck.add_argument("files", nargs="+", metavar="FILE", help="advices that `advise --json` wrote; - for standard input")
    recheck.add_argument(
        "--tolerance",
        type=_parse_percent,
        default=0.0,
        metavar="PERCENT",
        help="by how much a cost may move, or another choice be cheaper (0)",
    )
    recheck.add_argument("--json", action="store_true", help="one JSON document on standard output")
    recheck.set_defaults(run=run_lazily("tui.cli.recheck.run"))


def _parse_percent(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MAX_PERCENT:
        raise argparse.ArgumentTypeError(f"{quote_value(text)} is no percentage from 0 to {_MAX_PERCENT}. Try 5")
    return value
