"""`sizewise completions`: what makes a shell complete with Tab."""

from __future__ import annotations

import argparse
from typing import Any, Final

from tui.cli.parsers import later

SHELLS: Final = ("bash", "zsh", "fish")


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `completions`."""
    parser = commands.add_parser("completions", help="what makes a shell complete with Tab")
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("--line", help=argparse.SUPPRESS)  # the scripts ask with it: what stands before the cursor, as typed
    parser.add_argument("--words", help=argparse.SUPPRESS)  # the same as words, with the separator of units between them
    parser.set_defaults(run=later("tui.cli.completions.run"))
