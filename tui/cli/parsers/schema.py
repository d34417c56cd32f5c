"""The parser of `sizewise schema`."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `schema`."""
    schema = commands.add_parser("schema", help="the JSON Schema of a command's --json output")
    schema.add_argument("command", metavar="COMMAND", help="advise, understand, estimate and others: those that know --json")
    schema.set_defaults(run=later("tui.cli.schema"))
