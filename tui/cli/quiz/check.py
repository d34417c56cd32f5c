"""`sizewise quiz check`: every fault of the bank on one line, or the confirmation that items still are right."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, KnowledgeError, shown, suggestion
from quizzes.bank import packaged_data
from quizzes.fingerprints import confirmed, read_fingerprints, write_fingerprints
from quizzes.lint import Report, check
from quizzes.reading import read_items
from tui.cli.json_text import json_text
from tui.cli.main import BAD_INPUT, DONE
from tui.cli.streams import printable

ALL = "all"


def run(arguments: argparse.Namespace) -> int:
    """Print the faults and a summary; exit status 2 where there is a fault."""
    knowledge, data = load(), packaged_data()
    if arguments.confirm:
        _confirm(arguments.confirm, knowledge, data / "banks")
    report = check(knowledge, data)
    print(json_text(as_json(report)) if arguments.json else printable("\n".join(_lines(report))))
    return DONE if report.clean else BAD_INPUT


def as_json(report: Report) -> dict[str, object]:
    """The document of `--json`."""
    return {"schema": 1, "clean": report.clean, **msgspec.to_builtins(report)}


def _confirm(names: list[str], knowledge: Knowledge, folder: Path) -> None:
    """Write the present fingerprints of the named items. Raises InputError for an item that does not exist."""
    read = read_items(folder)
    if read.mistakes:
        raise KnowledgeError(*read.mistakes)
    for name in names:
        if name != ALL and name not in read.items:
            raise InputError(f"--confirm: the bank has no {shown(name)}.{suggestion(name, [*read.items, ALL])}")
    only = None if ALL in names else set(names)
    write_fingerprints(folder, confirmed(read_fingerprints(folder), list(read.items.values()), knowledge, only))


def _lines(report: Report) -> Iterator[str]:
    yield from (fault.line for fault in report.faults)
    if report.faults:
        yield ""
    counted = ", ".join(f"{count} {name}" for name, count in report.by_type.items())
    yield f"{report.items} items: {counted or 'none'}; {report.beyond} beyond the exams"
    yield "by task: " + ", ".join(f"{task} {count}" for task, count in report.by_task.items())
    for over, scores in report.players.items():
        yield f"players over {scores[0].questions} {over} (chance {scores[0].chance:.1%}):"
        yield from (f"  {score.player:<36}{score.score:>6.1%}  {score.off * 100:+.1f} points" for score in scores)
    yield f"{len(report.faults)} faults" if report.faults else "no fault"
