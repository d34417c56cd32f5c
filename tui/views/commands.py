"""The commands as a list to read: what is typed, what it does, its key."""

from __future__ import annotations

from collections.abc import Iterator

from tui.commands.registry import COMMANDS, head_of, key_name
from tui.views.line import Line, wrapped


def command_lines(width: int, *, app: bool) -> Iterator[Line]:
    """Every command with its help below one another; those about the screen, and the keys, only where there is an app."""
    kept = [command for command in COMMANDS if app or not command.app_only]
    room = max(len(head_of(command)) for command in kept) + 2
    for command in kept:
        key = f" ({key_name(command.key)})" if app and command.key else ""
        yield from wrapped(f"{head_of(command):<{room}}{command.help}{key}", width, " " * room)
