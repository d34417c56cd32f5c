"""`sizewise help`, and what every --help says below its options."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `help`."""
    parser = commands.add_parser("help", help="the help of a command")
    parser.add_argument("path", nargs="*", metavar="COMMAND", help="which command, and which action of it")
    parser.set_defaults(run=later("tui.cli.help.run"))
