"""The input of a conversation: words, digits, commands; the arrows move in the card or through earlier lines. It grows with the text."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.input import Selection

from tui.widgets.wrapped_rows import Row, cells_before, position_in, row_of, wrap_rows

if TYPE_CHECKING:
    from tui.commands.registry import Command

_NEW_LINE: Final = ("shift+enter", "ctrl+j")
"""Keys that begin a new line; a terminal that does not tell Shift+Enter from Enter still has the other."""
_STEPS: Final = {"up": -1, "down": 1}
_MAX_ROWS: Final = 5
"""Rows of the input before it scrolls."""
_SCREEN_SHARE: Final = 4
"""The input takes at most so many-th part of the screen's height, and always one row."""
_RAW_SECONDS: Final = 1.0
"""An Enter pressed before the terminal was in raw mode arrives as ctrl+j, within so many seconds after the prompt is shown."""


class Prompt(Input):
    """A text of one or several rows. It has the focus unless something else asks for it."""

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

    class Keyed(Message):
        """A character was typed at the end, by a key."""

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
        self._first_row = 0
        """Index of the row at the top."""
        self._wrapped: tuple[str, int, list[Row]] = ("", 0, [Row(0, 0)])
        """The last text and width, and its rows."""
        self._shown_since = time.monotonic()

    def on_mount(self) -> None:
        """Know when the terminal has been in raw mode for a while."""
        self._shown_since = time.monotonic()

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
        """Move between the rows of a long text; in the card while the input is empty, a mark or a command; else through earlier lines."""
        is_new = self._at == len(self._history)
        if is_new and self._move_to_row(self._cursor_row + step):
            return
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
        if event.key not in ("enter", *_NEW_LINE, *_STEPS):
            return
        event.stop()
        event.prevent_default()
        if event.key in _STEPS:
            self.action_step(_STEPS[event.key])
        elif self._begins_line(event.key):
            self.insert_text_at_cursor("\n")
        else:
            await self.action_submit()

    def _begins_line(self, key: str) -> bool:
        """True if a key begins a new line instead of sending the text: so does Enter behind a backslash, which it takes away."""
        if key in _NEW_LINE:
            return key != "ctrl+j" or time.monotonic() - self._shown_since > _RAW_SECONDS
        at = self.cursor_position
        if self.value[at - 1 : at] == "\\" and self.value.strip() != "\\":
            self.delete(at - 1, at)
            return True
        return False

    def insert_text_at_cursor(self, text: str) -> None:
        """Insert a typed character, and tell of one at the end: with it the text may be complete."""
        super().insert_text_at_cursor(text)
        if len(text) == 1 and self.cursor_position == len(self.value):
            self.post_message(self.Keyed())

    def paste_text(self, text: str) -> None:
        """Put a text in place of the selection. Its lines stay one message, which is sent by Enter alone."""
        self.replace("\n".join(text.splitlines()).rstrip("\n"), *sorted(self.selection))

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.paste_text(event.text)

    async def action_submit(self) -> None:
        """Submit the text and clear the input at once: what is typed meanwhile is another line."""
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

    # Rows.

    @property
    def rows(self) -> list[Row]:
        """The rows of the text at the current width, of which the last cell is left to the cursor."""
        width = max(self.size.width - 1, 1)
        if self._wrapped[:2] != (self.value, width):
            self._wrapped = (self.value, width, wrap_rows(self.value, width))
        return self._wrapped[2]

    @property
    def _cursor_row(self) -> int:
        return row_of(self.rows, self.cursor_position)

    @property
    def content_width(self) -> int:
        """The width that is there: nothing scrolls sideways."""
        return max(self.size.width, 1)

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where the cursor stands on the screen."""
        x, y, _, _ = self.content_region
        row = self._cursor_row
        return Offset(x + cells_before(self.value, self.rows[row], self.cursor_position), y + row - self._first_row)

    def _move_to_row(self, row: int) -> bool:
        """Move the cursor up or down in the text. False where there is no such row."""
        rows = self.rows
        if not 0 <= row < len(rows):
            return False
        cells = cells_before(self.value, rows[self._cursor_row], self.cursor_position)
        self.cursor_position = position_in(self.value, rows[row], cells, is_last=row == len(rows) - 1)
        return True

    def _fit_height(self) -> None:
        """As many rows as the text takes, up to a few, with the cursor among them. A layout only where their number changes."""
        rows = self.rows
        room = max(min(_MAX_ROWS, self.app.size.height // _SCREEN_SHARE), 1)
        height = min(len(rows), room)
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height
        cursor = row_of(rows, self.cursor_position)
        lowest = min(max(self._first_row, cursor - height + 1), cursor)
        self._first_row = max(min(lowest, len(rows) - height), 0)

    def on_resize(self) -> None:
        """Wrap at the new width."""
        self._fit_height()

    def _watch_value(self, value: str) -> None:
        super()._watch_value(value)
        self._fit_height()

    def _watch_selection(self, selection: Selection) -> None:
        del selection
        self.app.clear_selection()
        self._fit_height()
        self.app.cursor_position = self.cursor_screen_offset

    def render_line(self, y: int) -> Strip:
        """One row, with the cursor and what is selected."""
        at, rows = y + self._first_row, self.rows
        if at >= len(rows):
            return Strip.blank(self.size.width, self.rich_style)
        row = rows[at]
        text = Text(self.value[row.start : row.end].replace("\t", " "), no_wrap=True, overflow="ignore", end="")
        text.pad_right(max(self.size.width - text.cell_len, 1))
        if self.has_focus:
            start, end = sorted(self.selection)
            text.stylize(
                self.get_component_rich_style("input--selection"), max(start - row.start, 0), max(min(end, row.end) - row.start, 0)
            )
            if self._cursor_visible and at == self._cursor_row:
                cursor = self.cursor_position - row.start
                text.stylize(self.get_component_rich_style("input--cursor"), cursor, cursor + 1)
        options = self.app.console_options.update_width(self.size.width)
        strip = Strip(self.app.console.render(text, options))
        return strip.crop_extend(0, self.size.width, self.rich_style).apply_style(self.rich_style)

    def _position_at(self, offset: Offset) -> int:
        """The character below the mouse."""
        rows = self.rows
        at = min(max(offset.y + self._first_row, 0), len(rows) - 1)
        return position_in(self.value, rows[at], max(offset.x, 0), is_last=at == len(rows) - 1)

    async def _on_mouse_down(self, event: events.MouseDown) -> None:
        event.prevent_default()
        self._pause_blink(visible=True)
        self.selection = Selection.cursor(self._position_at(event.get_content_offset_capture(self)))
        self._selecting = True
        self.capture_mouse()

    async def _on_mouse_move(self, event: events.MouseMove) -> None:
        event.prevent_default()
        if self._selecting:
            self.selection = Selection(self.selection.start, self._position_at(event.get_content_offset_capture(self)))
