"""What the terminal can show."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import Final

from tui.cli.doctor.finding import Finding, note, ok
from tui.cli.doctor.width import columns_of
from tui.cli.streams import PLAIN

LEAST: Final = (80, 24)
"""Columns and lines for which the app is made."""
_SIGNS: Final = "●→×"
"""Signs whose width is a matter of taste."""
_MULTIPLEXERS: Final = {
    "TMUX": ("tmux", 'set -g default-terminal "tmux-256color" in ~/.tmux.conf'),
    "STY": ("screen", "term screen-256color in ~/.screenrc"),
}
"""Variable that one sets -> its name, and what makes TERM right in it."""


def terminal() -> Iterator[Finding]:
    """Size, kind, colours, encoding, width of signs, what stands in between."""
    is_terminal = sys.stdout.isatty()
    if not (is_terminal and sys.stdin.isatty()):
        yield ok("terminal", "standard input or output is none: commands print plain text, sizewise alone reads a line")
    yield from _kind()
    if is_terminal:
        yield _size(*shutil.get_terminal_size())
    yield _colours()
    yield _encoding(getattr(sys.stdout, "encoding", None) or "none")
    if is_terminal and sys.stdin.isatty():
        yield from _width()
    yield from _between()


def _kind() -> Iterator[Finding]:
    kind = os.environ.get("TERM", "")
    if kind in ("", "dumb"):
        then = "set TERM to what the terminal is, such as xterm-256color; without one, use sizewise --plain"
        yield note("TERM", f"{kind or 'not set'}: the app cannot draw, so sizewise opens the plain conversation", then)
    else:
        yield ok("TERM", kind)


def _size(columns: int, lines: int) -> Finding:
    if columns < LEAST[0] or lines < LEAST[1]:
        return note(
            "size",
            f"{columns}×{lines}: some of the app is cut off",
            f"enlarge the window to {LEAST[0]}×{LEAST[1]}, or use sizewise --plain",
        )
    return ok("size", f"{columns}×{lines}")


def _colours() -> Finding:
    if os.environ.get("NO_COLOR"):
        return ok("colours", "none, for NO_COLOR is set")
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return ok("colours", "16 million")
    kind = os.environ.get("TERM", "")
    if kind in ("", "dumb"):
        return ok("colours", "none, for TERM tells of none")
    count = "256" if "256color" in kind else "16"
    return note("colours", f"{count}: colours of the theme are the nearest there are", "set COLORTERM=truecolor if the terminal has more")


def _encoding(encoding: str) -> Finding:
    try:
        "".join(PLAIN).encode(encoding)
    except (LookupError, UnicodeEncodeError):
        then = "set LC_ALL=C.UTF-8, or another locale with UTF-8"
        return note("encoding", f"{encoding}: bullets, arrows and bars are written in ASCII", then)
    return ok("encoding", encoding)


def _width() -> Iterator[Finding]:
    measured = columns_of(_SIGNS)
    if measured is not None and measured != len(_SIGNS):
        text = f"the signs {_SIGNS} take {measured} columns, not {len(_SIGNS)}: tables and plots do not line up"
        yield note("width of signs", text, 'set the terminal\'s "ambiguous width" to narrow')
    elif measured is not None:
        yield ok("width of signs", "one column each")


def _between() -> Iterator[Finding]:
    kind = os.environ.get("TERM", "")
    for variable, (name, then) in _MULTIPLEXERS.items():
        if os.environ.get(variable):
            fits = kind.startswith(("tmux", "screen"))
            yield ok(name, f"inside {name}") if fits else note(name, f"inside {name}, and TERM says {kind or 'nothing'}", then)
    if os.environ.get("SSH_CONNECTION"):
        yield ok("ssh", "over ssh: copying needs a terminal that takes OSC 52")
