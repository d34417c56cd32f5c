"""The help: every command with its key, and how the rest works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from engine.words import say
from knowledge import Knowledge
from tui.views.commands import command_lines
from tui.views.line import Line, wrapped
from tui.widgets.steady import Steady
from tui.widgets.turn import Turn

_OF_PRACTICE: Final = ("help_question", "help_words", "help_exam", "help_scroll")


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

    def __init__(self, base: Knowledge, *, in_practice: bool = False) -> None:
        """Take the words; in practice, what can be said there comes first."""
        super().__init__()
        self._base, self._in_practice = base, in_practice

    def compose(self) -> ComposeResult:
        """One long text that scrolls."""
        with VerticalScroll():
            yield Turn(self._lines, "help")

    def _lines(self, width: int) -> list[Line]:
        title, more = Line(say(self._base, "help_title"), "head"), wrapped(say(self._base, "help_more"), width)
        first = self._of_practice(width) if self._in_practice else ()
        return [*first, title, Line(""), *command_lines(width, app=True), Line(""), *more]

    def _of_practice(self, width: int) -> Iterator[Line]:
        texts = self._base.wording["practice"].texts
        yield Line(texts["help_head"], "head")
        yield Line("")
        for key in _OF_PRACTICE:
            yield from wrapped(texts[key], width, "  ")
        yield Line("")
