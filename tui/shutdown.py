"""Ends the app when the system asks it to stop, or when its terminal is gone."""

from __future__ import annotations

import asyncio
import select
import signal
import sys
from collections.abc import Callable
from typing import Final

SHUTDOWN_SECONDS: Final = 5
"""Time to leave in order; writing to a terminal that is gone may block."""
TERMINAL_CHECK_SECONDS: Final = 2
"""Time between two checks whether the terminal is still there."""
_SIGNAL_NAMES: Final = ("SIGTERM", "SIGHUP")
"""Names rather than members: not every system has them."""


def watch_for_shutdown(end: Callable[[signal.Signals], None]) -> None:
    """Call `end` when the program is asked to stop, so that the terminal is restored.

    A second signal, or SHUTDOWN_SECONDS later, ends the program at once. Nothing is lost: every answer is saved before it is shown.
    """
    loop = asyncio.get_running_loop()
    members = [getattr(signal, name) for name in _SIGNAL_NAMES if hasattr(signal, name)]
    handled = [one for one in members if signal.getsignal(one) is signal.SIG_DFL]

    def stop_for(one: signal.Signals) -> None:
        for other in handled:
            loop.remove_signal_handler(other)
        signal.alarm(SHUTDOWN_SECONDS)
        end(one)

    for one in handled:
        try:
            loop.add_signal_handler(one, stop_for, one)
        except NotImplementedError:  # the loops of Windows
            return


def is_terminal_gone() -> bool:
    """True if the other end of standard input is closed. A process without a controlling terminal gets no signal for that."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(sys.stdin.fileno(), 0)  # hang-ups are reported without asking
    return any(events & select.POLLHUP for _, events in poll.poll(0))


def signal_exit_status(one: signal.Signals) -> int:
    """The exit status that a shell reports for a program ended by this signal."""
    return 128 + one
