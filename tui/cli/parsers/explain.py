"""The parser of `sizewise explain`."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `explain`."""
    explain = commands.add_parser("explain", help="what the base says of anything in it; alone, what it knows")
    explain.add_argument("term", nargs="*", metavar="TERM", help='a family, place, tool, term: "whats efa", "lambda limit"')
    explain.add_argument("--json", action="store_true", help="one JSON document")
    explain.set_defaults(run=later("tui.cli.explain"))
