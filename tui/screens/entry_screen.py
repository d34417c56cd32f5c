"""The base class of screens with a transcript, a card and a prompt: typing, arrows, mouse and commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.binding import Binding
from textual.geometry import Offset
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.commands.registry import Command, as_command, is_command, known_command
from tui.output.streams import replace_controls
from tui.views.choice import Choice
from tui.widgets.card import Card
from tui.widgets.prompt import Prompt
from tui.widgets.stable_layout import StableLayout
from tui.widgets.transcript import Transcript

if TYPE_CHECKING:  # the first screen is shown before the engine is read
    from knowledge import Knowledge

_MAX_MARK_CHARACTERS: Final = 3
"""Longer input is not the mark of a choice, nor was it before the last key."""


_TRANSCRIPT_KEYS: Final = frozenset(one.key for one in Transcript.BINDINGS if isinstance(one, Binding))
"""Keys that act in the transcript instead of writing."""

RunCommand = Callable[[Command, str], None]
"""Runs a command of the app with the words behind its name."""


class EntryScreen(StableLayout, Screen[None]):
    """Turns what is typed or picked into a line for `say` or a command of the app, at once and in order."""

    base: Knowledge
    prompt: Prompt
    """The input line."""
    card: Card
    """The choices."""
    transcript: Transcript
    """The turns so far."""

    def __init__(self, run: RunCommand) -> None:
        """`run` runs a command of the app."""
        super().__init__()
        self.run_command = run

    @property
    def dialogue_texts(self) -> Mapping[str, str]:
        """The sentences of the conversation."""
        return self.base.wording["dialogue"].texts

    def say(self, line: str) -> None:
        """Handle a line as if it had been typed."""
        raise NotImplementedError

    def show_choices(self) -> None:
        """Show the current choices in the card."""
        raise NotImplementedError

    def choices_at_hand(self) -> tuple[Choice, ...]:
        """What can be picked by its words: the choices of the card."""
        return self.card.choices

    @on(Input.Submitted)
    def _submit_line(self, event: Input.Submitted) -> None:
        """Enter: submit the typed line, or without one the highlighted choice."""
        event.stop()
        typed = replace_controls(event.value).strip()
        if self.handles_enter(typed):
            return
        if not typed or (typed.startswith("/") and self.card.highlighted_choice is not None):
            choice = self.card.pickable_choice
            if choice is not None:
                self.take_choice(choice)
        elif len(typed) > 1 or self.card.is_read:
            chosen = next((one for one in self.choices_at_hand() if one.is_meant_by(typed)), None)
            if chosen is None:
                self.enter_line(typed)
            else:
                self.follow_choice(chosen, typed)
        else:
            self.prompt.put_back(event.value)

    def handles_enter(self, typed: str) -> bool:
        """Let a subclass handle Enter. Returns True if it did."""
        del typed
        return False

    def enter_line(self, line: str) -> None:
        """Handle a typed line: a command, or a line of the talk."""
        line = as_command(line)
        found = known_command(line) if is_command(line) else None
        if found is not None:
            self.run_command(*found)
        else:
            self.say(line)  # the talk says what is wrong with an unknown command

    def begin_line(self, text: str) -> None:
        """Put the beginning of a line into the prompt, to be completed."""
        self.prompt.value = text
        self.prompt.cursor_position = len(text)
        self.prompt.focus()

    @on(Input.Changed)
    def _react_to_typing(self, event: Input.Changed) -> None:
        """List the commands after a slash; highlight the choice of a typed mark."""
        event.stop()
        if event.value.startswith("/"):
            from tui.screens.card_choices import command_suggestions  # noqa: PLC0415  # it needs the engine, the first screen does not

            self.card.show_choices(*command_suggestions(event.value, self.base), guarded=False)
        elif self.card.has_class("-commands"):
            self.show_choices()
        self.card.set_class(event.value.startswith("/"), "-commands")
        if len(event.value) <= _MAX_MARK_CHARACTERS:
            self.card.highlight_mark(event.value.strip())

    @on(Prompt.Ordered)
    def _run_ordered(self, message: Prompt.Ordered) -> None:
        message.stop()
        self.run_command(message.command, "")

    @on(Card.Picked)
    def _take_picked(self, message: Card.Picked) -> None:
        message.stop()
        self.take_choice(message.choice)

    def take_choice(self, choice: Choice) -> None:
        """Handle a choice of the card."""
        before = self.prompt.value
        self.prompt.action_clear()
        self.follow_choice(choice, before)

    def follow_choice(self, choice: Choice, before: str) -> None:
        """Handle a choice that was clicked, highlighted or typed; `before` is what stood in the prompt."""
        if choice.opens:
            self.card.show_choices(choice.label, choice.opens)
        elif choice.goes_on:
            self.begin_line(self.continued_text(before, choice.line))
        else:
            self.enter_line(self.completed_line(before, choice.line))

    def action_pick_choice(self, number: int) -> None:
        """Take the choice of this index that was clicked in the line of the card."""
        if self.card.is_read and number < len(self.card.choices):
            self.take_choice(self.card.choices[number])

    def continued_text(self, before: str, line: str) -> str:
        """The prompt after a choice that has to be continued; `before` is the prompt before."""
        del before
        return line

    def completed_line(self, before: str, line: str) -> str:
        """The line of a choice that is complete; `before` is the prompt before."""
        del before
        return line

    @on(Prompt.Completing)
    def _complete_command(self) -> None:
        """Tab: complete the highlighted command, else the first one listed."""
        choice = self.card.highlighted_choice or next(iter(self.card.choices), None)
        if choice is not None:
            self.begin_line(f"{choice.line.rstrip()} ")

    @on(Prompt.Moved)
    def _move_highlight(self, message: Prompt.Moved) -> None:
        message.stop()
        if message.way == "page":
            self.transcript.stop_following()
            self.transcript.scroll_relative(y=message.step * max(self.transcript.size.height - 2, 1), animate=False)
        elif message.way == "section":
            self.step_section(message.step)
        elif self.card.choices:
            if any(choice.mark == self.prompt.value.strip() and not choice.goes_on for choice in self.card.choices):
                self.prompt.value = ""  # its mark was typed, and the highlight moves on now
            self.card.move_highlight(message.step)
        else:
            self.prompt.recall_line(message.step)

    def step_section(self, step: int) -> None:
        """Handle left (-1) or right (1) in an empty prompt."""

    @on(Transcript.Copied)
    def _copy_turn(self, message: Transcript.Copied) -> None:
        message.stop()
        self.copy_text(message.text)

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """The widget below the mouse; none if it was removed since the last paint: Textual would start a selection in it, and fail."""
        found = super().get_widget_and_offset_at(x, y)
        return found if found[0] is None or found[0].is_attached else (None, None)

    def action_to_prompt(self) -> None:
        """Move the focus back to the prompt."""
        self.prompt.focus()

    async def on_key(self, event: events.Key) -> None:
        """Write into the prompt also while the transcript has the focus; only its own keys act there."""
        if self.focused is not self.transcript or event.key in _TRANSCRIPT_KEYS:
            return
        if event.is_printable and event.character is not None:
            event.stop()
            self.prompt.insert_text_at_cursor(event.character)
            self.set_focus(self.prompt)
        elif event.key == "enter":
            event.stop()
            self.set_focus(self.prompt)
            await self.prompt.action_submit()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into the prompt also while the transcript has the focus."""
        if self.focused is self.transcript and event.text:
            event.stop()
            self.prompt.paste_text(event.text)
            self.set_focus(self.prompt)

    def copy_text(self, text: str) -> None:
        """Copy a text to the clipboard, and notify."""
        self.app.copy_to_clipboard(text)
        self.notify(self.dialogue_texts["copied"], markup=False)
