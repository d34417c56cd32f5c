"""The conversation on the screen: the question that matters most, what is known, what leads, the advice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual.content import Content

from tui.screens.hello import goals
from tui.screens.talking import Step, TalkingScreen
from tui.views.choice import Shown
from tui.views.greeting import greeting
from tui.widgets.turn import Turn

if TYPE_CHECKING:  # the first screen stands before the engine is read
    from engine.dialogue import Standing
    from tui.talk import Part, Talk

_IN_CARD: Final = frozenset({"question", "leading", "goal"})
"""Parts that the card and the panel show, not the transcript."""
_SILENT: Final = ("/edit ", "/keep", "/discard", "/new")


class AdviseScreen(TalkingScreen):
    """From words to an advice."""

    MODE: ClassVar[str] = "advise"

    talk: Talk | None
    standing: Standing | None

    def hello(self) -> Turn:
        """What this is, and a tip."""
        return Turn(partial(greeting, self.words), "hello")

    def opening(self) -> Shown:
        """Three goals."""
        return goals(self.words)

    def heard(self, line: str, talk: Talk) -> Step:
        """One step of the conversation."""
        return step_of(talk, talk.heard(line), line)

    def picks(self) -> Shown:
        """The answers of the question, or what comes next."""
        from tui.screens.picks import picks  # noqa: PLC0415  # it needs the engine, the first screen does not

        return picks(self.standing, self.base)

    def beside(self) -> tuple[Content, str]:
        """What is known and assumed, and the shortlist."""
        from tui.screens.beside import beside, one_line  # noqa: PLC0415  # it needs the engine, the first screen does not

        standing, base = self.standing, self.base
        return (beside(standing, base), one_line(standing, base)) if standing is not None else (Content(), "")

    def turn_of(self, part: Part) -> Turn | None:
        """An advice has sections; a question stands in the card."""
        if part.kind in _IN_CARD:
            return None
        if part.kind == "advice":
            from tui.screens.advised import advice_turn  # noqa: PLC0415  # the first question comes without it

            return advice_turn(part, self.base)
        return Turn(part.draw, part.kind)

    def asked(self) -> str:
        """The prompt of the question."""
        ask = self.standing.ask if self.standing is not None else None
        return ask.prompt if ask is not None else ""

    def is_silent(self, line: str) -> bool:
        """A fact that was clicked, a what-if that was decided."""
        return line.startswith(_SILENT)

    def step_section(self, step: int) -> None:
        """Turn the pages of the newest advice."""
        from tui.widgets.advice_turn import AdviceTurn  # noqa: PLC0415  # the first question comes without it

        found = [turn for turn in self.transcript.turns if isinstance(turn, AdviceTurn)]
        if found:
            self.transcript.stay()
            found[-1].step(step)
            self.transcript.scroll_to_widget(found[-1], top=True, animate=False)

    def action_ask_again(self, fact: str) -> None:
        """A fact of the panel was clicked."""
        self.say(f"/edit {fact}")


def step_of(talk: Talk, parts: Iterable[Part], line: str = "") -> Step:
    """What is to be shown of some parts, and where the conversation stands after them."""
    from engine.dialogue import standing  # noqa: PLC0415  # the first screen stands before the engine is read

    shown = tuple(parts)
    return Step(line, shown, standing(talk.conversation, talk.desk) if talk.conversation is not None else None)
