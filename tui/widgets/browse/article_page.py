"""The scrolling page of an article: it keeps the reading place at every width, and steps from link to link."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.message import Message

from tui.views.linked_text import Link, Row
from tui.widgets.browse.article_text import ArticleText

Draw = Callable[[int], Iterable[Row]]
_PADDING = 2


class ReadingPlace(NamedTuple):
    """A place in a text, independent of its width."""

    before: int = 0
    """Characters other than spaces above the first visible row."""
    chosen: int | None = None
    """Index of the link that Enter would follow."""


class ArticlePage(ScrollableContainer):
    """A scrolling text. Tab chooses a link, Enter follows it."""

    DEFAULT_CSS = """
    ArticlePage { height: 1fr; scrollbar-size: 1 1; scrollbar-gutter: stable; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "link(1)", "Next link", show=False),
        Binding("shift+tab", "link(-1)", "Link before", show=False),
        Binding("enter", "follow", "Follow", show=False),
        Binding("space", "page_down", "Page down", show=False),
    ]

    @dataclass
    class LinkFollowed(Message):
        """A link was followed."""

        link: Link

    class NoLinks(Message):
        """A link was asked for on a page without links."""

    def __init__(self) -> None:
        """An empty page."""
        super().__init__(id="page")
        self._article_text = ArticleText()
        self._draw: Draw | None = None
        self._width = 0
        self._place = ReadingPlace()
        self._at = 0.0

    def compose(self) -> ComposeResult:
        """One widget, whatever the length of the text."""
        yield self._article_text

    @property
    def article_text(self) -> ArticleText:
        """The widget of the text."""
        return self._article_text

    @property
    def place(self) -> ReadingPlace:
        """The current reading place."""
        is_held = self._at > self.scroll_y >= self.max_scroll_y  # the text became too short for the offset; nobody scrolled
        if self._width and self.scroll_y != self._at and not is_held:
            lengths = [_count_characters(row) for row in self._article_text.rows[: round(self.scroll_y)]]
            self._place, self._at = ReadingPlace(sum(lengths)), self.scroll_y
        return self._place._replace(chosen=self._article_text.chosen)

    def show_article(self, draw: Draw, place: ReadingPlace | None = None) -> None:
        """Show another text, from its beginning or at `place`."""
        self._draw, self._place, self._width = draw, place or ReadingPlace(), 0
        self._redraw_text()

    def on_resize(self, event: events.Resize) -> None:
        """Rewrite the text for the new width, at the same place."""
        del event
        self._redraw_text()

    def _redraw_text(self) -> None:
        width = self.scrollable_content_region.width - _PADDING
        if self._draw is None or width <= 0 or width == self._width:
            return
        place = self.place
        self._width, self._place = width, place
        self._article_text.show_rows(list(self._draw(width)), place.chosen if place.chosen is not None else self._article_text.chosen)
        self.call_after_refresh(self._scroll_to_place)

    def _scroll_to_place(self) -> None:
        above = list(accumulate((_count_characters(row) for row in self._article_text.rows), initial=0))
        row = bisect_right(above, self._place.before) - 1 if self._place.before else 0
        self.scroll_to(x=0, y=row, animate=False, force=True, immediate=True)
        self._at = self.scroll_y

    def action_link(self, step: int) -> None:
        """Choose the next (1) or previous (-1) link, or the first visible one where the chosen link is out of sight."""
        stops, chosen = self._article_text.stops, self._article_text.chosen
        if not stops:
            self.post_message(self.NoLinks())
            return
        top, bottom = self.scroll_y, self.scroll_y + self.scrollable_content_region.height
        if chosen is not None and top <= stops[chosen].row < bottom:
            number = (chosen + step) % len(stops)
        elif step > 0:
            number = next((at for at, stop in enumerate(stops) if stop.row >= top), 0)
        else:
            number = next((at for at in range(len(stops) - 1, -1, -1) if stops[at].row < bottom), len(stops) - 1)
        self._article_text.choose_link(number)
        row = stops[number].row
        if not top <= row < bottom:
            self.scroll_to(y=max(row - self.size.height // 3, 0), animate=False, immediate=True)

    def action_follow(self) -> None:
        """Follow the chosen link."""
        chosen = self._article_text.chosen
        if chosen is not None:
            self.post_message(self.LinkFollowed(self._article_text.stops[chosen].link))

    def on_article_text_clicked(self, message: ArticleText.Clicked) -> None:
        """Follow the clicked link."""
        message.stop()
        self.post_message(self.LinkFollowed(message.link))


def _count_characters(row: Row) -> int:
    return sum(not character.isspace() for character in row.text)
