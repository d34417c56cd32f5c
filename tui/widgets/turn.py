"""One turn of a conversation: lines rendered for the available width."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rich.cells import cell_len
from textual.content import Content, Span
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget

from tui.themes import TONES
from tui.views.text_lines import Line, as_text

Draw = Callable[[int], Iterable[Line]]
_SIGN_ONLY_TONES: Final = frozenset({"good", "bad", "maybe", "change", "care"})
"""Tones that colour only the first character."""
_COPY_WIDTH: Final = 80
"""Width in characters of copied text."""


def content_of(lines: Iterable[Line]) -> Content:
    """Lines as content, tones as styles. Markup in them stays text. Built in one go, since it is built for every width."""
    texts, spans, start = [], [], 0
    for line, tone in lines:
        text = line if line.isprintable() else Content(line).plain  # without control codes, which would shift the styles
        texts.append(text)
        if tone and text:
            spans.append(Span(start, start + (1 if tone in _SIGN_ONLY_TONES else len(text)), TONES[tone]))
        start += len(text) + 1
    return Content("\n".join(texts), spans)


def height_of(content: Content, width: int) -> int:
    """Height in lines at `width`; lines too wide because of double-width characters are wrapped as Textual wraps them."""
    lines = content.plain.split("\n")
    if "\t" not in content.plain and all(cell_len(line) <= width for line in lines):
        return len(lines)
    return content.get_height({}, width)


class Turn(Widget):
    """A turn: one widget whatever its length, so that two hundred of them stay fast."""

    DEFAULT_CSS = """
    Turn { height: auto; width: 1fr; padding: 0 1; margin: 0 0 1 0; }
    Turn.-picked { background: $panel; outline-left: thick $accent; }
    """
    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """Overrides Textual's attribute so that a change needs no layout: two hundred turns would ask for one after each resize."""

    def __init__(self, draw: Draw, kind: str = "text") -> None:
        """`draw` writes the lines for a width in characters; `kind` is a CSS class too."""
        super().__init__(classes=f"-{kind}")
        self.kind = kind
        self._draw = draw
        self._written: tuple[int, Content] | None = None
        self._measured: tuple[int, int] | None = None
        """The last width and the height at it: cached, since each added turn lays the transcript out again."""

    def redraw_with(self, draw: Draw) -> None:
        """Show other lines."""
        self._draw = draw
        self.redraw()

    def redraw(self) -> None:
        """Write the lines again: what they tell of has changed."""
        self._written, self._measured = None, None
        self.refresh(layout=True)

    def plain_text(self) -> str:
        """The text as it is copied."""
        return as_text(self._draw(_COPY_WIDTH))

    def render(self) -> Content:
        """The lines for the current width."""
        return self._content_at(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Height at `width`."""
        del container, viewport
        if not width:
            return 0
        if self._measured is None or self._measured[0] != width:
            self._measured = (width, height_of(self._content_at(width), width))
        return self._measured[1]

    def _content_at(self, width: int) -> Content:
        if self._written is None or self._written[0] != width:
            self._written = (width, content_of(self._draw(max(width, 1))))
        return self._written[1]
