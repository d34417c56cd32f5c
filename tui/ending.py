"""What ends the app from outside: the system asks it to stop, or its terminal goes away."""

from __future__ import annotations

import asyncio
import select
import signal
import sys
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 5
"""Seconds for leaving in order; a terminal that is gone may hold up whoever writes to it."""
LOOKS_EVERY: Final = 2
"""Seconds between two looks at whether the terminal is still there."""
_SIGNALS: Final = ("SIGTERM", "SIGHUP")
"""By name: not every system has them."""


def heed(end: Callable[[signal.Signals], None]) -> None:
    """Have `end` called when the program is asked to stop, so that the terminal is given back as it was.

    Asked again, or not ended in time, it ends at once. Nothing is lost by that: every answer is kept before it is shown.
    """
    loop = asyncio.get_running_loop()
    heeded = [one for name in _SIGNALS if (one := getattr(signal, name, None)) is not None and signal.getsignal(one) is signal.SIG_DFL]

    def asked(one: signal.Signals) -> None:
        for other in heeded:
            loop.remove_signal_handler(other)
        signal.alarm(PATIENCE)
        end(one)

    for one in heeded:
        try:
            loop.add_signal_handler(one, asked, one)
        except NotImplementedError:  # the loops of Windows
            return


def is_terminal_gone() -> bool:
    """Whether nobody is at the other end of standard input any more. A session without a terminal of its own gets no signal for that."""
    if not hasattr(select, "poll"):
        return False
    look = select.poll()
    look.register(sys.stdin.fileno(), 0)  # for no event but those that are always told
    return any(told & select.POLLHUP for _, told in look.poll(0))


def status_of(one: signal.Signals) -> int:
    """What a shell reports for a program that a signal ended."""
    return 128 + one
