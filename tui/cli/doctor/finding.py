"""What a look at something found. Its sentences stand in code: the base, which has all others, may be what is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from knowledge.schema.record import Record
from tui.cli.streams import printable

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


Look = Callable[[], Iterator[Finding]]
"""Looks at one subject or several."""


def ok(subject: str, text: str) -> Finding:
    """All is well."""
    return Finding(subject=subject, state="ok", text=printable(text))


def note(subject: str, text: str, then: str) -> Finding:
    """It works; here is what to know, and what may be done."""
    return Finding(subject=subject, state="note", text=printable(text), next=then)


def problem(subject: str, text: str, then: str) -> Finding:
    """Something does not work; this mends it."""
    return Finding(subject=subject, state="problem", text=printable(text), next=then)


def shown_path(path: Path) -> str:
    """A path as it may be passed on: the home folder, which has a person's name, is ~."""
    try:
        home = Path.home()
    except RuntimeError:
        return str(path)
    if home == Path("/") or not path.is_relative_to(home):
        return str(path)
    return f"~/{path.relative_to(home)}" if path != home else "~"


def in_one_line(error: BaseException) -> str:
    """What an error says, in one line, without the home folder."""
    line = next(iter(str(error).splitlines()), "") or type(error).__name__
    try:
        home = str(Path.home())
    except RuntimeError:
        return line
    return line.replace(f"{home}/", "~/") if home != "/" else line
