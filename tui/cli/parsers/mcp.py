"""The parser of `sizewise mcp`."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `mcp`."""
    mcp = commands.add_parser("mcp", help="the advisor as tools of an assistant (MCP)")
    mcp.set_defaults(run=later("tui.mcp.serve"))
