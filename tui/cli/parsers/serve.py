"""The parser of `sizewise serve`."""

from __future__ import annotations

import argparse
from typing import Any

from knowledge.errors import shown
from tui.cli.parsers import later

_LAST_PORT = 65_535


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `serve`."""
    serve = commands.add_parser("serve", help="the app in a browser on this machine")
    serve.add_argument("--port", type=_port, default=8000, metavar="N", help="where it listens, on 127.0.0.1 (8000)")
    serve.set_defaults(run=later("tui.cli.serve"))


def _port(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text[:6]) <= _LAST_PORT):
        raise argparse.ArgumentTypeError(f"{shown(text)} is out of range. Give a whole number from 1 to {_LAST_PORT}")
    return int(text)
