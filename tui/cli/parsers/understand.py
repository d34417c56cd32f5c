"""The parser of `sizewise understand`."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `understand`."""
    understand = commands.add_parser("understand", help="the facts that a text states")
    understand.add_argument("text", nargs="*", help="the workload in your words")
    understand.add_argument("--json", action="store_true", help="one JSON document on standard output")
    understand.add_argument("--jsonl", action="store_true", help="one request per line on standard input, one answer per line")
    understand.set_defaults(run=later("tui.cli.understand"))
