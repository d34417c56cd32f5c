"""`sizewise recheck`: whether kept advices still stand with today's base."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any, Final

from knowledge.errors import InputError, shown
from tui.cli.documents import mapping_from
from tui.cli.main import BAD_INPUT, CHANGED, DONE
from tui.cli.streams import printable
from tui.cli.written import tell

if TYPE_CHECKING:  # the help waits for no engine
    from collections.abc import Sequence

    from engine.handover.recheck import Checked
    from knowledge import Knowledge

_MOST_PERCENT: Final = 1000


def add_parser(commands: Any) -> None:  # noqa: ANN401  # argparse keeps this type private
    """Add `recheck`."""
    recheck = commands.add_parser("recheck", help="whether kept advices still stand with today's prices and types")
    recheck.add_argument("files", nargs="+", metavar="FILE", help="advices that `advise --json` wrote; - for standard input")
    recheck.add_argument(
        "--tolerance",
        type=_percent,
        default=0.0,
        metavar="PERCENT",
        help="by how much a cost may move, or another choice be cheaper (0)",
    )
    recheck.add_argument("--json", action="store_true", help="one JSON document on standard output")
    recheck.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each advice, and on standard error one for each file that is none."""
    from knowledge import load  # noqa: PLC0415  # the help needs no base

    knowledge = load()
    checked: list[Checked] = []
    bad: list[str] = []
    for name in arguments.files:
        try:
            checked.append(_checked(name, knowledge, arguments.tolerance))
        except InputError as error:
            bad.append(str(error))
    if checked:
        _print(checked, knowledge, arguments)
    tell(bad)
    if bad:
        return BAD_INPUT
    return DONE if all(one.status == "stands" for one in checked) else CHANGED


def _checked(name: str, knowledge: Knowledge, tolerance: float) -> Checked:
    from engine.handover.kept import advice_from  # noqa: PLC0415  # the help needs no engine
    from engine.handover.recheck import recheck  # noqa: PLC0415  # the same

    advice = advice_from(mapping_from("FILE", name), f"{name}: ")
    return recheck(advice, knowledge, file=name, tolerance=tolerance)


def _print(checked: Sequence[Checked], knowledge: Knowledge, arguments: argparse.Namespace) -> None:
    from engine.handover.recheck import Rechecked, label_of  # noqa: PLC0415  # the help needs no engine
    from tui.cli.json_text import json_text  # noqa: PLC0415  # the same

    if arguments.json:
        as_of = knowledge.stamp.as_of.isoformat()
        print(json_text(Rechecked(catalog_as_of=as_of, tolerance=arguments.tolerance, advices=tuple(checked))))
        return
    for one in checked:
        line = " ".join((f"{one.file}: {label_of(one, knowledge)}: {one.text}", *one.notes))
        print(printable(" ".join(line.splitlines())))


def _percent(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MOST_PERCENT:
        raise InputError(f"--tolerance: {shown(text)} is no percentage from 0 to {_MOST_PERCENT}. Try 5.")
    return value
