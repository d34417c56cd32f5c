"""The conversation: transcript, card, prompt, and beside them what is known and what leads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from tui.commands.registry import Command, as_command, is_command, known_command
from tui.screens.hello import goals
from tui.views.greeting import greeting
from tui.views.line import wrapped
from tui.widgets.card import GUARD_SECONDS, Card
from tui.widgets.key_bar import KeyBar
from tui.widgets.mode_bar import ModeBar
from tui.widgets.panel import SidePanel
from tui.widgets.prompt import Prompt
from tui.widgets.transcript import Transcript
from tui.widgets.turn import Turn

if TYPE_CHECKING:  # the first screen stands before the engine is read
    from engine.dialogue import Standing
    from knowledge import Knowledge
    from tui.talk import Part, Talk

_LONGEST_MARK: Final = 3
"""Characters up to which what is typed may be the number of a choice, or may have been before the last one."""
_SHOWN: Final = 2000
"""Characters of a typed line that the transcript shows."""
_IN_CARD: Final = frozenset({"question", "leading", "goal"})
"""Parts that the card and the panel show, not the transcript."""


Job = Callable[["Talk"], "Step"]
"""Done to the conversation in the thread that owns it."""


class Step(NamedTuple):
    """What a line led to, ready to be shown."""

    line: str
    parts: tuple[Part, ...]
    standing: Standing | None


class AdviseScreen(Screen[None]):
    """Lines go to the conversation one after the other, in a thread; what comes back is shown."""

    CSS_PATH = Path(__file__).with_name("advise.tcss")
    AUTO_FOCUS = "#prompt"

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

    class Recalled(Message):
        """What was typed in earlier conversations is known."""

        def __init__(self, lines: list[str]) -> None:
            """Take the lines, oldest first."""
            super().__init__()
            self.lines = lines

    def __init__(self, base: Knowledge, begin: Callable[[Knowledge], Talk], guard: float = GUARD_SECONDS) -> None:
        """`begin` reads the engine, so it is called in a thread, when the first screen stands."""
        super().__init__()
        self.base, self._begin = base, begin
        self._stands = asyncio.Event()
        self._guard = guard
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self.talk: Talk | None = None
        self.standing: Standing | None = None

    def compose(self) -> ComposeResult:
        """Transcript, shortlist line, card and prompt, with the panel to the right."""
        yield ModeBar("advise")
        with Horizontal(id="middle"):
            with Vertical(id="talk"):
                with Transcript(id="transcript"):
                    yield self._hello()
                yield Static(id="line", classes="-empty", markup=False)
                yield Card(goals(self._words), self._guard)
                with Horizontal(id="entry"):
                    yield Static("› ", id="sign", markup=False)
                    yield Prompt()
            yield SidePanel()
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin."""
        self.call_after_refresh(self._stands.set)
        self.run_worker(self._serve(), exclusive=True, group="talk")

    @property
    def _words(self) -> Mapping[str, str]:
        return self.base.wording["dialogue"].texts

    def _hello(self) -> Turn:
        return Turn(partial(greeting, self._words), "hello")

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
        await self._stands.wait()
        self.talk = talk = await asyncio.to_thread(self._begin, self.base)
        self.run_worker(self._recall(talk), group="history")
        while True:
            job = await self._jobs.get()
            self.post_message(self.Heard(await asyncio.to_thread(job, talk)))

    async def _recall(self, talk: Talk) -> None:
        """Read what was typed before, while somebody types the first sentence."""
        if talk.keeper is not None:
            self.post_message(self.Recalled(await asyncio.to_thread(talk.keeper.history)))

    @on(Recalled)
    def _recalled(self, message: Recalled) -> None:
        message.stop()
        self.prompt.begin_with(message.lines)

    async def settled(self) -> None:
        """Wait until every line that was sent has been heard and shown."""
        await self._jobs.join()

    def say(self, line: str) -> None:
        """Send a line to the conversation, as if it had been typed."""
        if not line.strip():
            return
        self.prompt.remember([line])
        self.do(partial(_step, line))

    def do(self, job: Job) -> None:
        """Have something done to the conversation, after what was sent before it."""
        self._jobs.put_nowait(job)

    @on(Heard)
    async def _heard(self, message: Heard) -> None:
        step, talk = message.step, self.talk
        if talk is None:
            return
        try:
            await self._show(step)
        finally:
            self._jobs.task_done()
        if talk.is_over:
            self.app.exit()

    async def _show(self, step: Step) -> None:
        turns = list(_said(step.line, self.standing, self.base)) if step.line and not _is_silent(step.line) else []
        for part in step.parts:
            if part.kind in ("hello", "opened"):
                turns.clear()
                await self.transcript.empty()
            if part.kind not in _IN_CARD:
                turns.append(self._turn(part))
        await self.transcript.add(*turns)
        self.standing = step.standing
        self._put()

    def _turn(self, part: Part) -> Turn:
        if part.kind == "hello":
            return self._hello()
        if part.kind == "advice":
            from tui.screens.advised import advice_turn  # noqa: PLC0415  # the first question comes without it

            return advice_turn(part, self.base)
        return Turn(part.draw, part.kind)

    def _put(self) -> None:
        """Show in card, panel and line what there is to pick and to know now."""
        from tui.screens.beside import beside, one_line  # noqa: PLC0415  # they need the engine, the first screen does not
        from tui.screens.picks import picks  # noqa: PLC0415  # the same

        base, standing = self.base, self.standing
        self.card.put(*picks(standing, base))
        self.query_one(SidePanel).show(beside(standing, base) if standing is not None else Content())
        line = one_line(standing, base) if standing is not None else ""
        shown = self.query_one("#line", Static)
        shown.set_class(not line, "-empty")
        shown.update(line)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Enter: what is typed, else the highlighted choice."""
        event.stop()
        from tui.cli.streams import printable  # noqa: PLC0415  # not needed by the first screen

        typed = printable(event.value).strip()
        if not typed or (typed.startswith("/") and self.card.highlighted is not None):
            self.card.pick()
        elif len(typed) > 1 or self.card.is_read:
            self.enter(typed)

    def enter(self, line: str) -> None:
        """Deal with a typed line: a command of the app's own, or a line of the conversation."""
        self.prompt.action_clear()
        line = as_command(line)
        if is_command(line):
            found = known_command(line)
            if found is None:
                self.say(line)  # the conversation tells what is wrong with it
            else:
                self.post_message(self.Ordered(*found))
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
        if event.value.startswith("/"):
            from tui.screens.picks import suggestions  # noqa: PLC0415  # it needs the engine, the first screen does not

            self.card.put(*suggestions(event.value, self.base), guarded=False)
        elif self.card.has_class("-commands"):
            self._put()
        self.card.set_class(event.value.startswith("/"), "-commands")
        if len(event.value) <= _LONGEST_MARK:
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
        self.notify(self._words["copied"], markup=False)

    def action_ask_again(self, fact: str) -> None:
        """A fact of the panel was clicked."""
        self.say(f"/edit {fact}")


def _step(line: str, talk: Talk) -> Step:
    return step_of(talk, talk.heard(line), line)


def step_of(talk: Talk, parts: Iterable[Part], line: str = "") -> Step:
    """What is to be shown of some parts, and where the conversation stands after them."""
    from engine.dialogue import standing  # noqa: PLC0415  # the first screen stands before the engine is read

    shown = tuple(parts)
    return Step(line, shown, standing(talk.conversation, talk.desk) if talk.conversation is not None else None)


def _is_silent(line: str) -> bool:
    """Whether a line was a key rather than words."""
    return line.startswith(("/edit ", "/keep", "/discard", "/new"))


def _said(line: str, before: Standing | None, base: Knowledge) -> Iterator[Turn]:
    """What was asked, and what was typed or picked, in words."""
    from tui.screens.picks import picks  # noqa: PLC0415  # it needs the engine, the first screen does not

    ask = before.ask if before is not None else None
    if ask is not None and not is_command(line):
        yield Turn(lambda width: wrapped(ask.prompt, width, tone="dim"), "asked")
    _, choices, _ = picks(before, base)
    text = next((choice.label for choice in choices if choice.mark == line), line)
    text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    yield Turn(lambda width: wrapped(f"› {text}", width, "  ", tone="head"), "you")
