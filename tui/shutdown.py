"""Ends the app when the system asks it to stop, or when its terminal is gone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from types import FrameType
from typing import Any, Final

SHUTDOWN_SECONDS: Final = 5
"""Time to leave in order; writing to a terminal that is gone may block."""
TERMINAL_CHECK_SECONDS: Final = 2
"""Time between two checks whether the terminal is still there, where its end wakes nobody."""
_SIGNAL_NAMES: Final = ("SIGTERM", "SIGHUP", "SIGINT")
"""Names rather than members: not every system has them. Ctrl+C is a key for the app, so SIGINT comes from elsewhere."""
_GIVE_BACK: Final = b"\x1b[?2004l\x1b[?7h\x1b[?2048l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
"""What Textual writes when it leaves: no marks around what is pasted, wrapped lines, no mouse, the first screen, a cursor."""


class ShutdownWatch:
    """Ends the app once, for the first signal or for the loss of the terminal; what comes while it closes changes nothing.

    An app that has not closed SHUTDOWN_SECONDS later is ended, after its terminal was given back. Nothing is lost: every answer is saved
    before it is shown.
    """

    def __init__(self) -> None:
        """Remember how the terminal treats what is typed: create it before the app changes that."""
        self._terminal = _terminal_settings()
        self._reasons: SimpleQueue[signal.Signals] = SimpleQueue()
        """Why to end. Its `put` may interrupt itself, so that a handler of signals can call it at any moment."""

    def begin(self, end: Callable[[signal.Signals], None]) -> None:
        """Call `end` in the running loop when the program is asked to stop. A signal that the caller ignores stays ignored."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._end_once, args=(loop, end), name="shutdown", daemon=True).start()
        if hasattr(select, "poll"):
            threading.Thread(target=self._wait_for_hang_up, name="terminal", daemon=True).start()
        for one in [getattr(signal, name) for name in _SIGNAL_NAMES if hasattr(signal, name)]:
            if signal.getsignal(one) is signal.SIG_DFL or (one is signal.SIGINT and signal.getsignal(one) is not signal.SIG_IGN):
                signal.signal(one, self._note_signal)  # to the very end: the loop would hand it back before the terminal is

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        del frame
        self._reasons.put(signal.Signals(number))

    def _end_once(self, loop: asyncio.AbstractEventLoop, end: Callable[[signal.Signals], None]) -> None:
        """In a thread of its own, for the loop may wait for a terminal that takes no more."""
        one = self._reasons.get()
        with contextlib.suppress(RuntimeError):  # the loop is closed: the app is leaving
            loop.call_soon_threadsafe(end, one)
        time.sleep(SHUTDOWN_SECONDS)
        _give_terminal_back(self._terminal)
        os._exit(signal_exit_status(one))

    def _wait_for_hang_up(self) -> None:
        """A process without a controlling terminal gets no signal when the other end of standard input is closed."""
        poll = select.poll()
        poll.register(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0, 0)  # hang-ups are reported without asking
        found: list[tuple[int, int]] = []
        while not found:
            found = poll.poll(TERMINAL_CHECK_SECONDS * 1000)
        if found[0][1] & select.POLLHUP:
            self._reasons.put(signal.SIGHUP)


def signal_exit_status(one: signal.Signals) -> int:
    """The exit status that a shell reports for a program ended by this signal."""
    return 128 + one


def _terminal_settings() -> list[Any] | None:
    """How the terminal treats what is typed; None where there is no terminal."""
    try:
        import termios  # noqa: PLC0415  # Windows has none

        return termios.tcgetattr(0)
    except (ImportError, OSError, termios.error):
        return None


def _give_terminal_back(settings: list[Any] | None) -> None:
    """Leave the terminal as it was, without waiting for it."""
    if settings is None:
        return
    import termios  # noqa: PLC0415  # there are settings, so there is this

    with contextlib.suppress(OSError, termios.error):
        termios.tcsetattr(0, termios.TCSANOW, settings)
        os.set_blocking(2, False)
        os.write(2, _GIVE_BACK)
    with contextlib.suppress(OSError):
        os.set_blocking(2, True)  # the shell has the same terminal
