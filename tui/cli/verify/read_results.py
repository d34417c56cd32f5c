"""`sizewise verify read`."""

from __future__ import annotations

import argparse
import contextlib
import os
from pathlib import Path

from engine.handover.advice_json import advice_as_json
from engine.handover.verify.outcome import Verified, apply_results
from engine.handover.verify.result_assignment import StatedMachines
from engine.handover.verify.tool_result import ForeignFileError, ToolResult
from engine.handover.verify.tools import parse_results
from engine.intake.values import identity
from engine.workload import Id
from knowledge import Knowledge, load
from knowledge.errors import InputError
from knowledge.plain_text import refuse_utf_16
from tui.cli.advice_input import advice_from_options
from tui.cli.documents import read_bytes_option
from tui.cli.verify.outcome_text import render_outcome
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.files import checked_target, print_bytes, write_file
from tui.output.json_text import render_json

_MOST_BYTES = 1_000_000
_RESULTS = frozenset({".json", ".csv"})
_PARTS_OF_A_RUN = "phases"


def run(arguments: argparse.Namespace) -> int:
    """Print how the ranking stands; write the advice that rests on the measurements, where that is asked for."""
    path = checked_target(arguments)
    knowledge = load()
    machines = _stated_machines(arguments, knowledge)
    results = [result for name in arguments.results for result in read_path(name)]
    advice = advice_from_options(argparse.Namespace(**{**vars(arguments), "text": []}), knowledge)
    outcome = apply_results(advice, results, knowledge, machines)
    if path is not None:
        write_file(path, f"{render_json(advice_as_json(outcome.advice))}\n".encode(), force=arguments.force)
    if arguments.json:
        print(render_json(encode_outcome(outcome)))
    else:
        print_bytes(render_outcome(outcome, knowledge, kept=str(path) if path is not None else "").encode())
    return DONE if outcome.advice.choice else NOTHING_FITS


def encode_outcome(outcome: Verified) -> dict[str, object]:
    """The outcome as a JSON object; its advice is the contract's."""
    parts = {name: getattr(outcome, name) for name in outcome.__struct_fields__}
    return {**parts, "advice": advice_as_json(outcome.advice)}


def _stated_machines(arguments: argparse.Namespace, knowledge: Knowledge) -> StatedMachines:
    name = arguments.instance and identity("--instance", arguments.instance, Id(("instances",)), knowledge)
    if arguments.count is not None and not 1 <= arguments.count <= 10_000:  # noqa: PLR2004  # more machines than anybody tests
        raise InputError(f"--count: {arguments.count} is no number of machines. Give a whole number from 1.")
    return StatedMachines(instance_type=name or None, instance_count=arguments.count)


def read_path(name: str) -> list[ToolResult]:
    """The results of a file, or of all files below a folder."""
    if name == "-" or not os.path.isdir(name):  # noqa: PTH112  # Path's own raises for a name that is too long
        return _read_file(name)
    found: list[ToolResult] = []
    for path in sorted(one for one in Path(name).rglob("*") if _is_result_file(one)):
        with contextlib.suppress(ForeignFileError):  # tools write more than their results
            found += _read_file(str(path))
    if not found:
        raise InputError(f"{name}: there is no result in this folder.")
    return found


def _is_result_file(path: Path) -> bool:
    """True for the kinds of files that tools write, once a run: AIPerf writes JSON and CSV of it, and beside them its parts."""
    is_second = path.suffix == ".csv" and path.with_suffix(".json").is_file()
    return path.suffix in _RESULTS and _PARTS_OF_A_RUN not in path.parts and not is_second and path.is_file()


def _read_file(name: str) -> list[ToolResult]:
    where = "standard input" if name == "-" else name
    data = read_bytes_option("FILE", name, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        raise InputError(f"{where}: it is larger than {_MOST_BYTES:,} bytes. Give the summary, not the single requests.")
    refuse_utf_16(data, where)
    try:
        return parse_results(data.decode("utf-8-sig"), where)
    except UnicodeDecodeError:
        raise InputError(f"{where}: this is no text in UTF-8. Save it as UTF-8.") from None
