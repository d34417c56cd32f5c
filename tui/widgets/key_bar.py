"""The last line of every screen: the most important keys, also clickable."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from tui.commands.registry import COMMANDS, key_name

Keys = Iterable[tuple[str, str, str]]
"""Name of the key, what it does in a word, the action of a click."""

COMMAND_KEYS: Final = tuple((key_name(one.key), one.label, f"app.command('{one.name}')") for one in COMMANDS if one.label)
"""The labelled keys of the command registry."""


class KeyBar(Static):
    """One text instead of a widget for each key, so that it is part of the first frame."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, keys: Keys = COMMAND_KEYS) -> None:
        """Show these keys."""
        super().__init__(_key_content(keys), markup=False)


def _key_content(keys: Keys) -> Content:
    parts = []
    for key, label, action in keys:
        pair = Content.assemble(Content.styled(key, "bold $accent"), f" {label}  ")
        parts.append(pair.stylize(Style.from_meta({"@click": action})))
    return Content("").join(parts)
