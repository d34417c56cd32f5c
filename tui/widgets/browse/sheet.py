"""An article as one widget: rows of text, some of whose words lead elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from tui.themes import TONES
from tui.views.linked import Link, Row, Span

_LABEL: Final = "$secondary"
_LINK: Final = "underline $primary"
_CHOSEN: Final = "bold reverse $accent"


class Stop(NamedTuple):
    """A link, with the first row on which it stands."""

    row: int
    link: Link


class Sheet(Widget):
    """Rows as they are, never wrapped here. A click on a link follows it; one of them can be chosen."""

    DEFAULT_CSS = """
    Sheet { width: auto; min-width: 100%; height: auto; padding: 0 1; text-wrap: nowrap; text-overflow: clip; }
    """

    class Clicked(Message):
        """A link was clicked."""

        def __init__(self, link: Link) -> None:
            """Take where it leads."""
            super().__init__()
            self.link = link

    def __init__(self) -> None:
        """An empty sheet."""
        super().__init__()
        self.rows: tuple[Row, ...] = ()
        self.stops: tuple[Stop, ...] = ()
        self.chosen: int | None = None
        self._written: Content | None = None

    def put(self, rows: Sequence[Row], chosen: int | None = None) -> None:
        """Show these rows, with the link of this number chosen."""
        self.rows = tuple(rows)
        self.stops = tuple(Stop(at, span.link) for at, row in enumerate(self.rows) for span in row.links if not span.goes_on)
        self.chosen = chosen if chosen is not None and chosen < len(self.stops) else None
        self._written = None
        self.refresh(layout=True)

    def choose(self, number: int | None) -> None:
        """Choose another link, or none."""
        self.chosen, self._written = number, None
        self.refresh()

    def action_follow(self, number: int) -> None:
        """A link was clicked."""
        if number < len(self.stops):
            self.post_message(self.Clicked(self.stops[number].link))

    def render(self) -> Content:
        """All rows."""
        if self._written is None:
            self._written = Content("\n").join(list(self._styled()))
        return self._written

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The longest row: figures are wider than a narrow column."""
        del container, viewport
        return max((len(row.text) for row in self.rows), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line a row."""
        del container, viewport, width
        return len(self.rows)

    def _styled(self) -> Iterator[Content]:
        number = -1
        for row in self.rows:
            text = Content(row.text)
            if row.tone in TONES:
                text = text.stylize(TONES[row.tone])
            if row.label:
                text = text.stylize(_LABEL, 0, row.label)
            for span in row.links:
                number += not span.goes_on
                text = self._linked(text, span, number)
            yield text

    def _linked(self, text: Content, span: Span, number: int) -> Content:
        look = _CHOSEN if number == self.chosen else _LINK
        click = Style.from_meta({"@click": f"follow({number})"})
        return text.stylize(look, span.start, span.end).stylize(click, span.start, span.end)
