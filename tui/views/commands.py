"""Renders the list of commands: usage, help, key."""

from __future__ import annotations

from collections.abc import Iterator

from tui.commands.registry import COMMANDS, head_of, key_name
from tui.views.text_lines import Line, wrap_text


def command_lines(width: int, *, app: bool) -> Iterator[Line]:
    """Every command with its help. Keys and the commands about the screen are listed with `app` only."""
    listed = [command for command in COMMANDS if app or not command.app_only]
    room = max(len(head_of(command)) for command in listed) + 2
    for command in listed:
        key = f" ({key_name(command.key)})" if app and command.key else ""
        yield from wrap_text(f"{head_of(command):<{room}}{command.help}{key}", width, " " * room)
