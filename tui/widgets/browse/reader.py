"""The right side of the browse screen: path and article, with a history of what was read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from knowledge import Knowledge
from tui.views.article import ArticleWriter
from tui.views.entries import label_of, title_of
from tui.views.linked_text import Link, Row, flow_pieces, plain_pieces
from tui.views.text_lines import WIDTH, as_text
from tui.widgets.browse.article_page import ArticlePage, ReadingPlace
from tui.widgets.browse.browse_wording import browse_text, kind_name
from tui.widgets.browse.comparison_marks import comparison_rows


class Visit(NamedTuple):
    """An entry, or several compared, and the reading place."""

    links: tuple[Link, ...]
    place: ReadingPlace = ReadingPlace()


class ReadingHistory:
    """Goes back and forward; a new visit drops what lay ahead."""

    def __init__(self) -> None:
        """Nothing was read yet."""
        self._visits: list[Visit] = []
        self._at = -1

    @property
    def current_visit(self) -> Visit:
        """The current visit; without links before the first."""
        return self._visits[self._at] if self._visits else Visit(())

    def remember_place(self, place: ReadingPlace) -> None:
        """Store the reading place of the current visit."""
        if self._visits:
            self._visits[self._at] = self.current_visit._replace(place=place)

    def add_visit(self, links: tuple[Link, ...]) -> None:
        """Visit something new."""
        self._visits = [*self._visits[: self._at + 1], Visit(links)]
        self._at = len(self._visits) - 1

    def step_visit(self, step: int) -> bool:
        """Go back (-1) or forward (1). Returns False if there is nothing that way."""
        if not 0 <= self._at + step < len(self._visits):
            return False
        self._at += step
        return True


class Reader(Vertical):
    """Shows an entry or a comparison; goes back to earlier ones at their reading place."""

    def __init__(self, today: dt.date) -> None:
        """Facts over a year old by `today` are marked."""
        super().__init__(id="reader")
        self.page = ArticlePage()
        self._path = Static(id="path", markup=False)
        self._today = today
        self._history = ReadingHistory()
        self._base: Knowledge | None = None

    def compose(self) -> ComposeResult:
        """A path, and the page."""
        yield self._path
        yield self.page

    @property
    def shown_links(self) -> tuple[Link, ...]:
        """The entry on the page, or the compared ones; empty before anything is opened."""
        return self._history.current_visit.links

    def fill_with_base(self, base: Knowledge) -> None:
        """Read entries of this base."""
        self._base = base
        self.page.show_article(partial(_notice_rows, browse_text(base, "empty_page")))

    def read_links(self, links: tuple[Link, ...]) -> None:
        """Show an entry or a comparison, as a new visit of the history."""
        if links != self.shown_links:
            self._history.remember_place(self.page.place)
            self._history.add_visit(links)
            self._show_visit()

    def step_history(self, step: int) -> bool:
        """Go back (-1) or forward (1) in the history. Returns False if there is nothing that way."""
        self._history.remember_place(self.page.place)
        moved = self._history.step_visit(step)
        if moved:
            self._show_visit()
        return moved

    def plain_text(self) -> str:
        """The text of the page, as it is copied; "" before anything was opened."""
        rows = _article_rows(self.shown_links, self._base, self._today, WIDTH) if self._base is not None and self.shown_links else ()
        return as_text(row.line for row in rows)

    def _show_visit(self) -> None:
        visit, base = self._history.current_visit, self._base
        if base is not None:
            self._path.update(Content(_path_text(visit.links, base)))
            self.page.show_article(partial(_article_rows, visit.links, base, self._today), visit.place)


def _path_text(links: tuple[Link, ...], base: Knowledge) -> str:
    """The kind and name of the entry, or the names of the compared ones."""
    if len(links) > 1:
        return browse_text(base, "compared", names=", ".join(label_of(*link, base) for link in links))
    link = links[0]
    return browse_text(base, "path", kind=kind_name(base, link.kind), name=title_of(getattr(base, link.kind)[link.id]))


def _article_rows(links: tuple[Link, ...], base: Knowledge, today: dt.date, width: int) -> Iterable[Row]:
    """The article of one entry, or the comparison of several, in lines of `width`."""
    if len(links) > 1:
        return comparison_rows(links, base, width)
    return ArticleWriter(base, width, addresses=True, today=today).write_rows(getattr(base, links[0].kind)[links[0].id])


def _notice_rows(text: str, width: int) -> list[Row]:
    return flow_pieces(plain_pieces(text), width, tone="dim")
