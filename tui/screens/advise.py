"""The conversation: transcript, card, prompt, and beside them what is known and what leads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import ClassVar, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from engine.dialogue import Standing, standing
from engine.dialogue.words import say
from knowledge import Knowledge
from knowledge.errors import InputError
from tui.cli.streams import printable
from tui.commands.registry import Command, command_of, is_command
from tui.screens.picks import picks, suggestions
from tui.talk import Part, Talk
from tui.views.line import Line, wrapped
from tui.widgets.card import GUARD_SECONDS, Card
from tui.widgets.mode_bar import ModeBar
from tui.widgets.panel import SidePanel, one_line
from tui.widgets.prompt import Prompt
from tui.widgets.transcript import Transcript
from tui.widgets.turn import Turn

_SHOWN: Final = 2000
"""Characters of a typed line that the transcript shows."""
_IN_CARD: Final = frozenset({"question", "leading", "hello", "goal"})
"""Parts that the card and the panel show, not the transcript."""


class Step(NamedTuple):
    """What a line led to, ready to be shown."""

    line: str
    parts: tuple[Part, ...]
    standing: Standing | None


class AdviseScreen(Screen[None]):
    """Lines go to the conversation one after the other, in a thread; what comes back is shown."""

    CSS_PATH = "advise.tcss"
    BINDINGS: ClassVar[list[BindingType]] = []

    class Heard(Message):
        """A line was dealt with."""

        def __init__(self, step: Step) -> None:
            """Take what it led to."""
            super().__init__()
            self.step = step

    class Ordered(Message):
        """Somebody typed or picked a command."""

        def __init__(self, command: Command, rest: str) -> None:
            """Take the command and what follows it."""
            super().__init__()
            self.command, self.rest = command, rest

    def __init__(self, open_talk: Callable[[], Talk], guard: float = GUARD_SECONDS) -> None:
        """`open_talk` reads the base, so it is called in a thread, after the first paint."""
        super().__init__()
        self._open_talk = open_talk
        self._guard = guard
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self.talk: Talk | None = None
        self.standing: Standing | None = None

    def compose(self) -> ComposeResult:
        """Transcript, shortlist line, card and prompt, with the panel to the right."""
        yield ModeBar("advise")
        with Horizontal(id="middle"):
            with Vertical(id="talk"):
                yield Transcript(id="transcript")
                yield Static(id="line", classes="-empty", markup=False)
                yield Card(self._guard)
                with Horizontal(id="entry"):
                    yield Static("› ", id="sign", markup=False)
                    yield Prompt()
            yield SidePanel()
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        self.prompt.focus()
        self.run_worker(self._serve(), exclusive=True, group="talk")

    @property
    def prompt(self) -> Prompt:
        """Where people type."""
        return self.query_one(Prompt)

    @property
    def card(self) -> Card:
        """What can be picked."""
        return self.query_one(Card)

    @property
    def transcript(self) -> Transcript:
        """What was said."""
        return self.query_one(Transcript)

    async def _serve(self) -> None:
        """Hear line after line. Nothing here touches a widget: what is to be shown goes out as a message."""
        talk = await asyncio.to_thread(self._open_talk)
        self.talk = talk
        self.post_message(self.Heard(await asyncio.to_thread(_first, talk)))
        while True:
            line = await self._lines.get()
            self.post_message(self.Heard(await asyncio.to_thread(_step, talk, line)))

    async def settled(self) -> None:
        """Wait until every line that was sent has been heard and shown."""
        await self._lines.join()

    def say(self, line: str) -> None:
        """Send a line to the conversation, as if it had been typed."""
        if not line.strip():
            return
        self.prompt.remember([line])
        self._lines.put_nowait(line)

    @on(Heard)
    async def _heard(self, message: Heard) -> None:
        step, talk = message.step, self.talk
        if talk is None:
            return
        try:
            await self._show(step, talk)
        finally:
            if step.line:
                self._lines.task_done()
        if talk.is_over:
            self.app.exit()

    async def _show(self, step: Step, talk: Talk) -> None:
        if step.line and not _is_silent(step.line):
            for turn in _said(step.line, self.standing, talk.desk.knowledge):
                await self.transcript.add(turn)
        if any(part.kind == "hello" for part in step.parts):
            await self.transcript.empty()
        for part in step.parts:
            if part.kind not in _IN_CARD or (part.kind == "hello" and step.line == ""):
                await self._add(part, talk)
        self.standing = step.standing
        self._put()

    async def _add(self, part: Part, talk: Talk) -> None:
        if part.kind == "advice":
            from tui.screens.advised import advice_turn  # noqa: PLC0415  # the first question comes without it

            await self.transcript.add(advice_turn(part, talk.desk.knowledge), top=True)
        elif part.kind == "hello":
            await self.transcript.add(Turn(_hello(talk), "hello"))
        else:
            await self.transcript.add(Turn(part.draw, part.kind))

    def _put(self) -> None:
        """Show in card, panel and line what there is to pick and to know now."""
        if self.talk is None:
            return
        base = self.talk.desk.knowledge
        begun = self.standing is not None and self.talk.conversation is not None
        head, choices, hint = picks(self.standing if begun else None, base)
        self.card.put(head, choices, hint)
        self.query_one(SidePanel).show(self.standing if begun else None, base)
        line = one_line(self.standing, base) if self.standing is not None and begun else ""
        shown = self.query_one("#line", Static)
        shown.set_class(not line, "-empty")
        shown.update(line)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Enter: what is typed, else the highlighted choice."""
        event.stop()
        typed = printable(event.value).strip()
        if not typed or (typed.startswith("/") and self.card.highlighted is not None):
            self.card.pick()
        elif len(typed) > 1 or self.card.is_read:
            self.enter(typed)

    def enter(self, line: str) -> None:
        """Deal with a typed line: a command of the app's own, or a line of the conversation."""
        self.prompt.action_clear()
        if is_command(line):
            try:
                command, rest = command_of(line)
            except InputError:
                self.say(line)  # the conversation tells what is wrong with it
                return
            self.post_message(self.Ordered(command, rest))
        else:
            self.say(line)

    def begin_command(self, command: Command) -> None:
        """Write a command into the prompt, where something has to follow it."""
        self.prompt.value = f"/{command.name} "
        self.prompt.cursor_position = len(self.prompt.value)
        self.prompt.focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """A slash lists the commands; a digit shows what it would pick."""
        event.stop()
        if self.talk is None:
            return
        if event.value.startswith("/"):
            head, choices, hint = suggestions(event.value, self.talk.desk.knowledge)
            self.card.put(head, choices, hint, guarded=False)
        elif self.card.has_class("-commands"):
            self._put()
        self.card.set_class(event.value.startswith("/"), "-commands")
        if not event.value.startswith("/"):
            self.card.highlight(event.value.strip())

    @on(Card.Picked)
    def _picked(self, message: Card.Picked) -> None:
        message.stop()
        choice = message.choice
        if choice.goes_on:
            self.prompt.value = choice.line
            self.prompt.cursor_position = len(choice.line)
            self.prompt.focus()
        else:
            self.enter(choice.line)

    @on(Prompt.Completing)
    def _completing(self) -> None:
        """Tab: the highlighted command, else the first that is listed."""
        choice = self.card.highlighted or next(iter(self.card.choices), None)
        if choice is not None:
            self.prompt.value = f"{choice.line.rstrip()} "
            self.prompt.cursor_position = len(self.prompt.value)

    @on(Prompt.Moved)
    def _moved(self, message: Prompt.Moved) -> None:
        message.stop()
        if message.way == "page":
            self.transcript.scroll_relative(y=message.step * max(self.transcript.size.height - 2, 1), animate=False)
        elif message.way == "section":
            self._step_section(message.step)
        elif self.card.choices:
            if not self.prompt.value.startswith("/"):
                self.prompt.value = ""
            self.card.move(message.step)
        else:
            self.prompt.recall(message.step)

    def _step_section(self, step: int) -> None:
        from tui.widgets.advice_turn import AdviceTurn  # noqa: PLC0415  # the first question comes without it

        found = [turn for turn in self.transcript.turns if isinstance(turn, AdviceTurn)]
        if found:
            found[-1].step(step)
            self.transcript.scroll_to_widget(found[-1], top=True, animate=False)

    @on(Transcript.Copied)
    def _copied(self, message: Transcript.Copied) -> None:
        message.stop()
        self.copy(message.text)

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, and say so."""
        self.app.copy_to_clipboard(text)
        if self.talk is not None:
            self.notify(say(self.talk.desk.knowledge, "copied"), markup=False)

    def action_ask_again(self, fact: str) -> None:
        """A fact of the panel was clicked."""
        self.say(f"/edit {fact}")


def _first(talk: Talk) -> Step:
    return Step("", tuple(talk.greeting()), None)


def _step(talk: Talk, line: str) -> Step:
    parts = tuple(talk.heard(line))
    return Step(line, parts, standing(talk.conversation, talk.desk) if talk.conversation is not None else None)


def _is_silent(line: str) -> bool:
    """Whether a line was a key rather than words."""
    return line.startswith(("/edit ", "/keep", "/discard", "/new"))


def _said(line: str, before: Standing | None, base: Knowledge) -> Iterator[Turn]:
    """What was asked, and what was typed or picked, in words."""
    ask = before.ask if before is not None else None
    if ask is not None and not is_command(line):
        yield Turn(lambda width: wrapped(ask.prompt, width, tone="dim"), "asked")
    _, choices, _ = picks(before, base)
    text = next((choice.label for choice in choices if choice.mark == line), line)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    yield Turn(lambda width: wrapped(f"› {text}", width, "  ", tone="head"), "you")


def _hello(talk: Talk) -> Callable[[int], list[Line]]:
    words = [say(talk.desk.knowledge, key) for key in ("hello", "tip")]
    return lambda width: [*wrapped(words[0], width), Line(""), *wrapped(words[1], width, tone="dim")]
