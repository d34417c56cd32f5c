"""Dialog of all answers and assumptions; the picked one is asked for again."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.dialogue import ConversationStatus, FactLine
from engine.fact_wording import say
from knowledge import Knowledge
from tui.screens.dialog import Dialog
from tui.views.conversation import known_kind
from tui.widgets.option_lists import SteadyOptionList


class AnswersScreen(Dialog[str]):
    """Returns the fact to ask for again; None without one."""

    COMMAND = "edit"
    """The command whose key opens and closes the dialog."""

    def __init__(self, status: ConversationStatus, base: Knowledge) -> None:
        """List the answers and assumptions of `status`."""
        super().__init__()
        self._status = status
        self._base = base

    def compose(self) -> ComposeResult:
        """A heading, a line for each fact, a hint."""
        with Vertical():
            yield Static(say(self._base, "answers_title"), classes="head", markup=False)
            yield SteadyOptionList(*self._answer_options(), id="answers", compact=True, markup=False)
            yield Static(say(self._base, "answers_hint"), classes="hint", markup=False)

    def _answer_options(self) -> Iterator[Option]:
        for one in (*self._status.known, *self._status.assumed):
            yield Option(_answer_label(one, self._base), id=one.fact)

    @on(OptionList.OptionSelected)
    def _finish_with_picked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.finish_with(event.option_id)


def _answer_label(one: FactLine, base: Knowledge) -> Content:
    because = f": {one.because}" if one.because else ""
    return Content.assemble(one.text, Content.styled(f"   {known_kind(one, base)}{because}", "$text-muted"))
