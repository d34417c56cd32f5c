"""A program in a real pseudo-terminal, and how long it takes until something stands on its screen."""

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
from typing import Final, Self

PATIENCE: Final = 30.0
"""Seconds after which words that do not come end the run."""


class Terminal:
    """A process in a terminal of a size; what it writes is read as it comes."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], width: int = 80, height: int = 24) -> None:
        """Start the process; the clock runs from here."""
        self._ours, theirs = pty.openpty()
        self.resize(width, height, tell=False)
        self.began = time.perf_counter()
        variables = {**environment, "TERM": "xterm-256color"}
        self._process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=variables, start_new_session=True)
        os.close(theirs)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def type(self, text: str) -> None:
        """Send keys."""
        os.write(self._ours, text.encode())

    def resize(self, width: int, height: int, *, tell: bool = True) -> None:
        """Change the size, and tell the process."""
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if tell:
            os.kill(self._process.pid, signal.SIGWINCH)

    def until(self, words: str, since: float | None = None) -> float:
        """Seconds from `since` (the start of the process) until these words have been written."""
        start, shown, end = self.began if since is None else since, b"", time.perf_counter() + PATIENCE
        while words.encode() not in shown:
            if time.perf_counter() > end or not select.select([self._ours], [], [], PATIENCE)[0]:
                raise RuntimeError(f"{words!r} did not come. The last of the screen: {shown[-2000:]!r}")
            shown += os.read(self._ours, 1 << 16)
        return time.perf_counter() - start

    def drain(self, quiet: float = 0.3) -> None:
        """Read what comes until nothing has come for `quiet` seconds."""
        while select.select([self._ours], [], [], quiet)[0]:
            os.read(self._ours, 1 << 16)
