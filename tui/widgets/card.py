"""The question card: what is asked, and what can be picked."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.views.choice import Choice, Shown

GUARD_SECONDS: Final = 0.3
"""For so long after a new question appears nothing picks an answer: nobody can have read it yet."""


class Card(Vertical):
    """A heading, choices, a hint. The prompt drives it with the arrows; the mouse picks directly."""

    DEFAULT_CSS = """
    Card { height: auto; max-height: 50%; padding: 0 1; background: $surface; border-left: thick $primary; }
    Card > Static { height: auto; }
    Card > #card-head { dock: top; color: $foreground; text-style: bold; }
    Card > #card-hint { dock: bottom; color: $text-muted; }
    Card > OptionList { background: $surface; height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    Card.-empty { display: none; }
    """

    class Picked(Message):
        """Somebody clicked this choice."""

        def __init__(self, choice: Choice) -> None:
            """Take the choice."""
            super().__init__()
            self.choice = choice

    def __init__(self, shown: Shown, guard: float = GUARD_SECONDS) -> None:
        """A card that begins with this; `guard` is in seconds."""
        super().__init__(id="card")
        self.choices = tuple(shown[1])
        self._head, self._hint = _line("card-head", shown[0]), _line("card-hint", shown[2])
        self._list = OptionList(*map(_option, self.choices), id="card-choices", compact=True, markup=False)
        self._list.can_focus = False
        self._guard = guard
        self._since = time.monotonic() - guard  # what a screen begins with may be picked at once

    def compose(self) -> ComposeResult:
        """Heading, choices, hint: with the first frame, since a second one costs as much again."""
        yield from (self._head, self._list, self._hint)

    def on_mount(self) -> None:
        """Nothing is highlighted until somebody moves: Enter alone picks nothing."""
        self._list.highlighted = None

    @property
    def is_read(self) -> bool:
        """Whether the card has stood long enough to be answered."""
        return time.monotonic() - self._since >= self._guard

    @property
    def highlighted(self) -> Choice | None:
        """The choice that is marked."""
        at = self._list.highlighted
        return self.choices[at] if at is not None and at < len(self.choices) else None

    def put(self, head: str, choices: Sequence[Choice], hint: str = "", *, guarded: bool = True) -> None:
        """Show something else to pick from; with no heading and no choices the card goes away."""
        self.choices = tuple(choices)
        if guarded:
            self._since = time.monotonic()
        self.set_class(not (head or choices), "-empty")
        _show(self._head, head)
        _show(self._hint, hint)
        self._list.clear_options()
        self._list.add_options(map(_option, choices))
        self._list.highlighted = None

    def move(self, step: int) -> None:
        """Highlight the next choice, or the one before; beyond either end the other end."""
        if self.choices:
            at = self._list.highlighted
            first = 0 if step > 0 else len(self.choices) - 1
            self._list.highlighted = first if at is None else (at + step) % len(self.choices)

    def highlight(self, mark: str) -> None:
        """Highlight the choice with this mark; none where no choice has it."""
        self._list.highlighted = next((at for at, choice in enumerate(self.choices) if choice.mark and choice.mark == mark), None)

    @property
    def pickable(self) -> Choice | None:
        """The highlighted choice, once the card has been read."""
        return self.highlighted if self.is_read else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click picks."""
        event.stop()
        choice = self.pickable
        if choice is not None:
            self.post_message(self.Picked(choice))


def _line(identity: str, text: str) -> Static:
    line = Static(Content(text), id=identity, markup=False)
    line.display = bool(text)
    return line


def _show(line: Static, text: str) -> None:
    line.display = bool(text)
    line.update(Content(text))


def _option(choice: Choice) -> Option:
    mark = Content.styled(f"{choice.mark:>2}  ", "$accent") if choice.mark else Content()
    effect = Content.styled(f"   {choice.effect}", "$text-muted") if choice.effect else Content()
    return Option(Content.assemble(mark, choice.label, effect))
