"""`sizewise verify plan`."""

from __future__ import annotations

import argparse
import csv
import io
import shlex
from collections.abc import Iterator
from pathlib import Path

from engine.advice import Advice
from engine.handover.advice_json import advice_as_json
from engine.handover.verify.measurement_plan import plan_measurements
from engine.handover.verify.plan_record import Blank, Finalist, VerifyPlan
from engine.handover.verify.scripts import SCRIPTS
from engine.handover.verify.tools.plain_csv import COLUMNS
from knowledge import Knowledge, load
from knowledge.errors import InputError, quote_value
from knowledge.sentences import bind_subject
from tui.cli.advice_input import advice_from_options
from tui.cli.verify.plan_text import render_plan
from tui.output.exit_status import DONE, NOTHING_FITS
from tui.output.files import print_bytes, write_files
from tui.output.json_text import render_json

ADVICE, MEASURED = "advice.json", "measured.csv"
_HEAD = """#!/bin/sh
# One run after the other. A run that fails is named, and the others go on; the exit status is 1 then.
"""
_FAILED = """failed=0
skip() {
  echo "This run failed and is left out: $1" >&2
  failed=1
}
"""


def run(arguments: argparse.Namespace) -> int:
    """Print the plan, or write it into a folder."""
    knowledge = load()
    advice = advice_from_options(arguments, knowledge)
    if advice.choice is None:
        print_bytes(f"{bind_subject(knowledge, 'verify')('nothing')}\n".encode())
        return NOTHING_FITS
    plan = plan_measurements(advice, knowledge)
    if arguments.out:
        _write_plan(Path(arguments.out), plan, advice, knowledge, force=arguments.force)
    if arguments.json:
        print(render_json(plan))
    elif not arguments.out:
        print_bytes(render_plan(plan, knowledge).encode())
    return DONE


def _write_plan(folder: Path, plan: VerifyPlan, advice: Advice, knowledge: Knowledge, *, force: bool) -> None:
    """Every file of the plan, or none where one of them may not be written."""
    files = {folder / name: text.encode() for name, text in _list_files(plan, advice, knowledge)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"--out: {quote_value(str(folder))} cannot be made ({getattr(error, 'strerror', None) or error}).") from None
    write_files(files, force=force)


def _list_files(plan: VerifyPlan, advice: Advice, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    yield "plan.txt", render_plan(plan, knowledge)
    yield ADVICE, f"{render_json(advice_as_json(advice))}\n"
    yield MEASURED, _render_measured_table(plan)
    yield from ((f"{job.name}.json", f"{render_json(job.parameters)}\n") for job in plan.jobs)
    commands = [command for finalist in plan.finalists for command in finalist.commands]
    if commands:
        yield "commands.sh", render_commands(plan)
    yield from (SCRIPTS[tool] for tool in dict.fromkeys(command.tool for command in commands) if tool in SCRIPTS)


def render_commands(plan: VerifyPlan) -> str:
    """The shell script that runs every load generator; it stops where a variable is not set."""
    blanks = "".join(map(_render_blank, (one for one in plan.fill_in if one.name.isupper())))
    runs = "".join(f"\n{_render_finalist(one)}\n" for one in plan.finalists if one.commands)
    return f"{_HEAD}{blanks}{_FAILED}{runs}\nexit $failed\n"


def _render_blank(blank: Blank) -> str:
    """A line that stops the script where the variable is not set."""
    return f': "${{{blank.name}:?{blank.meaning}}}"\nexport {blank.name}\n'


def _render_finalist(finalist: Finalist) -> str:
    named = " ".join(f"# {finalist.role}: {finalist.folder}".split())
    runs = (
        f"{command.text} \\\n  || skip {shlex.quote(f'{finalist.folder}/{command.tool}-{command.run}')}" for command in finalist.commands
    )
    return "\n".join((named, f"mkdir -p {shlex.quote(finalist.folder)}", *runs))


def _render_measured_table(plan: VerifyPlan) -> str:
    """The head of a plain CSV file, and a row for each finalist to be filled in."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    for short in (finalist.plan for finalist in plan.finalists):
        if short.instance_type is not None:
            writer.writerow({"instance_type": short.instance_type, "instance_count": short.instance_count})
        elif short.memory_mb is not None:
            writer.writerow({"place": short.place, "memory_mb": short.memory_mb})
    return text.getvalue()
