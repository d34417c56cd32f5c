"""A pseudo-terminal that can be taken away."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

PATIENCE: Final = 30.0
"""Seconds after which what does not come is a failure; no measure of speed."""


class Screen:
    """A process in a terminal: what it writes, how it is ended, and how it leaves the terminal behind."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], *, size: tuple[int, int] = (80, 24), owns: bool = True
    ) -> None:
        """Start it. A process that `owns` its terminal is told by a signal when that goes."""
        self._ours, theirs = pty.openpty()
        self.resize(*size)
        self.shown = b""
        self.before = self.terminal_settings()
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={"TERM": "xterm-256color", **environment},
            start_new_session=True,
            preexec_fn=_own_terminal if owns else None,  # noqa: PLW1509  # no thread of ours holds a lock that the child would need
        )
        os.close(theirs)

    def terminal_settings(self) -> list[Any]:
        """How the terminal treats what is typed."""
        return termios.tcgetattr(self._ours)

    def type(self, text: str) -> None:
        """Send keys."""
        os.write(self._ours, text.encode())

    def resize(self, width: int, height: int) -> None:
        """Change the size; the system tells whoever owns the terminal."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def wait_for(self, words: str) -> None:
        """Read until these words have been written since the last call."""
        at, end = len(self.shown), time.monotonic() + PATIENCE
        while words.encode() not in self.shown[at:]:
            assert time.monotonic() < end, f"{words!r} did not come. The last of the screen: {self.shown[-2000:]!r}"
            self._read_output(0.5)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process."""
        self.process.send_signal(number)

    def take_away(self) -> None:
        """Close the terminal, as a window or a connection that is lost."""
        os.close(self._ours)
        self._ours = -1

    def wait_for_end(self) -> int:
        """Wait for the end, reading what is still written; the status as a shell reports it."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            if self._ours >= 0:
                self._read_output(0.1)
            else:
                time.sleep(0.05)
        while self._ours >= 0 and self._read_output(0.1):
            pass
        status = self.process.returncode
        return status if status >= 0 else 128 - status

    def close(self) -> None:
        """End the process, if it has not."""
        self.process.kill()
        self.process.wait()
        if self._ours >= 0:
            os.close(self._ours)

    def _read_output(self, seconds: float) -> bool:
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self._ours, 1 << 16)
        except OSError:  # nobody is at the other end any more
            return False
        self.shown += part
        return bool(part)


def _own_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
