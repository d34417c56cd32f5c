"""One turn of a conversation: lines that are written anew for the width they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tui.themes import TONES
from tui.views.line import Line, as_text

Draw = Callable[[int], Iterable[Line]]
_SIGNED: Final = frozenset({"good", "bad", "maybe", "change", "care"})
"""Tones of which only the first sign is coloured."""
_COPIED: Final = 80
"""Characters of a line that is copied."""


def content_of(lines: Iterable[Line]) -> Content:
    """Lines as content: whatever they hold stays text, tones become styles."""
    return Content("\n").join([_styled(line) for line in lines])


def _styled(line: Line) -> Content:
    text = Content(line.text)
    if line.tone in _SIGNED:
        return text.stylize(TONES[line.tone], 0, 1)
    return text.stylize(TONES[line.tone]) if line.tone else text


class Turn(Widget):
    """A turn. One widget whatever its length, so that two hundred of them stay quick."""

    DEFAULT_CSS = """
    Turn { height: auto; width: 1fr; padding: 0 1; margin: 0 0 1 0; }
    Turn.-picked { background: $panel; }
    """

    def __init__(self, draw: Draw, kind: str = "text") -> None:
        """Take what writes the lines for a width, and what kind of turn it is."""
        super().__init__(classes=f"-{kind}")
        self.kind = kind
        self._draw = draw
        self._written: tuple[int, Content] | None = None

    def redraw(self, draw: Draw) -> None:
        """Show other lines from now on."""
        self._draw, self._written = draw, None
        self.refresh(layout=True)

    def text(self) -> str:
        """The turn as it is copied."""
        return as_text(self._draw(_COPIED))

    def render(self) -> Content:
        """The lines for the present width."""
        return self._content(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Lines at `width`; characters that take two cells may break a line once more."""
        del container, viewport
        return self._content(width).get_height({}, width) if width else 0

    def _content(self, width: int) -> Content:
        if self._written is None or self._written[0] != width:
            self._written = (width, content_of(self._draw(max(width, 1))))
        return self._written[1]
