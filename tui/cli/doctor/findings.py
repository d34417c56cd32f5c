"""Findings of the doctor. Their sentences stand in code: the base, which has all others, may be what is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from knowledge.schema.record import Record
from tui.output.streams import replace_controls

State = Literal["ok", "note", "problem"]
"""As it should be; it works, with something to know; something does not work."""


class Finding(Record):
    """One thing that was looked at."""

    subject: str
    state: State
    text: str
    """What was found, on one line."""
    next: str = ""
    """What to do; empty where all is well."""


Check = Callable[[], Iterator[Finding]]
"""Examines one subject or several."""


def report_ok(subject: str, text: str) -> Finding:
    """The finding that all is well."""
    return Finding(subject=subject, state="ok", text=replace_controls(text))


def report_note(subject: str, text: str, then: str) -> Finding:
    """The finding that something works, with what to know, and `then`: what may be done."""
    return Finding(subject=subject, state="note", text=replace_controls(text), next=then)


def report_problem(subject: str, text: str, then: str) -> Finding:
    """The finding that something does not work, and `then`: what mends it."""
    return Finding(subject=subject, state="problem", text=replace_controls(text), next=then)


def abbreviate_home(path: Path) -> str:
    """The path with ~ for the home folder, whose name may be a person's."""
    try:
        home = Path.home()
    except RuntimeError:
        return str(path)
    if home == Path("/") or not path.is_relative_to(home):
        return str(path)
    return f"~/{path.relative_to(home)}" if path != home else "~"


def first_line(error: BaseException) -> str:
    """The first line of an error's message, with ~ for the home folder."""
    line = next(iter(str(error).splitlines()), "") or type(error).__name__
    try:
        home = str(Path.home())
    except RuntimeError:
        return line
    return line.replace(f"{home}/", "~/") if home != "/" else line
