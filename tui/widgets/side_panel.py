"""The column to the right of the conversation."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static


class SidePanel(VerticalScroll):
    """One text, replaced with each step; it scrolls with the mouse wheel."""

    DEFAULT_CSS = """
    SidePanel { width: 38; padding: 0 1; background: $surface; scrollbar-size-vertical: 1; }
    SidePanel > Static { height: auto; }
    """

    def __init__(self) -> None:
        """An empty panel, which takes no room."""
        super().__init__(id="panel", classes="-empty", can_focus=False)
        self._body = Static(markup=False)

    def compose(self) -> Iterator[Static]:
        """The widget of the text."""
        yield self._body

    def show_content(self, text: Content) -> None:
        """Replace the text."""
        self.set_class(not text.plain.strip(), "-empty")
        self._body.update(text)
