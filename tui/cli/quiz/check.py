"""`sizewise quiz check`: checks the items and prints every fault, or confirms items as still right."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, KnowledgeError, quote_value, suggest_name
from quizzes.bank import packaged_data
from quizzes.bank_files import read_items
from quizzes.fingerprints import confirm_items, read_fingerprints, write_fingerprints
from quizzes.lint import GeneratedCheck, Report, check_bank
from tui.cli.quiz.disputed import run as list_overruled
from tui.output.exit_status import BAD_INPUT, DONE
from tui.output.json_text import render_json
from tui.output.streams import replace_controls

ALL = "all"


def run(arguments: argparse.Namespace) -> int:
    """Print the faults and a summary; exit status 2 if there is a fault."""
    if arguments.overruled:
        return list_overruled(arguments)
    knowledge, data = load(), packaged_data()
    made = GeneratedCheck(knowledge, data)
    if arguments.confirm:
        _confirm_items(arguments.confirm, knowledge, data / "banks", made)
    report = check_bank(knowledge, data, made)
    print(render_json(as_json(report)) if arguments.json else replace_controls("\n".join(_report_lines(report))))
    return DONE if report.is_clean else BAD_INPUT


def as_json(report: Report) -> dict[str, object]:
    """The document of `--json`."""
    return {"schema": 1, "clean": report.is_clean, **msgspec.to_builtins(report)}


def _confirm_items(names: list[str], knowledge: Knowledge, folder: Path, made: GeneratedCheck) -> None:
    """Store today's fingerprints and answers of the named items. Raises InputError for an unknown item."""
    read = read_items(folder)
    if read.mistakes:
        raise KnowledgeError(*read.mistakes)
    known = [*read.items, *made.current_answers, ALL]
    for name in names:
        if name not in known:
            raise InputError(f"--confirm: there is no item {quote_value(name)}.{suggest_name(name, known)}")
    written, generated = (None if ALL in names else {name for name in names if name in own} for own in (read.items, made.current_answers))
    if written is None or written:
        write_fingerprints(folder, confirm_items(read_fingerprints(folder), list(read.items.values()), knowledge, written))
    if generated is None or generated:
        made.confirm_items(generated)


def _report_lines(report: Report) -> Iterator[str]:
    yield from (fault.line for fault in report.faults)
    if report.faults:
        yield ""
    counted = ", ".join(f"{count} {name}" for name, count in report.by_type.items())
    yield f"{report.items} items: {counted or 'none'}; {report.beyond} beyond the exams"
    yield "generated: " + ", ".join(f"{count} {kind}" for kind, count in report.made.items())
    yield "by task: " + ", ".join(f"{task} {count}" for task, count in report.by_task.items())
    for over, scores in report.players.items():
        yield f"players over {scores[0].questions} {over} (chance {scores[0].chance:.1%}):"
        yield from (f"  {score.player:<36}{score.score:>6.1%}  {score.above_chance * 100:+.1f} points" for score in scores)
    yield f"{len(report.faults)} faults" if report.faults else "no fault"
