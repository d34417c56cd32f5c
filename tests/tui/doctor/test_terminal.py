"""What `sizewise doctor` says of a terminal, from inside one."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import termios

import pytest

from tests.depth import LONG
from tests.tui.conftest import COMMAND


def in_terminal(environment: dict[str, str], *, size: tuple[int, int], column: int | None) -> str:
    """What it prints in a terminal of columns and lines, which answers where the cursor is with `column`."""
    child, handle = pty.fork()
    if child == 0:
        os.execve(COMMAND, ["sizewise", "doctor"], environment)  # noqa: S606  # our own command
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    shown = b""
    with contextlib.suppress(OSError):
        while data := os.read(handle, 65_536):
            shown += data
            if b"\x1b[6n" in data and column is not None:
                os.write(handle, f"\x1b[5;{column}R".encode())
    os.waitpid(child, 0)
    os.close(handle)
    return shown.decode()


@pytest.mark.parametrize(("column", "told"), [(7, "take 6 columns, not 3"), *([(None, "")] if LONG else [])])
def test_a_terminal_is_asked_how_wide_signs_are(settings: dict[str, str], column: int | None, told: str) -> None:
    """One that gives no answer is not waited for beyond a second."""
    shown = in_terminal({**settings, "TERM": "xterm-256color"}, size=(100, 40), column=column)
    assert "100×40" in shown
    assert told in shown
    assert ("width of signs" in shown) == bool(told)


def test_a_small_terminal_inside_another_is_noted(settings: dict[str, str]) -> None:
    """With what to set; the signs it answers for are of one column."""
    shown = in_terminal({**settings, "TERM": "xterm", "TMUX": "/secret,1,0"}, size=(60, 10), column=4)
    assert "one column each" in shown
    assert "60×10: some of the app is cut off" in re.sub(r"\s+", " ", shown)
    assert "default-terminal" in shown
    assert "secret" not in shown
