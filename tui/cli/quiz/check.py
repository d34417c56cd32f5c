"""`sizewise quiz check`: every fault of what is asked on one line, or the confirmation that items still are right."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import msgspec

from knowledge import Knowledge, load
from knowledge.errors import InputError, KnowledgeError, shown, suggestion
from quizzes.bank import packaged_data
from quizzes.fingerprints import confirmed, read_fingerprints, write_fingerprints
from quizzes.lint import Made, Report, check
from quizzes.reading import read_items
from tui.cli.json_text import json_text
from tui.cli.main import BAD_INPUT, DONE
from tui.cli.streams import printable

ALL = "all"


def run(arguments: argparse.Namespace) -> int:
    """Print the faults and a summary; exit status 2 where there is a fault."""
    if arguments.overruled:
        from tui.cli.quiz.overruled import run as list_overruled  # noqa: PLC0415  # another question, which needs the log

        return list_overruled(arguments)
    knowledge, data = load(), packaged_data()
    made = Made(knowledge, data)
    if arguments.confirm:
        _confirm(arguments.confirm, knowledge, data / "banks", made)
    report = check(knowledge, data, made)
    print(json_text(as_json(report)) if arguments.json else printable("\n".join(_lines(report))))
    return DONE if report.clean else BAD_INPUT


def as_json(report: Report) -> dict[str, object]:
    """The document of `--json`."""
    return {"schema": 1, "clean": report.clean, **msgspec.to_builtins(report)}


def _confirm(names: list[str], knowledge: Knowledge, folder: Path, made: Made) -> None:
    """Write what the named items stand on, or say, today. Raises InputError for an item that does not exist."""
    read = read_items(folder)
    if read.mistakes:
        raise KnowledgeError(*read.mistakes)
    known = [*read.items, *made.now, ALL]
    for name in names:
        if name not in known:
            raise InputError(f"--confirm: there is no item {shown(name)}.{suggestion(name, known)}")
    written, generated = (None if ALL in names else {name for name in names if name in own} for own in (read.items, made.now))
    if written is None or written:
        write_fingerprints(folder, confirmed(read_fingerprints(folder), list(read.items.values()), knowledge, written))
    if generated is None or generated:
        made.confirm(generated)


def _lines(report: Report) -> Iterator[str]:
    yield from (fault.line for fault in report.faults)
    if report.faults:
        yield ""
    counted = ", ".join(f"{count} {name}" for name, count in report.by_type.items())
    yield f"{report.items} items: {counted or 'none'}; {report.beyond} beyond the exams"
    yield "generated: " + ", ".join(f"{count} {kind}" for kind, count in report.made.items())
    yield "by task: " + ", ".join(f"{task} {count}" for task, count in report.by_task.items())
    for over, scores in report.players.items():
        yield f"players over {scores[0].questions} {over} (chance {scores[0].chance:.1%}):"
        yield from (f"  {score.player:<36}{score.score:>6.1%}  {score.off * 100:+.1f} points" for score in scores)
    yield f"{len(report.faults)} faults" if report.faults else "no fault"
