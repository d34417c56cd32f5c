"""`sizewise doctor`: what to look at first when something is wrong, each with what to do next."""

from __future__ import annotations

from typing import Any

from tui.cli.parsers import later


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `doctor`."""
    doctor = commands.add_parser("doctor", help="look for what does not work, and say what to do")
    doctor.add_argument("--json", action="store_true", help="one JSON document")
    doctor.set_defaults(run=later("tui.cli.doctor.run"))
