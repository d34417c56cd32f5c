"""The left side: the search line, what it found, and the list."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import WorkType

from knowledge import Knowledge
from tui.cli.streams import printable
from tui.views.linked import Link
from tui.widgets.browse.search import Found, Index
from tui.widgets.browse.search_line import SearchLine
from tui.widgets.browse.shelf import Shelf
from tui.widgets.browse.words import say

_SHOWN: Final = 40
"""Characters of the search words that a sentence repeats."""


class Finder(Vertical):
    """Lists everything, or while something stands in the search line what it finds."""

    class Indexed(Message):
        """The names of the base can be searched."""

        def __init__(self, index: Index) -> None:
            """Take the index."""
            super().__init__()
            self.index = index

    class Searched(Message):
        """A search has ended."""

        def __init__(self, words: str, found: Found, *, goes_there: bool) -> None:
            """Take what was found; `goes_there` opens the entry that the words name."""
            super().__init__()
            self.words, self.found, self.goes_there = words, found, goes_there

    def __init__(self, words: str = "") -> None:
        """`words` are looked up as soon as there is a base."""
        super().__init__(id="finder")
        self.line, self.shelf = SearchLine(), Shelf()
        self._found = Static(id="found", classes="-empty", markup=False)
        self._words = words
        self._base: Knowledge | None = None
        self._index: Index | None = None

    def compose(self) -> ComposeResult:
        """Search line, what it found, list."""
        yield self.line
        yield self._found
        yield self.shelf

    def fill(self, base: Knowledge) -> None:
        """List this base."""
        self._base = base
        self.line.placeholder = say(base, "search")
        self.shelf.fill(base)
        self.run_worker(self._read_names(base), group="names")

    async def _read_names(self, base: Knowledge) -> None:
        self.post_message(self.Indexed(await asyncio.to_thread(Index, base)))

    @on(Indexed)
    def _indexed(self, message: Indexed) -> None:
        message.stop()
        self._index = message.index
        if self._words:
            self.look_up(self._words)
        else:
            self._search(self.line.value)

    def look_up(self, words: str) -> None:
        """Search for these words and open the entry that they name, if they name one."""
        self._words = " ".join(printable(words).split())
        if self._index is not None:
            with self.prevent(Input.Changed):
                self.line.value = self._words
            self._search(self._words, goes_there=True)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self._search(event.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._pick()

    @on(SearchLine.Moved)
    def _moved(self, message: SearchLine.Moved) -> None:
        message.stop()
        self.shelf.move(message.step)

    def _search(self, words: str, *, goes_there: bool = False) -> None:
        """Begin a search; one that is still under way is forgotten."""
        if not words.strip():
            self.workers.cancel_group(self, "search")
            self._tell("")
            self.shelf.show_tree()
        elif self._index is not None:
            find: WorkType[None] = partial(self._find, self._index, words, goes_there=goes_there)
            self.run_worker(find, group="search", exclusive=True)  # begun only if it is not taken back at once

    async def _find(self, index: Index, words: str, *, goes_there: bool) -> None:
        found = await asyncio.to_thread(index.find, words)
        self.post_message(self.Searched(words, found, goes_there=goes_there))

    @on(Searched)
    def _searched(self, message: Searched) -> None:
        message.stop()
        if self._base is None or message.words != self.line.value:
            return
        found = message.found
        self._tell(say(self._base, _how_found(found), words=_short(message.words), count=len(found.hits)))
        self.shelf.show_hits(found.hits)
        if message.goes_there and found.is_exact:
            self._pick()

    def _pick(self) -> None:
        """Open the highlighted row. We send the message: one that a child sends while we are at work would go no further than to us."""
        link = self.shelf.pick()
        if link is not None:
            self.post_message(Shelf.Picked(link))

    def _tell(self, text: str) -> None:
        self._found.set_class(not text, "-empty")
        self._found.update(Content(text))

    def find(self, link: Link) -> None:
        """Show an entry in the list of everything."""
        self.shelf.find(link)


def _how_found(found: Found) -> str:
    """The sentence that goes with what a search found."""
    if found.is_near:
        return "hits_none" if found.hits else "hits_nowhere"
    return "hits_more" if found.total > len(found.hits) else "hits"


def _short(words: str) -> str:
    text = " ".join(printable(words[: 2 * _SHOWN]).split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
