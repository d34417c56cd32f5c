"""The browse screen alone, and somebody before it."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from knowledge import Knowledge
from tests.tui.app.conftest import SMALL
from tui.screens.browse import BrowseScreen
from tui.themes import DARK, THEMES
from tui.views.linked_text import Link
from tui.widgets.browse.entry_tree import EntryRow, KindRow


class Shown(App[None]):
    """The screen alone."""

    def __init__(self, knowledge: Knowledge, words: str) -> None:
        """Take the base and the first words."""
        super().__init__()
        self.animation_level = "none"
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = DARK.name
        self.browse = BrowseScreen(lambda: knowledge, words, today=dt.date(2026, 11, 22))

    def on_mount(self) -> None:
        """Show it."""
        self.push_screen(self.browse)


class Reader:
    """Somebody before the screen."""

    def __init__(self, app: Shown, pilot: Pilot[Any]) -> None:
        """Take the app and what presses its keys."""
        self.app, self.pilot, self.browse = app, pilot, app.browse

    async def wait(self) -> None:
        """Until all that was asked for stands there."""
        for _ in range(3):
            await self.pilot.pause()
            await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for what they lead to."""
        await self.pilot.press(*keys)
        await self.wait()

    async def type(self, words: str) -> None:
        """Put words into the search line."""
        self.browse.search_line.value = words
        await self.wait()

    async def open(self, kind: str, identity: str) -> None:
        """Come from elsewhere to an entry."""
        self.browse.show_entry(kind, identity)
        await self.wait()

    def screen(self) -> str:
        """What stands on the screen, without its colours."""
        return "\n".join(strip.text.rstrip() for strip in self.app.screen._compositor.render_strips())

    def told(self) -> str:
        """All that was said in passing."""
        return "\n".join(one.message for one in self.app._notifications)

    def shown(self) -> tuple[Link, ...]:
        """What is read now."""
        return self.browse.shown_links

    def row(self) -> KindRow | EntryRow | None:
        """The highlighted row of the list."""
        return self.browse.entry_tree.current_row


@asynccontextmanager
async def sit(knowledge: Knowledge, size: tuple[int, int] = SMALL, words: str = "") -> AsyncIterator[Reader]:
    """Sit somebody down before the screen."""
    app = Shown(knowledge, words)
    async with app.run_test(size=size) as pilot:
        reader = Reader(app, pilot)
        await reader.wait()
        yield reader
