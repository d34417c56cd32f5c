"""The help: every command with its key, and how the rest works."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from engine.dialogue.words import say
from knowledge import Knowledge
from tui.views.commands import command_lines
from tui.views.line import Line, wrapped
from tui.widgets.steady import Steady
from tui.widgets.turn import Turn


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
        title, more = Line(say(self._base, "help_title"), "head"), wrapped(say(self._base, "help_more"), width)
        return [title, Line(""), *command_lines(width, app=True), Line(""), *more]
