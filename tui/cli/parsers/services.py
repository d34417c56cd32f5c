"""The parsers of the commands about this machine: serve, mcp, doctor, completions."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from tui.cli.argument_parser import run_lazily, whole_number

if TYPE_CHECKING:
    from tui.cli.argument_parser import Commands

_LAST_PORT: Final = 65_535
_SHELLS: Final = ("bash", "zsh", "fish")


def add_serve(commands: Commands) -> None:
    """Add `serve`."""
    serve = commands.add_parser("serve", help="the app in a browser on this machine")
    serve.add_argument("--port", type=whole_number(1, _LAST_PORT), default=8000, metavar="N", help="where it listens, on 127.0.0.1 (8000)")
    serve.set_defaults(run=run_lazily("tui.cli.serve"))


def add_mcp(commands: Commands) -> None:
    """Add `mcp`."""
    mcp = commands.add_parser("mcp", help="the advisor as tools of an assistant (MCP)")
    mcp.set_defaults(run=run_lazily("tui.mcp.stdio_server"))


def add_doctor(commands: Commands) -> None:
    """Add `doctor`."""
    doctor = commands.add_parser("doctor", help="look for what does not work, and say what to do")
    doctor.add_argument("--json", action="store_true", help="one JSON document")
    doctor.set_defaults(run=run_lazily("tui.cli.doctor.report"))


def add_completions(commands: Commands) -> None:
    """Add `completions`."""
    parser = commands.add_parser("completions", help="what makes a shell complete with Tab")
    parser.add_argument("shell", choices=_SHELLS, metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("--line", help=argparse.SUPPRESS)  # the scripts ask with it: what stands before the cursor, as typed
    parser.add_argument("--words", help=argparse.SUPPRESS)  # the same as words, with the separator of units between them
    parser.set_defaults(run=run_lazily("tui.cli.completions.answer"))
