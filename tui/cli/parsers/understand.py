"""The parser of `sizewise understand`."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `understand`."""
    understand = commands.add_parser("understand", help="the facts that a text states")
    understand.add_argument("text", nargs="*")
    understand.add_argument("--json", action="store_true")
    understand.add_argument("--jsonl", action="store_true")
    understand.set_defaults(run=later("tui.cli.understand"))
