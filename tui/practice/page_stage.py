"""A page to read from the menu, such as the progress page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tui.practice.stage import STOP_WORDS, PracticeContext, StageView, numbered_view
from tui.views.choice import Choice
from tui.views.reply import ReplyPart
from tui.views.text_lines import Line

BACK_TO_MENU: Final = STOP_WORDS | {"", "1", "back"}
"""Lines that lead back to the menu and say nothing more."""


class PageStage:
    """One page; the next line leads back to the menu, which then handles that line."""

    def __init__(self, context: PracticeContext, head: str, page: ReplyPart) -> None:
        """`head` stands above the way back."""
        self._say = context.sentence
        self._context, self._head, self._page = context, head, page
        self.is_over = False

    def opening_parts(self) -> Iterator[ReplyPart]:
        """The page."""
        yield self._page

    def handle_line(self, line: str) -> Iterator[ReplyPart]:
        """End the page, whatever was typed."""
        del line
        self.is_over = True
        yield from ()

    def current_view(self) -> StageView:
        """The way back."""
        choices = [Choice(self._say("stop"), "stop", mark="1")]
        return numbered_view(self._head, choices, panel=(Line(self._head, "head"),), enter=choices[0].line)
