"""The screen to read the knowledge base: a tree with a search on the left, the article on the right."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from tui.views.linked_text import Link
from tui.widgets.browse.article_page import ArticlePage
from tui.widgets.browse.browse_wording import browse_text
from tui.widgets.browse.comparison_marks import ComparisonMarks
from tui.widgets.browse.entry_tree import EntryRow, EntryTree
from tui.widgets.browse.finder import Finder, SearchLine
from tui.widgets.browse.reader import Reader
from tui.widgets.key_bar import KeyBar
from tui.widgets.mode_bar import ModeBar
from tui.widgets.stable_layout import WIDE_COLUMNS, StableLayout

_KEYS: Final = (
    ("/", "Search", "screen.search"),
    ("n", "Link", "screen.link(1)"),
    ("[", "Back", "screen.turn(-1)"),
    ("c", "Mark", "screen.mark"),
    ("v", "Compare", "screen.compare"),
    ("F1", "Help", "app.command('help')"),
)


class BrowseScreen(StableLayout, Screen[None]):
    """Read what Sizewise knows."""

    CSS_PATH = Path(__file__).with_name("browse.tcss")
    AUTO_FOCUS = "#search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", show=False),
        Binding("left_square_bracket,backspace", "turn(-1)", "Back", show=False),
        Binding("right_square_bracket", "turn(1)", "Forward", show=False),
        Binding("n", "link(1)", "Next link", show=False),
        Binding("p", "link(-1)", "Link before", show=False),
        Binding("c", "mark", "Mark", show=False),
        Binding("v", "compare", "Compare", show=False),
        Binding("x", "unmark", "Unmark all", show=False),
        Binding("y", "copy", "Copy", show=False),
        Binding("escape", "leave", "List", show=False),
    ]

    @dataclass
    class BaseLoaded(Message):
        """The base is loaded."""

        base: Knowledge

    def __init__(self, open_base: Callable[[], Knowledge], words: str = "", *, today: dt.date | None = None) -> None:
        """`open_base` is called in a thread after the first paint, `words` are searched, facts over a year old by `today` are marked."""
        super().__init__()
        self._open_base = open_base
        self._finder = Finder(words)
        self._reader = Reader(today or dt.datetime.now(tz=dt.UTC).date())
        self._keys = Static(id="keys", markup=False)
        self._wanted: Link | None = None
        self._marks: ComparisonMarks | None = None
        self.base: Knowledge | None = None

    def compose(self) -> ComposeResult:
        """Search line and tree, path and article, a line about the keys."""
        yield ModeBar("browse")
        with Horizontal(id="browse"):
            yield self._finder
            yield self._reader
        yield self._keys
        yield KeyBar(_KEYS)

    @property
    def entry_tree(self) -> EntryTree:
        """The tree of entries, or the hits of a search."""
        return self._finder.entry_tree

    @property
    def article_page(self) -> ArticlePage:
        """The page of the article."""
        return self._reader.page

    @property
    def search_line(self) -> SearchLine:
        """The input line."""
        return self._finder.line

    @property
    def shown_links(self) -> tuple[Link, ...]:
        """The entry on the page, or the compared ones; empty before anything is opened."""
        return self._reader.shown_links

    @property
    def marked_links(self) -> tuple[Link, ...]:
        """Entries marked for a comparison."""
        return self._marks.links if self._marks is not None else ()

    def fit_width(self, width: int) -> None:
        """Show tree and article side by side where there is room, else one of them."""
        self.update_classes({"-wide": width >= WIDE_COLUMNS, "-narrow": width < WIDE_COLUMNS})

    def on_mount(self) -> None:
        """Load the base."""
        self.run_worker(self._load_base(), group="base")

    async def _load_base(self) -> None:
        self.post_message(self.BaseLoaded(await asyncio.to_thread(self._open_base)))

    @on(BaseLoaded)
    def _fill_with_base(self, message: BaseLoaded) -> None:
        message.stop()
        self.base, self._marks = message.base, ComparisonMarks(message.base)
        self._reader.fill_with_base(self.base)
        self._finder.fill_with_base(self.base)
        self._tell_keys()
        if self._wanted is not None:
            self.show_entry(*self._wanted)

    def look_up(self, words: str) -> None:
        """Search for these words; open the entry if they name one exactly."""
        self._finder.look_up(words)

    def show_entry(self, kind: str, identity: str) -> None:
        """Open an entry; notify the reader where the base has no such entry."""
        link = Link(kind, identity)
        if self.base is None:
            self._wanted = link
        elif identity in getattr(self.base, kind, {}):
            self._finder.show_in_tree(link)
            self._read_links((link,))
        else:
            self._notify_reader(browse_text(self.base, "no_entry", name=quote_value(identity)), is_problem=True)

    @on(EntryTree.Picked)
    def _read_picked(self, message: EntryTree.Picked) -> None:
        message.stop()
        self._read_links((message.link,))

    @on(ArticlePage.LinkFollowed)
    def _read_followed(self, message: ArticlePage.LinkFollowed) -> None:
        message.stop()
        self._read_links((message.link,))

    @on(ArticlePage.NoLinks)
    def _tell_no_links(self, message: ArticlePage.NoLinks) -> None:
        message.stop()
        if self.base is not None:
            self._notify_reader(browse_text(self.base, "no_links"))

    def _read_links(self, links: tuple[Link, ...]) -> None:
        self._reader.read_links(links)
        self._read_on()

    def _read_on(self) -> None:
        self.add_class("-reading")
        self.article_page.focus()

    def action_turn(self, step: int) -> None:
        """Go back (-1) or forward (1) in what was read."""
        if self._reader.step_history(step):
            self._read_on()

    def action_link(self, step: int) -> None:
        """Choose the next (1) or previous (-1) link of the article."""
        if self.shown_links:
            self._read_on()
            self.article_page.action_link(step)

    def action_search(self) -> None:
        """Move the focus to the search line."""
        self.remove_class("-reading")
        self.search_line.focus()

    def action_leave(self) -> None:
        """Esc: from the article or the search line to the list; from a list of hits to the whole tree."""
        if not self.entry_tree.has_focus:
            self.remove_class("-reading")
            self.entry_tree.focus()
        elif not self.entry_tree.is_tree:
            self.search_line.value = ""

    @property
    def _pointed_link(self) -> Link | None:
        """The entry that a key applies to: the highlighted one while the list has the focus, else the one on the page."""
        if self.entry_tree.has_focus:
            row = self.entry_tree.current_row
            return row.link if isinstance(row, EntryRow) else None
        return self.shown_links[0] if len(self.shown_links) == 1 else None

    def action_mark(self) -> None:
        """Mark the entry for a comparison, or remove its mark."""
        if self.base is None or self._marks is None:
            return
        try:
            self._marks.toggle_mark(self._pointed_link)
        except InputError as problem:
            self._notify_reader(str(problem), is_problem=True)
        self._show_marks()

    def action_unmark(self) -> None:
        """Remove all marks."""
        if self._marks is not None:
            self._marks.clear_marks()
            self._show_marks()

    def _show_marks(self) -> None:
        self.entry_tree.show_marks(self.marked_links)
        self._tell_keys()

    def action_compare(self) -> None:
        """Compare the marked entries."""
        if self._marks is None:
            return
        try:
            self._read_links(self._marks.links_to_compare())
        except InputError as problem:
            self._notify_reader(str(problem), is_problem=True)

    def action_copy(self) -> None:
        """Copy the page to the clipboard."""
        text = self._reader.plain_text()
        if text:
            self.app.copy_to_clipboard(text)
        if self.base is not None:
            self._notify_reader(browse_text(self.base, "copied" if text else "nothing_to_copy"), is_problem=not text)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the column with the focus where there is room for one."""
        if event.widget in (self.article_page, self.search_line, self.entry_tree):
            self.set_class(event.widget is self.article_page, "-reading")
            self._tell_keys()

    def _tell_keys(self) -> None:
        """Show the marked entries, or without any what the keys do where the focus is."""
        if self.base is not None and self._marks is not None:
            key = "help_page" if self.article_page.has_focus else "help_search" if self.search_line.has_focus else "help_list"
            self._keys.update(Content(self._marks.describe_marks() or browse_text(self.base, key)))

    def _notify_reader(self, text: str, *, is_problem: bool = False) -> None:
        self.notify(text, markup=False, severity="warning" if is_problem else "information")
