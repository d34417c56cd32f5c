"""`sizewise help COMMAND`: prints the help of any command."""

from __future__ import annotations

import argparse

from tui.cli.help.tree import at
from tui.cli.main import DONE
from tui.cli.parser import build_parser


def run(arguments: argparse.Namespace) -> int:
    """Print it. Raises InputError for a command of none."""
    print(at(build_parser(arguments.path), arguments.path).format_help(), end="")
    return DONE
