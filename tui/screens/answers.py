"""Check your answers: everything that is known or assumed; what is picked is asked for again."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.dialogue import Known, Standing
from engine.words import say
from knowledge import Knowledge
from tui.screens.dialog import Dialog
from tui.widgets.options import Options


class AnswersScreen(Dialog[str]):
    """Gives back the fact that is to be asked for again; None where none is."""

    COMMAND = "edit"
    """Its key closes it too."""

    def __init__(self, standing: Standing, base: Knowledge) -> None:
        """Take where the conversation stands."""
        super().__init__()
        self._standing = standing
        self._base = base

    def compose(self) -> ComposeResult:
        """A heading, one line a fact, a hint."""
        with Vertical():
            yield Static(say(self._base, "answers_title"), classes="head", markup=False)
            yield Options(*self._options(), id="answers", compact=True, markup=False)
            yield Static(say(self._base, "answers_hint"), classes="hint", markup=False)

    def _options(self) -> Iterator[Option]:
        for one in (*self._standing.known, *self._standing.assumed):
            yield Option(_told(one), id=one.fact)

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.finish(event.option_id)


def _told(one: Known) -> Content:
    because = f": {one.because}" if one.because else ""
    return Content.assemble(one.text, Content.styled(f"   {one.kind}{because}", "$text-muted"))
