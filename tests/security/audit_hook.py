"""An audit hook that notes whatever asks another process or machine. A hook cannot be taken away, so it runs in processes of its own."""

from __future__ import annotations

import socket
from typing import Any, Final

ASKING: Final = (
    *("socket.", "urllib.", "http.client.", "ftplib.", "smtplib.", "imaplib.", "poplib.", "webbrowser."),
    *("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile", "pty.spawn"),
)
"""Beginnings of the audit events of asking somebody."""
noted: list[str] = []
"""What was asked since the list was emptied last."""


def note(event: str, arguments: tuple[Any, ...]) -> None:
    """Take down an event that asks somebody; the pair of sockets by which an event loop wakes itself leads nowhere."""
    if not event.startswith(ASKING):
        return
    is_own_pair = event == "socket.__new__" and arguments[1] == getattr(socket, "AF_UNIX", None)
    noted.append(f"{event} to itself" if is_own_pair else f"{event} {arguments[1:]!r}")
