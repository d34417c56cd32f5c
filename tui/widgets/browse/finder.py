"""The left side of the browse screen: search line, summary of the hits, tree of entries."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import WorkType

from knowledge import Knowledge
from tui.output.streams import replace_controls
from tui.views.linked_text import Link
from tui.widgets.browse.browse_wording import browse_text
from tui.widgets.browse.entry_tree import EntryTree
from tui.widgets.browse.name_search import NameIndex, SearchResult

_MAX_QUOTED_CHARACTERS: Final = 40
"""Search words in the summary are shortened to so many characters."""


class SearchLine(Input):
    """The input line of the search; the arrows move in the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Above", show=False),
        Binding("down", "step(1)", "Below", show=False),
        Binding("pageup", "step(-10)", "Far above", show=False),
        Binding("pagedown", "step(10)", "Far below", show=False),
    ]

    @dataclass
    class Moved(Message):
        """The highlight should move."""

        step: int
        """In rows; negative is up."""

    def __init__(self) -> None:
        """An empty line."""
        super().__init__(id="search", compact=True, select_on_focus=False)
        self.cursor_blink = False  # nothing repaints while idle

    def action_step(self, step: int) -> None:
        """Move the highlight of the list."""
        self.post_message(self.Moved(step))


class Finder(Vertical):
    """Lists all entries, or the hits of the search line."""

    @dataclass
    class IndexBuilt(Message):
        """The index of names is built."""

        index: NameIndex

    @dataclass
    class SearchDone(Message):
        """A search is done."""

        words: str
        found: SearchResult
        goes_there: bool
        """True to open the entry that the words name exactly."""

    def __init__(self, words: str = "") -> None:
        """`words` are searched for as soon as there is a base."""
        super().__init__(id="finder")
        self.line, self.entry_tree = SearchLine(), EntryTree()
        self._found = Static(id="found", classes="-empty", markup=False)
        self._words = words
        self._base: Knowledge | None = None
        self._index: NameIndex | None = None

    def compose(self) -> ComposeResult:
        """Search line, summary, tree."""
        yield self.line
        yield self._found
        yield self.entry_tree

    def fill_with_base(self, base: Knowledge) -> None:
        """List the entries of the base."""
        self._base = base
        self.line.placeholder = browse_text(base, "search")
        self.entry_tree.fill_with_base(base)
        self.run_worker(self._read_names(base), group="names")

    async def _read_names(self, base: Knowledge) -> None:
        self.post_message(self.IndexBuilt(await asyncio.to_thread(NameIndex, base)))

    @on(IndexBuilt)
    def _use_index(self, message: IndexBuilt) -> None:
        message.stop()
        self._index = message.index
        if self._words:
            self.look_up(self._words)
        else:
            self._start_search(self.line.value)

    def look_up(self, words: str) -> None:
        """Search for these words; open the entry if they name one exactly."""
        self._words = " ".join(replace_controls(words).split())
        if self._index is not None:
            with self.prevent(Input.Changed):
                self.line.value = self._words
            self._start_search(self._words, goes_there=True)

    @on(Input.Changed)
    def _search_typed(self, event: Input.Changed) -> None:
        event.stop()
        self._start_search(event.value)

    @on(Input.Submitted)
    def _pick_entered(self, event: Input.Submitted) -> None:
        event.stop()
        self._pick_row()

    @on(SearchLine.Moved)
    def _move_highlight(self, message: SearchLine.Moved) -> None:
        message.stop()
        self.entry_tree.move_highlight(message.step)

    def _start_search(self, words: str, *, goes_there: bool = False) -> None:
        """Start a search; a running one is cancelled."""
        if not words.strip():
            self.workers.cancel_group(self, "search")
            self._show_summary("")
            self.entry_tree.show_tree()
        elif self._index is not None:
            find: WorkType[None] = partial(self._run_search, self._index, words, goes_there=goes_there)
            self.run_worker(find, group="search", exclusive=True)  # a coroutine would never be awaited if the search is cancelled at once

    async def _run_search(self, index: NameIndex, words: str, *, goes_there: bool) -> None:
        found = await asyncio.to_thread(index.find_entries, words)
        self.post_message(self.SearchDone(words, found, goes_there=goes_there))

    @on(SearchDone)
    def _show_result(self, message: SearchDone) -> None:
        message.stop()
        if self._base is None or message.words != self.line.value:
            return
        found = message.found
        self._show_summary(browse_text(self._base, _result_sentence(found), words=_shorten_words(message.words), count=len(found.hits)))
        self.entry_tree.show_hits(found.hits)
        if message.goes_there and found.is_exact:
            self._pick_row()

    def _pick_row(self) -> None:
        """Open the highlighted row. The message is posted here: one posted by a child during a handler would not bubble further."""
        link = self.entry_tree.pick_row()
        if link is not None:
            self.post_message(EntryTree.Picked(link))

    def _show_summary(self, text: str) -> None:
        self._found.set_class(not text, "-empty")
        self._found.update(Content(text))

    def show_in_tree(self, link: Link) -> None:
        """Highlight an entry in the tree."""
        self.entry_tree.show_entry(link)


def _result_sentence(found: SearchResult) -> str:
    """The key of the sentence that summarises a result."""
    if found.is_near:
        return "hits_none" if found.hits else "hits_nowhere"
    return "hits_more" if found.total > len(found.hits) else "hits"


def _shorten_words(words: str) -> str:
    text = " ".join(replace_controls(words[: 2 * _MAX_QUOTED_CHARACTERS]).split())
    return text if len(text) <= _MAX_QUOTED_CHARACTERS else f"{text[:_MAX_QUOTED_CHARACTERS]}…"
