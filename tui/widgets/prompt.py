"""Where people type: words, digits, commands; the arrows move in the card, or through what was typed before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

if TYPE_CHECKING:
    from tui.commands.registry import Command

_ENTER: Final = ("enter", "ctrl+j")
"""The second is an Enter that was pressed before the terminal listened."""
_STEPS: Final = {"up": -1, "down": 1}


class Prompt(Input):
    """One line. It always has the focus when nothing else asks for it."""

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

    class Moved(Message):
        """An arrow that is not for the text: up or down in the card, left or right in the advice, a page of the transcript."""

        def __init__(self, way: str, step: int) -> None:
            """Take the way ("card", "section", "page") and the step, -1 or 1."""
            super().__init__()
            self.way, self.step = way, step

    class Completing(Message):
        """Tab: complete the command that is being typed, or leave the prompt."""

    class Ordered(Message):
        """The key of a command was pressed."""

        def __init__(self, command: Command) -> None:
            """Take the command."""
            super().__init__()
            self.command = command

    def __init__(self) -> None:
        """An empty prompt."""
        super().__init__(id="prompt", compact=True, select_on_focus=False)
        self.cursor_blink = False  # nothing repaints while idle
        self._history: list[str] = []
        self._at = 0
        self._begun = ""

    def remember(self, lines: Sequence[str]) -> None:
        """Lines that arrow-up brings back, the newest last; a line that comes twice in a row counts once."""
        for line in lines:
            if line.strip() and self._history[-1:] != [line]:
                self._history.append(line)
        self._at, self._begun = len(self._history), ""

    def begin_with(self, lines: Sequence[str]) -> None:
        """Lines from before those that are remembered so far; what is typed at the moment stays."""
        self._history[:0] = lines
        self._at += len(lines)

    def action_step(self, step: int) -> None:
        """Move in the card while a mark or a command is typed, or nothing; else go through the lines that begin like this one."""
        is_new = self._at == len(self._history)
        if is_new and (self.value.startswith("/") or self.value.strip() in ("", "?") or self.value.strip().isdecimal()):
            self.post_message(self.Moved("card", step))
        else:
            self.recall(step)

    def recall(self, step: int) -> None:
        """Show the line before or after that begins with what was typed."""
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
        """Take Enter and the arrows in their turn: as a binding each would come after whatever was typed behind it."""
        if event.key not in (*_ENTER, *_STEPS):
            return
        event.stop()
        event.prevent_default()
        if event.key in _STEPS:
            self.action_step(_STEPS[event.key])
        else:
            await self.action_submit()

    async def action_submit(self) -> None:
        """Send the line, and begin an empty one at once: what is typed while it is dealt with is another line."""
        await super().action_submit()
        self.action_clear()

    def order(self, command: Command) -> None:
        """Ask for a command in its turn: behind the lines that were typed before its key was pressed, and on the same way as they."""
        self.call_later(self.post_message, self.Ordered(command))

    def put_back(self, line: str) -> None:
        """Bring back a line that nobody could take yet, unless another one has been begun."""
        if not self.value:
            self.value, self.cursor_position = line, len(line)

    def action_complete(self) -> None:
        """Ask for the rest of a command; without one Tab leaves for the next part of the screen."""
        if self.value.startswith("/"):
            self.post_message(self.Completing())
        else:
            self.screen.focus_next()

    def action_clear(self) -> None:
        """Empty the line."""
        self.value = ""
        self._at, self._begun = len(self._history), ""

    def action_scroll(self, step: int) -> None:
        """Scroll the transcript."""
        self.post_message(self.Moved("page", step))

    def action_sideways(self, step: int) -> None:
        """Move the cursor; in an empty line, to the next section of the advice."""
        if not self.value:
            self.post_message(self.Moved("section", step))
        elif step < 0:
            self.action_cursor_left()
        else:
            self.action_cursor_right()
