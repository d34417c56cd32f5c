"""The help: every command with its key, and how typing and the mouse work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from engine.fact_wording import say
from knowledge import Knowledge
from tui.views.commands import command_lines
from tui.views.greeting import abilities_lines
from tui.views.text_lines import Line, wrap_text
from tui.widgets.stable_layout import StableLayout
from tui.widgets.turn import Turn

_PRACTICE_TEXTS: Final = ("help_question", "help_words", "help_exam", "help_scroll")


class HelpScreen(StableLayout, ModalScreen[None]):
    """Closed by Esc, Enter, q and the key that opens it."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen VerticalScroll { width: 90%; max-width: 100; height: auto; max-height: 90%; }
    HelpScreen VerticalScroll { background: $surface; border: round $primary; padding: 0 1; }
    """
    COMMAND = "help"
    """The command whose key opens and closes the dialog."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter", "app.pop_screen", "Close", priority=True)]

    def __init__(self, base: Knowledge, *, in_practice: bool = False) -> None:
        """`in_practice` puts what can be said in practice first."""
        super().__init__()
        self._base, self._in_practice = base, in_practice

    def compose(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll():
            yield Turn(self._help_lines, "help")

    def _help_lines(self, width: int) -> list[Line]:
        title, more = Line(say(self._base, "help_title"), "head"), wrap_text(say(self._base, "help_more"), width)
        first = self._practice_lines(width) if self._in_practice else self._ability_lines(width)
        return [*first, title, Line(""), *command_lines(width, app=True), Line(""), *more]

    def _ability_lines(self, width: int) -> list[Line]:
        """What can be said in one's own words."""
        return [*abilities_lines(self._base.wording["dialogue"].texts, width)[:-2], Line("")]

    def _practice_lines(self, width: int) -> Iterator[Line]:
        texts = self._base.wording["practice"].texts
        yield Line(texts["help_head"], "head")
        yield Line("")
        for key in _PRACTICE_TEXTS:
            yield from wrap_text(texts[key], width, "  ")
        yield Line("")
