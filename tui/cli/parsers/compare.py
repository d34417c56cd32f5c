"""The parser of `sizewise compare`."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `compare`."""
    compare = commands.add_parser("compare", help="families, types, places, purchases or processors side by side")
    compare.add_argument("names", nargs="+", metavar="NAME", help="two to four of a kind: g5 inf2")
    compare.add_argument("--json", action="store_true", help="one JSON document")
    compare.set_defaults(run=later("tui.cli.compare"))
