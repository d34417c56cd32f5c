"""Runs `sizewise recheck`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from engine.handover.kept_advice import advice_from
from engine.handover.recheck import Checked, Rechecked, recheck_advice, status_label
from knowledge import Knowledge, load
from knowledge.errors import InputError
from tui.cli.documents import read_mapping_option
from tui.output.exit_status import BAD_INPUT, CHANGED, DONE
from tui.output.json_text import render_json
from tui.output.streams import print_errors, replace_controls


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each advice, and on standard error one for each file that is none."""
    knowledge = load()
    checked: list[Checked] = []
    errors: list[str] = []
    for name in arguments.files:
        try:
            advice = advice_from(read_mapping_option("FILE", name), f"{name}: ")
            checked.append(recheck_advice(advice, knowledge, file=name, tolerance=arguments.tolerance))
        except InputError as error:
            errors.append(str(error))
    if checked:
        _print_results(checked, knowledge, arguments)
    print_errors(errors)
    if errors:
        return BAD_INPUT
    return DONE if all(one.status == "stands" for one in checked) else CHANGED


def _print_results(checked: Sequence[Checked], knowledge: Knowledge, arguments: argparse.Namespace) -> None:
    if arguments.json:
        as_of = knowledge.stamp.as_of.isoformat()
        print(render_json(Rechecked(catalog_as_of=as_of, tolerance=arguments.tolerance, advices=tuple(checked))))
        return
    for one in checked:
        line = " ".join((f"{one.file}: {status_label(one, knowledge)}: {one.text}", *one.notes))
        print(replace_controls(" ".join(line.splitlines())))
