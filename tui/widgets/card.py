"""The question card: what is asked, and what can be picked."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui.views.choice import CardContent, Choice

GUARD_SECONDS: Final = 0.3
"""For so long after a new question appears no key picks an answer: nobody can have read it yet."""


class Card(Vertical):
    """A heading, choices, a hint. The arrows in the prompt move the highlight; a click picks."""

    DEFAULT_CSS = """
    Card { height: auto; max-height: 50%; padding: 0 1; background: $surface; border-left: thick $primary; }
    Card > Static { height: auto; }
    Card > #card-head { dock: top; color: $foreground; text-style: bold; }
    Card > #card-hint { dock: bottom; color: $text-muted; }
    Card.-brief > OptionList { display: none; }
    Card > #card-row { display: none; }
    Card.-brief > #card-row { display: block; }
    Card > OptionList { background: $surface; height: auto; max-height: 100%; scrollbar-size-vertical: 1; }
    Card.-empty { display: none; }
    """

    @dataclass
    class Picked(Message):
        """A choice was clicked."""

        choice: Choice

    def __init__(self, shown: CardContent, guard: float = GUARD_SECONDS) -> None:
        """Begin with `shown`; `guard` is in seconds."""
        super().__init__(id="card")
        self.choices = tuple(shown[1])
        self._head, self._hint = _text_line("card-head", shown[0]), _text_line("card-hint", shown[2])
        self._row = Static(id="card-row", markup=False)
        self._heading = shown[0]
        self._list = OptionList(*map(_choice_option, self.choices), id="card-choices", compact=True, markup=False)
        self._list.can_focus = False
        self._guard = guard
        self._signs: Mapping[str, str] = {}
        self._since = time.monotonic() - guard  # the first choices of a screen may be picked at once

    def compose(self) -> ComposeResult:
        """Heading, choices, hint: all in the first frame, since a second one would cost as much again."""
        yield from (self._head, self._row, self._list, self._hint)

    def on_mount(self) -> None:
        """Highlight nothing until an arrow is pressed: Enter alone picks nothing."""
        self._list.highlighted = None

    @property
    def is_read(self) -> bool:
        """True if the card has been visible for longer than the guard."""
        return time.monotonic() - self._since >= self._guard

    @property
    def highlighted_choice(self) -> Choice | None:
        """The highlighted choice."""
        at = self._list.highlighted
        return self.choices[at] if at is not None and at < len(self.choices) else None

    def show_choices(self, head: str, choices: Sequence[Choice], hint: str = "", *, guarded: bool = True) -> None:
        """Show other choices; with no heading and no choices the card disappears."""
        self.choices, self._heading = tuple(choices), head
        if guarded:
            self._since = time.monotonic()
        self.set_class(not (head or choices), "-empty")
        _show_text(self._head, head)
        _show_text(self._hint, hint)
        self._signs = {}
        self._list.clear_options()
        self._list.add_options(map(_choice_option, choices))
        self._list.highlighted = None
        self._show_row()

    def _show_row(self) -> None:
        """Where every choice has a brief word, show them side by side behind the heading: a list would take the screen from the advice."""
        is_brief = bool(self.choices) and all(choice.brief for choice in self.choices)
        self.set_class(is_brief, "-brief")
        if not is_brief:
            return
        self._head.display = False
        parts = [Content.styled(self._heading, "bold")]
        for at, choice in enumerate(self.choices):
            style = "reverse" if at == self._list.highlighted else ""
            text = Content.assemble(Content.styled(f"{choice.mark} ", "$accent"), choice.brief)
            parts.append(text.stylize(style).stylize(Style.from_meta({"@click": f"screen.pick_choice({at})"})))
        self._row.update(Content("  ").join(parts))

    def show_signs(self, signs: Mapping[str, str]) -> None:
        """Show a sign beside the choices of some marks: what was picked so far. Only what changed is drawn anew."""
        before, self._signs = self._signs, signs
        for at, choice in enumerate(self.choices):
            if before.get(choice.mark) != signs.get(choice.mark):
                self._list.replace_option_prompt_at_index(at, _choice_prompt(choice, signs.get(choice.mark, "")))

    def move_highlight(self, step: int) -> None:
        """Highlight the next (1) or previous (-1) choice, around the ends."""
        if self.choices:
            at = self._list.highlighted
            first = 0 if step > 0 else len(self.choices) - 1
            self._list.highlighted = first if at is None else (at + step) % len(self.choices)
            self._show_row()

    def highlight_mark(self, mark: str) -> None:
        """Highlight the choice with this mark; none if no choice has it."""
        self._list.highlighted = next((at for at, choice in enumerate(self.choices) if choice.mark and choice.mark == mark), None)
        self._show_row()

    @property
    def pickable_choice(self) -> Choice | None:
        """The highlighted choice; None before the guard is over."""
        return self.highlighted_choice if self.is_read else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pick the clicked choice."""
        event.stop()
        choice = self.pickable_choice
        if choice is not None:
            self.post_message(self.Picked(choice))


def _text_line(identity: str, text: str) -> Static:
    line = Static(Content(text), id=identity, markup=False)
    line.display = bool(text)
    return line


def _show_text(line: Static, text: str) -> None:
    line.display = bool(text)
    line.update(Content(text))


def _choice_option(choice: Choice) -> Option:
    return Option(_choice_prompt(choice))


def _choice_prompt(choice: Choice, sign: str = "") -> Content:
    mark = Content.styled(f"{choice.mark:>2}  ", "$accent") if choice.mark else Content()
    mark = Content.styled(f"{choice.mark:>2} {sign} ", "bold $text-success") if choice.mark and sign else mark
    effect = Content.styled(f"   {choice.effect}", "$text-muted") if choice.effect else Content()
    return Content.assemble(mark, choice.label, effect)
