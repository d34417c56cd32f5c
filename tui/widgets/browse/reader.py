"""The right side: where one is, and the article; it remembers what was read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from knowledge import Knowledge
from tui.views.article import Article
from tui.views.entries import label_of, title_of
from tui.views.line import WIDTH, as_text
from tui.views.linked import Link, Row, flow, plain
from tui.widgets.browse.history import History
from tui.widgets.browse.marks import comparison
from tui.widgets.browse.page import Page
from tui.widgets.browse.words import kind_name, say


class Reader(Vertical):
    """Shows an entry, or several side by side; goes back to what was read before, and where in it."""

    def __init__(self, today: dt.date) -> None:
        """Facts that are older than a year `today` are marked."""
        super().__init__(id="reader")
        self.page = Page()
        self._path = Static(id="path", markup=False)
        self._today = today
        self._history = History()
        self._base: Knowledge | None = None

    def compose(self) -> ComposeResult:
        """A path, and the page."""
        yield self._path
        yield self.page

    @property
    def shown(self) -> tuple[Link, ...]:
        """The entry that is read, or those that stand side by side; empty before anything is opened."""
        return self._history.here.links

    def fill(self, base: Knowledge) -> None:
        """Read from this base."""
        self._base = base
        self.page.show(partial(_notice, say(base, "empty_page")))

    def visit(self, links: tuple[Link, ...]) -> None:
        """Read something else; what was read before can be come back to."""
        if links != self.shown:
            self._history.keep(self.page.place)
            self._history.visit(links)
            self._show()

    def turn(self, step: int) -> bool:
        """Back (-1) to what was read before, or forward again; whether there was anything."""
        self._history.keep(self.page.place)
        moved = self._history.turn(step)
        if moved:
            self._show()
        return moved

    def text(self) -> str:
        """What is read, as it is copied; "" before anything is."""
        rows = _drawn(self.shown, self._base, self._today, WIDTH) if self._base is not None and self.shown else ()
        return as_text(row.line for row in rows)

    def _show(self) -> None:
        visit, base = self._history.here, self._base
        if base is not None:
            self._path.update(Content(_path(visit.links, base)))
            self.page.show(partial(_drawn, visit.links, base, self._today), visit.place)


def _path(links: tuple[Link, ...], base: Knowledge) -> str:
    """Where one is."""
    if len(links) > 1:
        return say(base, "compared", names=", ".join(label_of(*link, base) for link in links))
    link = links[0]
    return say(base, "path", kind=kind_name(base, link.kind), name=title_of(getattr(base, link.kind)[link.id]))


def _drawn(links: tuple[Link, ...], base: Knowledge, today: dt.date, width: int) -> Iterable[Row]:
    """The article of one entry, or the comparison of several."""
    if len(links) > 1:
        return comparison(links, base, width)
    return Article(base, width, addresses=True, today=today).rows(getattr(base, links[0].kind)[links[0].id])


def _notice(text: str, width: int) -> list[Row]:
    return flow(plain(text), width, tone="dim")
