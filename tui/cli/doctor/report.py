"""`sizewise doctor`: runs every check in turn and reports the findings. A check that fails is a finding itself; the others still run."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from typing import Final

from knowledge.schema.record import Record
from tui.cli.doctor.base import BaseCheck
from tui.cli.doctor.findings import Check, Finding, State, first_line, report_problem
from tui.cli.doctor.storage import check_folders, check_saved
from tui.cli.doctor.system import check_clock, check_versions
from tui.cli.doctor.terminal import check_terminal
from tui.output.exit_status import DONE
from tui.output.json_text import render_json
from tui.version import VERSION
from tui.views.text_lines import WIDTH

_PROBLEMS_FOUND: Final = 1
"""The exit status where something does not work."""
_SIGNS: Final[dict[State, str]] = {"ok": "●", "note": "!", "problem": "✗"}
_LABEL_WIDTH: Final = 26


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
    report = examine_machine()
    print(render_json(report) if arguments.json else "\n".join(_page_lines(report)))
    return _PROBLEMS_FOUND if report.state == "problem" else DONE


def examine_machine() -> Report:
    """Run every check."""
    base = BaseCheck()
    checks: dict[str, Check] = {
        "Versions": check_versions,
        "Folders": check_folders,
        "Base": base.check,
        "Kept": lambda: check_saved(base.knowledge),
        "Terminal": check_terminal,
        "Time and place": check_clock,
    }
    groups = tuple(Group(name=name, findings=tuple(_run_check(name, check))) for name, check in checks.items())
    states = {finding.state for group in groups for finding in group.findings}
    worst: State = "problem" if "problem" in states else "note" if "note" in states else "ok"
    return Report(sizewise=VERSION, state=worst, groups=groups)


def _run_check(name: str, check: Check) -> Iterator[Finding]:
    try:
        yield from check()
    except Exception as error:  # noqa: BLE001  # whatever is broken, the rest is looked at
        text = f"this could not be looked at ({type(error).__name__}: {first_line(error)})"
        yield report_problem(name.lower(), text, "please report it with this page")


def _page_lines(report: Report) -> Iterator[str]:
    for group in report.groups:
        yield group.name
        for finding in group.findings:
            yield from _finding_lines(finding)
        yield ""
    counts = {state: sum(one.state == state for group in report.groups for one in group.findings) for state in _SIGNS}
    yield f"{_count_phrase(counts['problem'], 'problem')}, {_count_phrase(counts['note'], 'note')}.".capitalize()


def _count_phrase(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def _finding_lines(finding: Finding) -> Iterator[str]:
    word = "" if finding.state == "ok" else f"{finding.state}: "
    label = f"{_SIGNS[finding.state]} {finding.subject}"
    beside = " " * _LABEL_WIDTH
    yield from textwrap.wrap(f"{word}{finding.text}", WIDTH, initial_indent=f"{label:<{_LABEL_WIDTH}}", subsequent_indent=beside)
    if finding.next:
        yield from textwrap.wrap(finding.next, WIDTH, initial_indent=f"{beside}→ ", subsequent_indent=f"{beside}  ", break_on_hyphens=False)
