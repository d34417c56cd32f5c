"""The column beside the conversation."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static


class SidePanel(VerticalScroll):
    """One text that is written anew with each step; it scrolls with the wheel."""

    DEFAULT_CSS = """
    SidePanel { width: 38; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
    SidePanel > Static { height: auto; }
    """

    def __init__(self) -> None:
        """An empty panel."""
        super().__init__(id="panel", can_focus=False)
        self._body = Static(markup=False)

    def compose(self) -> Iterator[Static]:
        """The text."""
        yield self._body

    def show(self, text: Content) -> None:
        """Show this from now on."""
        self._body.update(text)
