"""Looks at everything in turn and tells what was found. A look that fails is a finding, and keeps no other from being taken."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from typing import Final

from knowledge.schema.record import Record
from tui.cli.doctor.base import Base
from tui.cli.doctor.clock import clock
from tui.cli.doctor.finding import Finding, Look, State, in_one_line, problem
from tui.cli.doctor.folders import folders
from tui.cli.doctor.saved import saved
from tui.cli.doctor.terminal import terminal
from tui.cli.doctor.versions import versions
from tui.cli.json_text import json_text
from tui.cli.main import DONE, VERSION
from tui.views.line import WIDTH

PROBLEMS: Final = 1
"""The exit status where something does not work."""
_SIGNS: Final[dict[State, str]] = {"ok": "●", "note": "!", "problem": "✗"}
_LABEL: Final = 26


class Group(Record):
    """Findings of one kind."""

    name: str
    findings: tuple[Finding, ...]


class Report(Record):
    """All that was looked at."""

    schema: int = 1
    sizewise: str
    state: State
    """The worst of all findings."""
    groups: tuple[Group, ...]


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; 1 where something does not work."""
    found = report()
    print(json_text(found) if arguments.json else "\n".join(_page(found)))
    return PROBLEMS if found.state == "problem" else DONE


def report() -> Report:
    """Look at everything."""
    base = Base()
    looks: dict[str, Look] = {
        "Versions": versions,
        "Folders": folders,
        "Base": base.look,
        "Kept": lambda: saved(base.knowledge),
        "Terminal": terminal,
        "Time and place": clock,
    }
    groups = tuple(Group(name=name, findings=tuple(_taken(name, look))) for name, look in looks.items())
    states = {finding.state for group in groups for finding in group.findings}
    worst: State = "problem" if "problem" in states else "note" if "note" in states else "ok"
    return Report(sizewise=VERSION, state=worst, groups=groups)


def _taken(name: str, look: Look) -> Iterator[Finding]:
    try:
        yield from look()
    except Exception as error:  # noqa: BLE001  # whatever is broken, the rest is looked at
        text = f"this could not be looked at ({type(error).__name__}: {in_one_line(error)})"
        yield problem(name.lower(), text, "please report it with this page")


def _page(found: Report) -> Iterator[str]:
    for group in found.groups:
        yield group.name
        for finding in group.findings:
            yield from _lines(finding)
        yield ""
    counts = {state: sum(one.state == state for group in found.groups for one in group.findings) for state in _SIGNS}
    yield f"{_counted(counts['problem'], 'problem')}, {_counted(counts['note'], 'note')}.".capitalize()


def _counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def _lines(finding: Finding) -> Iterator[str]:
    word = "" if finding.state == "ok" else f"{finding.state}: "
    label = f"{_SIGNS[finding.state]} {finding.subject}"
    beside = " " * _LABEL
    yield from textwrap.wrap(f"{word}{finding.text}", WIDTH, initial_indent=f"{label:<{_LABEL}}", subsequent_indent=beside)
    if finding.next:
        yield from textwrap.wrap(finding.next, WIDTH, initial_indent=f"{beside}→ ", subsequent_indent=f"{beside}  ", break_on_hyphens=False)
