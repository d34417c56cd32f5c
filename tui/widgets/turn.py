"""One turn of a conversation: lines that are written anew for the width they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rich.cells import cell_len
from textual.content import Content, Span
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

from tui.themes import TONES
from tui.views.line import Line, as_text

Draw = Callable[[int], Iterable[Line]]
_SIGNED: Final = frozenset({"good", "bad", "maybe", "change", "care"})
"""Tones of which only the first sign is coloured."""
_COPIED: Final = 80
"""Characters of a line that is copied."""


def content_of(lines: Iterable[Line]) -> Content:
    """Lines as content: whatever they hold stays text, tones become styles. Made in one go, since it is made for every width."""
    texts, spans, start = [], [], 0
    for line, tone in lines:
        text = line if line.isprintable() else Content(line).plain  # without control codes, which would shift the tones
        texts.append(text)
        if tone and text:
            spans.append(Span(start, start + (1 if tone in _SIGNED else len(text)), TONES[tone]))
        start += len(text) + 1
    return Content("\n".join(texts), spans)


def height_of(content: Content, width: int) -> int:
    """Lines it takes at `width`; where one is too wide, because of characters that take two cells, it is broken as when it is shown."""
    lines = content.plain.split("\n")
    if "\t" not in content.plain and all(cell_len(line) <= width for line in lines):
        return len(lines)
    return content.get_height({}, width)


class Turn(Widget):
    """A turn. One widget whatever its length, so that two hundred of them stay quick."""

    DEFAULT_CSS = """
    Turn { height: auto; width: 1fr; padding: 0 1; margin: 0 0 1 0; }
    Turn.-picked { background: $panel; }
    """
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As every widget has, but with another one nothing has to be laid out again: two hundred turns would ask for it after each resize."""

    def __init__(self, draw: Draw, kind: str = "text") -> None:
        """Take what writes the lines for a width, and what kind of turn it is."""
        super().__init__(classes=f"-{kind}")
        self.kind = kind
        self._draw = draw
        self._written: tuple[int, Content] | None = None
        self._measured: tuple[int, int] | None = None
        """The last width, and the lines it took: a transcript is laid out whenever a line is added."""

    def redraw(self, draw: Draw) -> None:
        """Show other lines from now on."""
        self._draw, self._written, self._measured = draw, None, None
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
        if not width:
            return 0
        if self._measured is None or self._measured[0] != width:
            self._measured = (width, height_of(self._content(width), width))
        return self._measured[1]

    def _content(self, width: int) -> Content:
        if self._written is None or self._written[0] != width:
            self._written = (width, content_of(self._draw(max(width, 1))))
        return self._written[1]
