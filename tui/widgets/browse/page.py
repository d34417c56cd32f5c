"""The page that is read: it keeps its place whatever the width, and goes from link to link."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.message import Message

from tui.views.linked import Link, Row
from tui.widgets.browse.sheet import Sheet

Draw = Callable[[int], Iterable[Row]]
_PADDING = 2


class Place(NamedTuple):
    """Where one is in a text, whatever its width."""

    before: int = 0
    """Characters, without spaces, above the first row that is seen."""
    chosen: int | None = None
    """The link that Enter would follow."""


class Page(ScrollableContainer):
    """A text that scrolls. Tab goes through its links, Enter follows one."""

    DEFAULT_CSS = """
    Page { height: 1fr; scrollbar-size: 1 1; scrollbar-gutter: stable; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "link(1)", "Next link", show=False),
        Binding("shift+tab", "link(-1)", "Link before", show=False),
        Binding("enter", "follow", "Follow", show=False),
        Binding("space", "page_down", "Page down", show=False),
    ]

    class Followed(Message):
        """Somebody followed a link."""

        def __init__(self, link: Link) -> None:
            """Take where it leads."""
            super().__init__()
            self.link = link

    class Bare(Message):
        """Somebody looked for a link where there is none."""

    def __init__(self) -> None:
        """An empty page."""
        super().__init__(id="page")
        self._sheet = Sheet()
        self._draw: Draw | None = None
        self._width = 0
        self._place = Place()
        self._at = 0.0

    def compose(self) -> ComposeResult:
        """One widget, however long the text."""
        yield self._sheet

    @property
    def sheet(self) -> Sheet:
        """The text."""
        return self._sheet

    @property
    def place(self) -> Place:
        """Where the reader is now."""
        is_held = self._at > self.scroll_y >= self.max_scroll_y  # the text has become too short for it, nobody scrolled
        if self._width and self.scroll_y != self._at and not is_held:
            lengths = [_length(row) for row in self._sheet.rows[: round(self.scroll_y)]]
            self._place, self._at = Place(sum(lengths)), self.scroll_y
        return self._place._replace(chosen=self._sheet.chosen)

    def show(self, draw: Draw, place: Place | None = None) -> None:
        """Show another text, from its beginning or at a place."""
        self._draw, self._place, self._width = draw, place or Place(), 0
        self._redraw()

    def on_resize(self, event: events.Resize) -> None:
        """Write the text anew for the width, at the same place."""
        del event
        self._redraw()

    def _redraw(self) -> None:
        width = self.scrollable_content_region.width - _PADDING
        if self._draw is None or width <= 0 or width == self._width:
            return
        place = self.place
        self._width, self._place = width, place
        self._sheet.put(list(self._draw(width)), place.chosen if place.chosen is not None else self._sheet.chosen)
        self.call_after_refresh(self._return)

    def _return(self) -> None:
        """Scroll to the place."""
        above = list(accumulate((_length(row) for row in self._sheet.rows), initial=0))
        row = bisect_right(above, self._place.before) - 1 if self._place.before else 0
        self.scroll_to(x=0, y=row, animate=False, force=True, immediate=True)
        self._at = self.scroll_y

    def action_link(self, step: int) -> None:
        """Choose the next link, or the one before; where the chosen one is out of sight, the first that is seen."""
        stops, chosen = self._sheet.stops, self._sheet.chosen
        if not stops:
            self.post_message(self.Bare())
            return
        top, bottom = self.scroll_y, self.scroll_y + self.scrollable_content_region.height
        if chosen is not None and top <= stops[chosen].row < bottom:
            number = (chosen + step) % len(stops)
        elif step > 0:
            number = next((at for at, stop in enumerate(stops) if stop.row >= top), 0)
        else:
            number = next((at for at in range(len(stops) - 1, -1, -1) if stops[at].row < bottom), len(stops) - 1)
        self._sheet.choose(number)
        row = stops[number].row
        if not top <= row < bottom:
            self.scroll_to(y=max(row - self.size.height // 3, 0), animate=False)

    def action_follow(self) -> None:
        """Go where the chosen link leads."""
        chosen = self._sheet.chosen
        if chosen is not None:
            self.post_message(self.Followed(self._sheet.stops[chosen].link))

    def on_sheet_clicked(self, message: Sheet.Clicked) -> None:
        """The mouse follows at once."""
        message.stop()
        self.post_message(self.Followed(message.link))


def _length(row: Row) -> int:
    return sum(not character.isspace() for character in row.text)
