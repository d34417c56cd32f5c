"""What the terminal can show."""

from __future__ import annotations

import os
import re
import select
import shutil
import sys
from collections.abc import Iterator
from typing import Final

from tui.cli.doctor.findings import Finding, report_note, report_ok
from tui.output.streams import ASCII_SIGNS

MIN_SIZE: Final = (80, 24)
"""Columns and lines for which the app is made."""
_SIGNS: Final = "●→×"
"""Signs that some terminals draw two columns wide."""
_MULTIPLEXERS: Final = {
    "TMUX": ("tmux", 'set -g default-terminal "tmux-256color" in ~/.tmux.conf'),
    "STY": ("screen", "term screen-256color in ~/.screenrc"),
}
"""Variable that a multiplexer sets -> its name, and what makes TERM right in it."""
_ANSWER_SECONDS: Final = 1.0
"""How long the terminal's answer is waited for."""
_CURSOR_REPORT: Final = re.compile(rb"\x1b\[(\d+);(\d+)R")
_MAX_ANSWER_BYTES: Final = 64


def check_terminal() -> Iterator[Finding]:
    """Kind, size, colours, encoding, width of signs, and multiplexers or ssh in between."""
    is_terminal = sys.stdout.isatty()
    if not (is_terminal and sys.stdin.isatty()):
        yield report_ok("terminal", "standard input or output is none: commands print plain text, sizewise alone reads a line")
    yield from _check_kind()
    if is_terminal:
        yield _check_size(*shutil.get_terminal_size())
    yield _check_colours()
    yield _check_encoding(getattr(sys.stdout, "encoding", None) or "none")
    if is_terminal and sys.stdin.isatty():
        yield from _check_sign_width()
    yield from _check_multiplexer()


def _check_kind() -> Iterator[Finding]:
    kind = os.environ.get("TERM", "")
    if kind in ("", "dumb"):
        then = "set TERM to what the terminal is, such as xterm-256color; without one, use sizewise --plain"
        yield report_note("TERM", f"{kind or 'not set'}: the app cannot draw, so sizewise opens the plain conversation", then)
    else:
        yield report_ok("TERM", kind)


def _check_size(columns: int, lines: int) -> Finding:
    if columns < MIN_SIZE[0] or lines < MIN_SIZE[1]:
        return report_note(
            "size",
            f"{columns}×{lines}: some of the app is cut off",
            f"enlarge the window to {MIN_SIZE[0]}×{MIN_SIZE[1]}, or use sizewise --plain",
        )
    return report_ok("size", f"{columns}×{lines}")


def _check_colours() -> Finding:
    if os.environ.get("NO_COLOR"):
        return report_ok("colours", "none, for NO_COLOR is set")
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return report_ok("colours", "16 million")
    kind = os.environ.get("TERM", "")
    if kind in ("", "dumb"):
        return report_ok("colours", "none, for TERM tells of none")
    count = "256" if "256color" in kind else "16"
    return report_note(
        "colours", f"{count}: colours of the theme are the nearest there are", "set COLORTERM=truecolor if the terminal has more"
    )


def _check_encoding(encoding: str) -> Finding:
    try:
        "".join(ASCII_SIGNS).encode(encoding)
    except (LookupError, UnicodeEncodeError):
        then = "set LC_ALL=C.UTF-8, or another locale with UTF-8"
        return report_note("encoding", f"{encoding}: bullets, arrows and bars are written in ASCII", then)
    return report_ok("encoding", encoding)


def _check_sign_width() -> Iterator[Finding]:
    measured = measure_columns(_SIGNS)
    if measured is not None and measured != len(_SIGNS):
        text = f"the signs {_SIGNS} take {measured} columns, not {len(_SIGNS)}: tables and plots do not line up"
        yield report_note("width of signs", text, 'set the terminal\'s "ambiguous width" to narrow')
    elif measured is not None:
        yield report_ok("width of signs", "one column each")


def _check_multiplexer() -> Iterator[Finding]:
    kind = os.environ.get("TERM", "")
    for variable, (name, then) in _MULTIPLEXERS.items():
        if os.environ.get(variable):
            fits = kind.startswith(("tmux", "screen"))
            yield (
                report_ok(name, f"inside {name}") if fits else report_note(name, f"inside {name}, and TERM says {kind or 'nothing'}", then)
            )
    if os.environ.get("SSH_CONNECTION"):
        yield report_ok("ssh", "over ssh: copying needs a terminal that takes OSC 52")


def measure_columns(text: str) -> int | None:
    """The columns that `text` takes in the terminal on the standard streams; None where it does not tell.

    The text is written, the terminal is asked where the cursor went, and the line is cleared again.
    """
    if sys.platform == "win32":
        return None
    import termios  # noqa: PLC0415  # not on every system
    import tty  # noqa: PLC0415  # the same

    handle, out = sys.stdin.fileno(), sys.stdout.fileno()
    try:
        sys.stdout.flush()
        before = termios.tcgetattr(handle)
        tty.setcbreak(handle, termios.TCSANOW)
    except (OSError, termios.error):
        return None
    try:
        os.write(out, f"\r{text}\x1b[6n".encode())
        column = _read_column(handle)
        os.write(out, b"\r\x1b[K")
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, before)
    return column - 1 if column is not None else None


def _read_column(handle: int) -> int | None:
    """The column in the terminal's answer, counted from 1."""
    answer = b""
    while len(answer) < _MAX_ANSWER_BYTES and select.select([handle], [], [], _ANSWER_SECONDS)[0]:
        answer += os.read(handle, _MAX_ANSWER_BYTES)
        if found := _CURSOR_REPORT.search(answer):
            return int(found[2])
    return None
