"""`sizewise man`: a page of the manual, made from the parsers."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `man`."""
    parser = commands.add_parser("man", help="a page of the manual, for man")
    parser.add_argument("path", nargs="*", metavar="COMMAND", help="only this command")
    parser.set_defaults(run=later("tui.cli.man.run"))
