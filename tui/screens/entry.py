"""A screen with a transcript, a card and a prompt: how typing, arrows, the mouse and commands play together."""

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
from tui.views.choice import Choice
from tui.widgets.card import Card
from tui.widgets.prompt import Prompt
from tui.widgets.steady import Steady
from tui.widgets.transcript import Transcript

if TYPE_CHECKING:  # the first screen stands before the engine is read
    from knowledge import Knowledge

_LONGEST_MARK: Final = 3
"""Characters up to which what is typed may be the number of a choice, or may have been before the last one."""


_OF_TRANSCRIPT: Final = frozenset(one.key for one in Transcript.BINDINGS if isinstance(one, Binding))
"""What a key does in the transcript comes before what it writes."""

Run = Callable[[Command, str], None]
"""Runs a command of the app with what follows it."""


class EntryScreen(Steady, Screen[None]):
    """What is typed or picked becomes a line that `say` takes, or a command that the app runs; each at once, so that none is overtaken."""

    base: Knowledge
    prompt: Prompt
    """Where people type."""
    card: Card
    """What can be picked."""
    transcript: Transcript
    """What was said."""

    def __init__(self, run: Run) -> None:
        """Take what runs a command."""
        super().__init__()
        self.run_command = run

    @property
    def words(self) -> Mapping[str, str]:
        """The sentences of the conversation."""
        return self.base.wording["dialogue"].texts

    def say(self, line: str) -> None:
        """Take a line, as if it had been typed."""
        raise NotImplementedError

    def show_picks(self) -> None:
        """Show in the card what can be picked now."""
        raise NotImplementedError

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Enter: what is typed, else the highlighted choice."""
        event.stop()
        from tui.cli.streams import printable  # noqa: PLC0415  # not needed by the first screen

        typed = printable(event.value).strip()
        if self.entered(typed):
            return
        if not typed or (typed.startswith("/") and self.card.highlighted is not None):
            choice = self.card.pickable
            if choice is not None:
                self.take(choice)
        elif len(typed) > 1 or self.card.is_read:
            marked = next((one for one in self.card.choices if one.mark == typed and not one.goes_on), None)
            self.enter(marked.line if marked is not None else typed)
        else:
            self.prompt.put_back(event.value)

    def entered(self, typed: str) -> bool:
        """Whether a subclass dealt with Enter itself."""
        del typed
        return False

    def enter(self, line: str) -> None:
        """Deal with a typed line: a command of the app's own, or a line of the talk."""
        line = as_command(line)
        found = known_command(line) if is_command(line) else None
        if found is not None:
            self.run_command(*found)
        else:
            self.say(line)  # of a command that there is not the talk tells what is wrong with it

    def begin_line(self, text: str) -> None:
        """Write the beginning of a line into the prompt, where something has to follow it."""
        self.prompt.value = text
        self.prompt.cursor_position = len(text)
        self.prompt.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """A slash lists the commands; a digit shows what it would pick."""
        event.stop()
        if event.value.startswith("/"):
            from tui.screens.picks import suggestions  # noqa: PLC0415  # it needs the engine, the first screen does not

            self.card.put(*suggestions(event.value, self.base), guarded=False)
        elif self.card.has_class("-commands"):
            self.show_picks()
        self.card.set_class(event.value.startswith("/"), "-commands")
        if len(event.value) <= _LONGEST_MARK:
            self.card.highlight(event.value.strip())

    @on(Prompt.Ordered)
    def _ordered(self, message: Prompt.Ordered) -> None:
        message.stop()
        self.run_command(message.command, "")

    @on(Card.Picked)
    def _picked(self, message: Card.Picked) -> None:
        message.stop()
        self.take(message.choice)

    def take(self, choice: Choice) -> None:
        """Deal with a choice of the card."""
        stands = self.prompt.value
        self.prompt.action_clear()
        if choice.goes_on:
            self.begin_line(self.begun(stands, choice.line))
        else:
            self.enter(self.completed(stands, choice.line))

    def begun(self, stands: str, line: str) -> str:
        """What stands in the prompt after a choice that goes on; `stands` is what stood there before."""
        del stands
        return line

    def completed(self, stands: str, line: str) -> str:
        """What a choice says that does not go on."""
        del stands
        return line

    @on(Prompt.Completing)
    def _completing(self) -> None:
        """Tab: the highlighted command, else the first that is listed."""
        choice = self.card.highlighted or next(iter(self.card.choices), None)
        if choice is not None:
            self.begin_line(f"{choice.line.rstrip()} ")

    @on(Prompt.Moved)
    def _moved(self, message: Prompt.Moved) -> None:
        message.stop()
        if message.way == "page":
            self.transcript.stay()
            self.transcript.scroll_relative(y=message.step * max(self.transcript.size.height - 2, 1), animate=False)
        elif message.way == "section":
            self.step_section(message.step)
        elif self.card.choices:
            if any(choice.mark == self.prompt.value.strip() and not choice.goes_on for choice in self.card.choices):
                self.prompt.value = ""  # its mark was typed, and another choice is looked at now
            self.card.move(message.step)
        else:
            self.prompt.recall(message.step)

    def step_section(self, step: int) -> None:
        """Left (-1) or right (1) in an empty line."""

    @on(Transcript.Copied)
    def _copied(self, message: Transcript.Copied) -> None:
        message.stop()
        self.copy(message.text)

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """What the mouse is on; nothing where that has gone since the last paint: Textual would begin to select in it, and fail."""
        found = super().get_widget_and_offset_at(x, y)
        return found if found[0] is None or found[0].is_attached else (None, None)

    def action_to_prompt(self) -> None:
        """Go back to where people type, from wherever Tab or a click led."""
        self.prompt.focus()

    async def on_key(self, event: events.Key) -> None:
        """Whoever types writes, also where a click has led into the transcript: only its own keys stay there."""
        if self.focused is not self.transcript or event.key in _OF_TRANSCRIPT:
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
        """The same for what is pasted."""
        if self.focused is self.transcript and event.text:
            event.stop()
            self.prompt.insert_text_at_cursor(event.text.splitlines()[0])
            self.set_focus(self.prompt)

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, and say so."""
        self.app.copy_to_clipboard(text)
        self.notify(self.words["copied"], markup=False)
