"""The text of an article as one widget: rows, some with links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from tui.themes import TONES
from tui.views.linked_text import Link, Row, Span

_LABEL: Final = "$secondary"
_LINK: Final = "underline $primary"
_CHOSEN: Final = "bold reverse $accent"


class LinkStop(NamedTuple):
    """A link, with the index of its first row."""

    row: int
    link: Link


class ArticleText(Widget):
    """Shows rows without wrapping them. Links can be clicked, and one of them chosen."""

    DEFAULT_CSS = """
    ArticleText { width: auto; min-width: 100%; height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: clip; }
    """

    @dataclass
    class Clicked(Message):
        """A link was clicked."""

        link: Link

    def __init__(self) -> None:
        """An empty text."""
        super().__init__()
        self.rows: tuple[Row, ...] = ()
        self.stops: tuple[LinkStop, ...] = ()
        self.chosen: int | None = None
        self._written: Content | None = None

    def show_rows(self, rows: Sequence[Row], chosen: int | None = None) -> None:
        """Show these rows, with the link of this index chosen."""
        self.rows = tuple(rows)
        self.stops = tuple(LinkStop(at, span.link) for at, row in enumerate(self.rows) for span in row.links if not span.goes_on)
        self.chosen = chosen if chosen is not None and chosen < len(self.stops) else None
        self._written = None
        self.refresh(layout=True)

    def choose_link(self, number: int | None) -> None:
        """Choose the link of this index, or none."""
        self.chosen, self._written = number, None
        self.refresh()

    def action_follow(self, number: int) -> None:
        """A link was clicked."""
        if number < len(self.stops):
            self.post_message(self.Clicked(self.stops[number].link))

    def render(self) -> Content:
        """All rows."""
        if self._written is None:
            self._written = Content("\n").join(list(self._styled_rows()))
        return self._written

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The longest row: figures may be wider than the column."""
        del container, viewport
        return max((len(row.text) for row in self.rows), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line a row."""
        del container, viewport, width
        return len(self.rows)

    def _styled_rows(self) -> Iterator[Content]:
        number = -1
        for row in self.rows:
            text = Content(row.text)
            if row.tone in TONES:
                text = text.stylize(TONES[row.tone])
            if row.label:
                text = text.stylize(_LABEL, 0, row.label)
            for span in row.links:
                number += not span.goes_on
                text = self._style_link(text, span, number)
            yield text

    def _style_link(self, text: Content, span: Span, number: int) -> Content:
        look = _CHOSEN if number == self.chosen else _LINK
        click = Style.from_meta({"@click": f"follow({number})"})
        return text.stylize(look, span.start, span.end).stylize(click, span.start, span.end)
