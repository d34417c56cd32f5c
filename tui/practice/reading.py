"""Something to read for which the menu makes room: how far one is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tui.practice.stage import STOP, Room, Standing
from tui.practice.words import say
from tui.talk import Part
from tui.views.choice import Choice
from tui.views.line import Line

BACK: Final = STOP | {"", "1", "back"}
"""Lines that lead to the menu and say no more."""


class Reading:
    """One page; whatever is said next leads back to the menu, which hears it."""

    def __init__(self, room: Room, head: str, page: Part) -> None:
        """Take the page and what stands above the way back."""
        self._room, self._head, self._page = room, head, page
        self.is_over = False

    def opened(self) -> Iterator[Part]:
        """The page."""
        yield self._page

    def heard(self, line: str) -> Iterator[Part]:
        """It was read."""
        del line
        self.is_over = True
        yield from ()

    def standing(self) -> Standing:
        """The way back."""
        choices = [Choice(say(self._room.knowledge, "stop"), "stop", mark="1")]
        return Standing((self._head, choices, ""), (Line(self._head, "head"),))
