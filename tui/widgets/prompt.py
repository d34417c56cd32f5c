"""The input line of a conversation: words, digits, commands; the arrows move in the card or through earlier lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

if TYPE_CHECKING:
    from tui.commands.registry import Command

_ENTER: Final = ("enter", "ctrl+j")
"""ctrl+j is an Enter that was pressed before the terminal was in raw mode."""
_STEPS: Final = {"up": -1, "down": 1}


class Prompt(Input):
    """One line. It has the focus unless something else asks for it."""

    DEFAULT_CSS = """
    Prompt, Prompt:focus { border: none; height: 1; padding: 0; background: $background; width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "Complete", show=False),
        Binding("escape", "clear", "Clear", show=False),
        Binding("pageup", "scroll(-1)", "Scroll up", show=False),
        Binding("pagedown", "scroll(1)", "Scroll down", show=False),
        Binding("left", "sideways(-1)", "Left", show=False),
        Binding("right", "sideways(1)", "Right", show=False),
    ]

    @dataclass
    class Moved(Message):
        """A key that is not for the text: up or down in the card, left or right in the advice, a page of the transcript."""

        way: Literal["card", "section", "page"]
        step: int
        """-1 or 1."""

    class Completing(Message):
        """Tab was pressed in a command."""

    @dataclass
    class Ordered(Message):
        """The key of a command was pressed."""

        command: Command

    def __init__(self) -> None:
        """An empty prompt."""
        super().__init__(id="prompt", compact=True, select_on_focus=False)
        self.cursor_blink = False  # nothing repaints while idle
        self._history: list[str] = []
        self._at = 0
        self._begun = ""

    def remember_lines(self, lines: Sequence[str]) -> None:
        """Add lines to the history, the newest last; repeated lines count once."""
        for line in lines:
            if line.strip() and self._history[-1:] != [line]:
                self._history.append(line)
        self._at, self._begun = len(self._history), ""

    def prepend_history(self, lines: Sequence[str]) -> None:
        """Add older lines in front of the history; the current input stays."""
        self._history[:0] = lines
        self._at += len(lines)

    def action_step(self, step: int) -> None:
        """Move in the card while the input is empty, a mark or a command; else through earlier lines that begin like the input."""
        is_new = self._at == len(self._history)
        if is_new and (self.value.startswith("/") or self.value.strip() in ("", "?") or self.value.strip().isdecimal()):
            self.post_message(self.Moved("card", step))
        else:
            self.recall_line(step)

    def recall_line(self, step: int) -> None:
        """Show the previous (-1) or next (1) line of the history that begins with what was typed."""
        if self._at == len(self._history):
            self._begun = self.value
        at = self._at + step
        while 0 <= at < len(self._history) and not self._history[at].startswith(self._begun):
            at += step
        if at >= len(self._history):
            self._at, self.value = len(self._history), self._begun
        elif at >= 0:
            self._at, self.value = at, self._history[at]
        self.cursor_position = len(self.value)

    async def _on_key(self, event: events.Key) -> None:
        """Handle Enter and the arrows here: as bindings they would run after keys typed later."""
        if event.key not in (*_ENTER, *_STEPS):
            return
        event.stop()
        event.prevent_default()
        if event.key in _STEPS:
            self.action_step(_STEPS[event.key])
        else:
            await self.action_submit()

    async def action_submit(self) -> None:
        """Submit the line and clear the input at once: what is typed meanwhile is another line."""
        await super().action_submit()
        self.action_clear()

    def order_command(self, command: Command) -> None:
        """Post a command after the lines typed before its key was pressed."""
        self.call_later(self.post_message, self.Ordered(command))

    def put_back(self, line: str) -> None:
        """Restore a line that could not be handled yet, unless another one was begun."""
        if not self.value:
            self.value, self.cursor_position = line, len(line)

    def action_complete(self) -> None:
        """Complete a command; without one move the focus on."""
        if self.value.startswith("/"):
            self.post_message(self.Completing())
        else:
            self.screen.focus_next()

    def action_clear(self) -> None:
        """Clear the input."""
        self.value = ""
        self._at, self._begun = len(self._history), ""

    def action_scroll(self, step: int) -> None:
        """Scroll the transcript."""
        self.post_message(self.Moved("page", step))

    def action_sideways(self, step: int) -> None:
        """Move the cursor; in an empty input, change the section of the advice."""
        if not self.value:
            self.post_message(self.Moved("section", step))
        elif step < 0:
            self.action_cursor_left()
        else:
            self.action_cursor_right()
