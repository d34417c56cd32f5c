"""The screen of the conversation: questions, known facts, leading options, advice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.content import Content
from textual.message import Message

from tui.commands.registry import as_command, is_command, known_command
from tui.screens.talk_screen import ScreenTalk, TalkScreen, TalkStep
from tui.views.choice import CardContent
from tui.views.greeting import NOBODY, Welcome, goal_choices, greeting_lines
from tui.views.text_lines import WIDTH, Line, as_text
from tui.widgets.advice_turn import AdviceTurn
from tui.widgets.turn import Turn

if TYPE_CHECKING:  # the first screen is shown before the engine is read
    from engine.dialogue import ConversationStatus
    from tui.advice_talk import AdviceTalk
    from tui.views.reply import ReplyPart

_TALL_ROWS: Final = 36
"""Height of a window from which on the greeting has an example of everything."""
_CARD_PARTS: Final = frozenset({"question", "leading", "goal", "hint"})
"""Kinds of parts that the card and the panel show instead of the transcript."""
_SPOKEN_TO_THE_TALK: Final = frozenset({"why", "now", "back", "redo", "compare", "what-if", "plot", "abilities"})
"""Commands that the talk itself understands in plain words."""
_SILENT_COMMANDS: Final = ("/edit ", "/keep", "/discard", "/new")


class AdviseScreen(TalkScreen):
    """Leads from a description of the workload to an advice."""

    MODE: ClassVar[str] = "advise"

    talk: AdviceTalk | None
    state: ConversationStatus | None
    welcome: Welcome = NOBODY
    """What waits for somebody who comes back."""
    welcome_reader: Callable[[AdviceTalk], Welcome] | None = None
    """Reads it, in a thread; None where nothing is kept."""

    @dataclass
    class Welcomed(Message):
        """What waits was read."""

        welcome: Welcome

    def first_turn(self) -> Turn:
        """What Sizewise does, what is due, and a tip."""
        return Turn(self._greeting_lines, "hello")

    def _greeting_lines(self, width: int) -> Iterator[Line]:
        is_tall = self.app.size.height >= _TALL_ROWS
        return greeting_lines(self.dialogue_texts, width, self.welcome, is_tall=is_tall)

    def first_choices(self) -> CardContent:
        """The last conversation, and an example of each kind of request."""
        return goal_choices(self.dialogue_texts, self.welcome)

    async def _read_history(self, talk: ScreenTalk) -> None:
        """Read also what waits."""
        await super()._read_history(talk)
        await self._read_welcome()

    async def _read_welcome(self) -> None:
        if self.welcome_reader is not None and self.talk is not None:
            self.post_message(self.Welcomed(await asyncio.to_thread(self.welcome_reader, self.talk)))

    @on(Welcomed)
    def _show_welcome(self, message: Welcomed) -> None:
        """Show it, unless somebody has begun already."""
        message.stop()
        if message.welcome == self.welcome:
            return
        self.welcome = message.welcome
        if self.state is not None or self.transcript.turns[-1:] != self.transcript.turns[:1]:
            return
        for turn in self.transcript.turns:
            turn.redraw()
        if not self.prompt.value and self.card.highlighted_choice is None:
            self.show_choices()

    async def _show_step(self, step: TalkStep) -> None:
        await super()._show_step(step)
        if any(part.kind == "hello" for part in step.parts):  # the conversation that was left is now the last one
            self.run_worker(self._read_welcome(), group="history")

    def step_for(self, line: str, talk: AdviceTalk) -> TalkStep:
        """One step of the conversation."""
        return collect_step(talk, talk.handle_line(line), line)

    def current_choices(self) -> CardContent:
        """The answers of the question, or the next commands."""
        if self.state is None:
            return self.first_choices()
        from tui.screens.card_choices import choices_for  # noqa: PLC0415  # it needs the engine, the first screen does not

        return choices_for(self.state, self.base)

    def panel_content(self) -> tuple[Content, str]:
        """Known and assumed facts, and the shortlist; where the panel has no room, the shortlist in a line."""
        from tui.screens.facts_panel import render_facts_panel  # noqa: PLC0415  # it needs the engine, the first screen does not
        from tui.views.conversation import leading_text  # noqa: PLC0415

        if self.state is None:
            return Content(), ""
        found = self.state.shortlist
        is_told = bool(found.branches) or self.state.ask is None  # a fork and the last advice stand whole in the transcript
        ahead = "" if is_told else leading_text(found, self.base)
        return render_facts_panel(self.state, self.base), ahead

    def turn_of(self, part: ReplyPart) -> Turn | None:
        """A turn of the transcript; None for a question, which the card shows."""
        if part.kind in _CARD_PARTS:
            return None
        if part.kind == "advice":
            return self._advice_turn(part)
        if part.kind == "share":
            self.copy_text(as_text(part.draw(WIDTH)))
            return None
        return Turn(part.draw, part.kind)

    def _advice_turn(self, part: ReplyPart) -> Turn:
        from engine.advice import Advice  # noqa: PLC0415  # the first question comes without it
        from tui.views.advice_parts import pages_of  # noqa: PLC0415
        from tui.views.result_card import glance_lines  # noqa: PLC0415

        if not isinstance(part.about, Advice):
            raise TypeError("The part holds no advice.")
        sections = {page.title: page.lines for page in pages_of(part.about, self.base)}
        return AdviceTurn(partial(glance_lines, part.about, self.base), sections, part.draw)

    def current_question(self) -> str:
        """The prompt of the question."""
        ask = self.state.ask if self.state is not None else None
        return ask.prompt if ask is not None else ""

    def is_silent(self, line: str) -> bool:
        """True for a clicked fact and a decided what-if."""
        return line.startswith(_SILENT_COMMANDS)

    def enter_line(self, line: str) -> None:
        """Handle a typed line. A command in plain words, such as "why not g5?", stays in the transcript as it was said."""
        if self.state is None and " ".join(line.lower().strip(" .!").split()) in self.dialogue_texts["continue_words"].split(", "):
            line = "/continue"
        spoken = known_command(as_command(line)) if not is_command(line) and is_command(as_command(line)) else None
        if spoken is not None and spoken[0].name in _SPOKEN_TO_THE_TALK:
            self.say(line)
        else:
            super().enter_line(line)

    def step_section(self, step: int) -> None:
        """Show the next (1) or previous (-1) section of the newest advice."""
        found = [turn for turn in self.transcript.turns if isinstance(turn, AdviceTurn)]
        if found:
            self.transcript.stop_following()
            found[-1].step_section(step)
            self.transcript.scroll_to_widget(found[-1], top=True, animate=False)

    def action_ask_again(self, fact: str) -> None:
        """Ask for a fact again that was clicked in the panel."""
        self.say(f"/edit {fact}")


def collect_step(talk: AdviceTalk, parts: Iterable[ReplyPart], line: str = "") -> TalkStep:
    """The parts to show, and the state of the conversation after them."""
    from engine.dialogue import conversation_status  # noqa: PLC0415  # the first screen is shown before the engine is read

    shown = tuple(parts)
    return TalkStep(line, shown, conversation_status(talk.conversation, talk.desk) if talk.conversation is not None else None)
