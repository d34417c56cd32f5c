"""The last line of every screen: the keys that matter most, each of them a click too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from tui.commands.registry import COMMANDS, key_name

Keys = Iterable[tuple[str, str, str]]
"""Key as it stands on the keyboard, what it does in a word, the action of a click."""

OF_COMMANDS: Final = tuple((key_name(one.key), one.label, f"app.command('{one.name}')") for one in COMMANDS if one.label)
"""The keys of the conversation, from the registry."""


class KeyBar(Static):
    """One text rather than a widget a key: it stands with the first frame."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, keys: Keys = OF_COMMANDS) -> None:
        """Take the keys to show."""
        super().__init__(_written(keys), markup=False)


def _written(keys: Keys) -> Content:
    parts = []
    for key, label, action in keys:
        pair = Content.assemble(Content.styled(key, "bold $accent"), f" {label}  ")
        parts.append(pair.stylize(Style.from_meta({"@click": action})))
    return Content("").join(parts)
