"""Everything the base knows, to be read: a list that opens and searches, beside it the article."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
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
from knowledge.errors import InputError, shown
from tui.views.linked import Link
from tui.widgets.browse.finder import Finder
from tui.widgets.browse.marks import Marks
from tui.widgets.browse.page import Page
from tui.widgets.browse.reader import Reader
from tui.widgets.browse.search_line import SearchLine
from tui.widgets.browse.shelf import Leaf, Shelf
from tui.widgets.browse.words import say
from tui.widgets.key_bar import KeyBar
from tui.widgets.mode_bar import ModeBar
from tui.widgets.steady import WIDE, Steady

_KEYS: Final = (
    ("/", "Search", "screen.search"),
    ("n", "Link", "screen.link(1)"),
    ("[", "Back", "screen.turn(-1)"),
    ("c", "Mark", "screen.mark"),
    ("v", "Compare", "screen.compare"),
    ("F1", "Help", "app.command('help')"),
)


class BrowseScreen(Steady, Screen[None]):
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

    class Opened(Message):
        """The base was read."""

        def __init__(self, base: Knowledge) -> None:
            """Take it."""
            super().__init__()
            self.base = base

    def __init__(self, open_base: Callable[[], Knowledge], words: str = "", *, today: dt.date | None = None) -> None:
        """`open_base` is called in a thread, after the first paint. `words` are looked up; facts older than a year `today` are marked."""
        super().__init__()
        self._open_base = open_base
        self._finder = Finder(words)
        self._reader = Reader(today or dt.datetime.now(tz=dt.UTC).date())
        self._keys = Static(id="keys", markup=False)
        self._wanted: Link | None = None
        self._marks: Marks | None = None
        self.base: Knowledge | None = None

    def compose(self) -> ComposeResult:
        """Search line and list; path and article; what the keys do."""
        yield ModeBar("browse")
        with Horizontal(id="browse"):
            yield self._finder
            yield self._reader
        yield self._keys
        yield KeyBar(_KEYS)

    @property
    def shelf(self) -> Shelf:
        """The list."""
        return self._finder.shelf

    @property
    def page(self) -> Page:
        """What is read."""
        return self._reader.page

    @property
    def line(self) -> SearchLine:
        """Where people type."""
        return self._finder.line

    @property
    def shown(self) -> tuple[Link, ...]:
        """The entry that is read, or those that stand side by side; empty before anything is opened."""
        return self._reader.shown

    @property
    def marked(self) -> tuple[Link, ...]:
        """What is marked to be compared."""
        return self._marks.links if self._marks is not None else ()

    def fit(self, width: int) -> None:
        """List and article stand beside each other where there is room, else one of them."""
        self.update_classes({"-wide": width >= WIDE, "-narrow": width < WIDE})

    def on_mount(self) -> None:
        """Read the base."""
        self.run_worker(self._read(), group="base")

    async def _read(self) -> None:
        self.post_message(self.Opened(await asyncio.to_thread(self._open_base)))

    @on(Opened)
    def _opened(self, message: Opened) -> None:
        message.stop()
        self.base, self._marks = message.base, Marks(message.base)
        self._reader.fill(self.base)
        self._finder.fill(self.base)
        self._tell_keys()
        if self._wanted is not None:
            self.show_entry(*self._wanted)

    def look_up(self, words: str) -> None:
        """Search for these words and open the entry that they name, if they name one."""
        self._finder.look_up(words)

    def show_entry(self, kind: str, identity: str) -> None:
        """Open an entry; says so where the base has none of that name."""
        link = Link(kind, identity)
        if self.base is None:
            self._wanted = link
        elif identity in getattr(self.base, kind, {}):
            self._finder.find(link)
            self._visit((link,))
        else:
            self._tell(say(self.base, "no_entry", name=shown(identity)), is_problem=True)

    @on(Shelf.Picked)
    def _picked(self, message: Shelf.Picked) -> None:
        message.stop()
        self._visit((message.link,))

    @on(Page.Followed)
    def _followed(self, message: Page.Followed) -> None:
        message.stop()
        self._visit((message.link,))

    @on(Page.Bare)
    def _bare(self, message: Page.Bare) -> None:
        message.stop()
        if self.base is not None:
            self._tell(say(self.base, "no_links"))

    def _visit(self, links: tuple[Link, ...]) -> None:
        self._reader.visit(links)
        self._read_on()

    def _read_on(self) -> None:
        """Bring the article forward."""
        self.add_class("-reading")
        self.page.focus()

    def action_turn(self, step: int) -> None:
        """Back to what was read before, or forward again."""
        if self._reader.turn(step):
            self._read_on()

    def action_link(self, step: int) -> None:
        """Choose the next link of the article, or the one before."""
        if self.shown:
            self._read_on()
            self.page.action_link(step)

    def action_search(self) -> None:
        """Type."""
        self.remove_class("-reading")
        self.line.focus()

    def action_leave(self) -> None:
        """Esc: from the article or the search line to the list; from the list of hits to everything."""
        if not self.shelf.has_focus:
            self.remove_class("-reading")
            self.shelf.focus()
        elif not self.shelf.is_tree:
            self.line.value = ""

    @property
    def _pointed(self) -> Link | None:
        """The entry that a key is about: the highlighted one where the list has the focus, else the one that is read."""
        if self.shelf.has_focus:
            row = self.shelf.current
            return row.link if isinstance(row, Leaf) else None
        return self.shown[0] if len(self.shown) == 1 else None

    def action_mark(self) -> None:
        """Mark the entry, or take its mark away."""
        if self.base is None or self._marks is None:
            return
        try:
            self._marks.toggle(self._pointed)
        except InputError as problem:
            self._tell(str(problem), is_problem=True)
        self._show_marks()

    def action_unmark(self) -> None:
        """Take all marks away."""
        if self._marks is not None:
            self._marks.clear()
            self._show_marks()

    def _show_marks(self) -> None:
        self.shelf.show_marks(self.marked)
        self._tell_keys()

    def action_compare(self) -> None:
        """Put what is marked side by side."""
        if self._marks is None:
            return
        try:
            self._visit(self._marks.chosen())
        except InputError as problem:
            self._tell(str(problem), is_problem=True)

    def action_copy(self) -> None:
        """Copy what is read."""
        text = self._reader.text()
        if text:
            self.app.copy_to_clipboard(text)
        if self.base is not None:
            self._tell(say(self.base, "copied" if text else "nothing_to_copy"), is_problem=not text)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """What has the focus is what is seen where there is room for one column."""
        if event.widget in (self.page, self.line, self.shelf):
            self.set_class(event.widget is self.page, "-reading")
            self._tell_keys()

    def _tell_keys(self) -> None:
        """What is marked; while nothing is, what the keys do where the focus is."""
        if self.base is not None and self._marks is not None:
            key = "help_page" if self.page.has_focus else "help_search" if self.line.has_focus else "help_list"
            self._keys.update(Content(self._marks.told() or say(self.base, key)))

    def _tell(self, text: str, *, is_problem: bool = False) -> None:
        self.notify(text, markup=False, severity="warning" if is_problem else "information")
