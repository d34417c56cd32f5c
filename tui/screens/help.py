"""The help: every command with its key, and how the rest works."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from engine.dialogue.words import say
from knowledge import Knowledge
from tui.commands.registry import COMMANDS, head_of, key_name
from tui.views.line import Line, wrapped
from tui.widgets.steady import Steady
from tui.widgets.turn import Turn

_HEAD = 22


class HelpScreen(Steady, ModalScreen[None]):
    """Any of the keys that open it, and Esc, close it."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll { width: 90%; max-width: 100; height: auto; max-height: 90%; }
    HelpScreen VerticalScroll { background: $surface; border: round $primary; padding: 0 1; }
    """
    COMMAND = "help"
    """Its key closes it too."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "app.pop_screen", "Close", priority=True)]

    def __init__(self, base: Knowledge) -> None:
        """Take the words."""
        super().__init__()
        self._base = base

    def compose(self) -> ComposeResult:
        """One long text that scrolls."""
        with VerticalScroll():
            yield Turn(self._lines, "help")

    def _lines(self, width: int) -> list[Line]:
        lines = [Line(say(self._base, "help_title"), "head"), Line("")]
        for command in COMMANDS:
            key = f" ({key_name(command.key)})" if command.key else ""
            lines += wrapped(f"{head_of(command):<{_HEAD}}{command.help}{key}", width, " " * _HEAD)
        return [*lines, Line(""), *wrapped(say(self._base, "help_more"), width)]
