"""`sizewise verify read`."""

from __future__ import annotations

import argparse
import contextlib
import os
from pathlib import Path

from engine.handover.as_json import advice_as_json
from engine.handover.verify.found import ForeignError, Found
from engine.handover.verify.outcome import Verified, verified
from engine.handover.verify.placed import Given
from engine.handover.verify.tools import found_in
from engine.intake.values import identity
from engine.workload import Id
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.plain_text import refuse_utf_16
from tui.cli.advice_input import advice_of
from tui.cli.documents import bytes_from
from tui.cli.json_text import json_text
from tui.cli.main import DONE, NOTHING_FITS
from tui.cli.verify.read_text import read_text
from tui.cli.written import show, target_of, write_file

_MOST_BYTES = 1_000_000
_RESULTS = frozenset({".json", ".csv"})


def run(arguments: argparse.Namespace) -> int:
    """Print how the ranking stands; write the advice that rests on the measurements, where that is asked for."""
    path = target_of(arguments)
    knowledge = load()
    given = _given(arguments, knowledge)
    found = [one for name in arguments.results for one in _found(name)]
    advice = advice_of(argparse.Namespace(**{**vars(arguments), "text": []}), knowledge)
    outcome = verified(advice, found, knowledge, given)
    if path is not None:
        write_file(path, f"{json_text(advice_as_json(outcome.advice))}\n".encode(), force=arguments.force)
    if arguments.json:
        print(json_text(as_json(outcome)))
    else:
        show(read_text(outcome, knowledge, kept=str(path) if path is not None else "").encode())
    return DONE if outcome.advice.choice else NOTHING_FITS


def as_json(outcome: Verified) -> dict[str, object]:
    """The outcome as a JSON object; its advice is the contract's."""
    parts = {name: getattr(outcome, name) for name in outcome.__struct_fields__}
    return {**parts, "advice": advice_as_json(outcome.advice)}


def _given(arguments: argparse.Namespace, knowledge: Knowledge) -> Given:
    name = arguments.instance and identity("--instance", arguments.instance, Id(("instances",)), knowledge)
    if arguments.count is not None and not 1 <= arguments.count <= 10_000:  # noqa: PLR2004  # more machines than anybody tests
        raise InputError(f"--count: {arguments.count} is no number of machines. Give a whole number from 1.")
    return Given(instance_type=name or None, instance_count=arguments.count)


def _found(name: str) -> list[Found]:
    """What a file says, or all the results below a folder."""
    if name == "-" or not os.path.isdir(name):  # noqa: PTH112  # Path's own raises for a name that is too long
        return _in_file(name)
    found: list[Found] = []
    for path in sorted(one for one in Path(name).rglob("*") if one.suffix in _RESULTS and one.is_file()):
        with contextlib.suppress(ForeignError):  # tools write more than their results
            found += _in_file(str(path))
    if not found:
        raise InputError(f"{name}: there is no result in this folder.")
    return found


def _in_file(name: str) -> list[Found]:
    where = "standard input" if name == "-" else name
    data = bytes_from("FILE", name, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        raise InputError(f"{where}: it is larger than {_MOST_BYTES:,} bytes. Give the summary, not the single requests.")
    refuse_utf_16(data, where)
    try:
        return found_in(data.decode("utf-8-sig"), where)
    except UnicodeDecodeError:
        raise InputError(f"{where}: this is no text in UTF-8. Save it as UTF-8.") from None
