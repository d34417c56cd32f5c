"""Asks the terminal how many columns a text takes: it is written, and the terminal tells where the cursor went."""

from __future__ import annotations

import os
import re
import select
import sys
from typing import Final

_PATIENCE: Final = 1.0
"""Seconds for an answer; a terminal that gives none is not waited for."""
_WHERE: Final = re.compile(rb"\x1b\[(\d+);(\d+)R")
_MOST: Final = 64
"""Bytes of an answer."""


def columns_of(text: str) -> int | None:
    """The columns that `text` takes in the terminal on the standard streams; None where it does not tell. The line is cleared again."""
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
        column = _column(handle)
        os.write(out, b"\r\x1b[K")
    finally:
        termios.tcsetattr(handle, termios.TCSANOW, before)
    return column - 1 if column is not None else None


def _column(handle: int) -> int | None:
    """The column in the terminal's answer, counted from 1."""
    answer = b""
    while len(answer) < _MOST and select.select([handle], [], [], _PATIENCE)[0]:
        answer += os.read(handle, _MOST)
        if found := _WHERE.search(answer):
            return int(found[2])
    return None
