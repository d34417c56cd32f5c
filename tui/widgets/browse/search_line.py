"""Where one types what one looks for; the arrows move in the list below."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class SearchLine(Input):
    """One line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Above", show=False),
        Binding("down", "step(1)", "Below", show=False),
        Binding("pageup", "step(-10)", "Far above", show=False),
        Binding("pagedown", "step(10)", "Far below", show=False),
    ]

    class Moved(Message):
        """The highlight is to move by so many rows."""

        def __init__(self, step: int) -> None:
            """Take the step; below 0 is up."""
            super().__init__()
            self.step = step

    def __init__(self) -> None:
        """An empty line."""
        super().__init__(id="search", compact=True, select_on_focus=False)
        self.cursor_blink = False  # nothing repaints while idle

    def action_step(self, step: int) -> None:
        """Move the highlight of the list."""
        self.post_message(self.Moved(step))
