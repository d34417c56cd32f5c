"""A screen on which somebody talks: transcript, card and prompt, with a panel beside them. What is talked about is for a subclass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.worker import WorkType

from tui.commands.registry import Command, as_command, is_command, known_command
from tui.views.choice import Shown
from tui.views.line import wrapped
from tui.widgets.card import GUARD_SECONDS, Card
from tui.widgets.key_bar import OF_COMMANDS, KeyBar, Keys
from tui.widgets.mode_bar import ModeBar
from tui.widgets.panel import SidePanel
from tui.widgets.prompt import Prompt
from tui.widgets.transcript import Transcript
from tui.widgets.turn import Turn

if TYPE_CHECKING:  # the first screen stands before the engine is read
    from knowledge import Knowledge
    from tui.talk import Part

_LONGEST_MARK: Final = 3
"""Characters up to which what is typed may be the number of a choice, or may have been before the last one."""
_SHOWN: Final = 2000
"""Characters of a typed line that the transcript shows."""


class Talks(Protocol):
    """What a screen talks with; it lives in a thread."""

    is_over: bool

    def history(self) -> list[str]:
        """What was typed before, oldest first."""


class Step(NamedTuple):
    """What a line led to, ready to be shown."""

    line: str
    parts: tuple[Part, ...]
    standing: Any
    """Where the talk stands after it: what the screen's own `_put` shows."""


Job = Callable[[Any], Step]
"""Done to the talk in the thread that owns it."""


class TalkingScreen(Screen[None]):
    """Lines go to the talk one after the other, in a thread; what comes back is shown."""

    CSS_PATH = Path(__file__).with_name("talking.tcss")
    AUTO_FOCUS = "#prompt"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "to_prompt", "Type", show=False)]
    MODE: ClassVar[str] = ""
    KEYS: ClassVar[Keys] = OF_COMMANDS

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
        """What was typed in earlier talks is known."""

        def __init__(self, lines: list[str]) -> None:
            """Take the lines, oldest first."""
            super().__init__()
            self.lines = lines

    def __init__(self, base: Knowledge, begin: Callable[[Knowledge], Any], guard: float = GUARD_SECONDS) -> None:
        """`begin` gives the talk; it is called in a thread, when the first screen stands."""
        super().__init__()
        self.base, self._begin = base, begin
        self._stands = asyncio.Event()
        self._guard = guard
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self.talk: Any = None
        self.standing: Any = None

    # What a subclass says.

    def hello(self) -> Turn:
        """The first turn."""
        raise NotImplementedError

    def opening(self) -> Shown:
        """What can be picked at first."""
        raise NotImplementedError

    def heard(self, line: str, talk: Any) -> Step:  # noqa: ANN401  # a subclass knows its own
        """What a line leads to. Called in the thread of the talk."""
        raise NotImplementedError

    def picks(self) -> Shown:
        """What can be picked now."""
        raise NotImplementedError

    def beside(self) -> tuple[Content, str]:
        """What stands in the panel, and the line that stands for it where there is no room."""
        return Content(), ""

    def turn_of(self, part: Part) -> Turn | None:
        """A part as a turn; None for what card and panel show."""
        return Turn(part.draw, part.kind)

    def asked(self) -> str:
        """The question that a typed line answers; "" for none."""
        return ""

    def is_silent(self, line: str) -> bool:
        """Whether a line was a key rather than words."""
        return line.startswith("/new")

    # What they all do.

    def compose(self) -> ComposeResult:
        """Transcript, line, card and prompt, with the panel to the right."""
        yield ModeBar(self.MODE)
        with Horizontal(id="middle"):
            with Vertical(id="talk"):
                with Transcript(id="transcript"):
                    yield self.hello()
                yield Static(id="line", classes="-empty", markup=False)
                yield Card(self.opening(), self._guard)
                with Horizontal(id="entry"):
                    yield Static("› ", id="sign", markup=False)
                    yield Prompt()
            yield SidePanel()
        yield KeyBar(self.KEYS)

    def on_mount(self) -> None:
        """Begin."""
        self.call_after_refresh(self._stands.set)
        serve: WorkType[None] = self._serve  # a coroutine would be left over where the screen goes at once
        self.run_worker(serve, exclusive=True, group="talk")

    @property
    def words(self) -> Mapping[str, str]:
        """The sentences of the conversation."""
        return self.base.wording["dialogue"].texts

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
        """Do job after job. Nothing here touches a widget: what is to be shown goes out as a message."""
        await self._stands.wait()
        self.talk = talk = await asyncio.to_thread(self._begin, self.base)
        self.run_worker(self._recall(talk), group="history")
        while True:
            job = await self._jobs.get()
            self.post_message(self.Heard(await asyncio.to_thread(job, talk)))

    async def _recall(self, talk: Talks) -> None:
        """Read what was typed before, while somebody types the first sentence."""
        self.post_message(self.Recalled(await asyncio.to_thread(talk.history)))

    @on(Recalled)
    def _recalled(self, message: Recalled) -> None:
        message.stop()
        self.prompt.begin_with(message.lines)

    async def settled(self) -> None:
        """Wait until every line that was sent has been heard and shown."""
        await self._jobs.join()

    def say(self, line: str) -> None:
        """Send a line to the talk, as if it had been typed."""
        if line.strip():
            self.prompt.remember([line])
            self.do(partial(self.heard, line))

    def do(self, job: Job) -> None:
        """Have something done to the talk, after what was sent before it."""
        self._jobs.put_nowait(job)

    @on(Heard)
    async def _heard(self, message: Heard) -> None:
        message.stop()
        try:
            await self._show(message.step)
        finally:
            self._jobs.task_done()
        if self.talk.is_over:
            self.app.exit()

    async def _show(self, step: Step) -> None:
        turns = list(self._said(step.line)) if step.line and not self.is_silent(step.line) else []
        for part in step.parts:
            if part.kind in ("hello", "opened"):
                turns.clear()
                await self.transcript.empty()
            turn = self.hello() if part.kind == "hello" else self.turn_of(part)
            if turn is not None:
                turns.append(turn)
        await self.transcript.add(*turns)
        self.standing = step.standing
        self._put()

    def _said(self, line: str) -> Iterator[Turn]:
        """What was asked, and what was typed or picked, in words."""
        question = self.asked()
        if question and not is_command(line):
            yield Turn(lambda width: wrapped(question, width, tone="dim"), "asked")
        _, choices, _ = self.picks()
        text = next((choice.label for choice in choices if line in (choice.mark, choice.line)), line)
        text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        yield Turn(lambda width: wrapped(f"› {text}", width, "  ", tone="head"), "you")

    def _put(self) -> None:
        """Show in card, panel and line what there is to pick and to know now."""
        self.card.put(*self.picks())
        text, line = self.beside()
        self.query_one(SidePanel).show(text)
        shown = self.query_one("#line", Static)
        shown.set_class(not line, "-empty")
        shown.update(line)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        """Enter: what is typed, else the highlighted choice."""
        event.stop()
        from tui.cli.streams import printable  # noqa: PLC0415  # not needed by the first screen

        typed = printable(event.value).strip()
        if self.entered(typed):
            return
        if not typed or (typed.startswith("/") and self.card.highlighted is not None):
            self.card.pick()
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
            self.post_message(self.Ordered(*found))
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
            self._put()
        self.card.set_class(event.value.startswith("/"), "-commands")
        if len(event.value) <= _LONGEST_MARK:
            self.card.highlight(event.value.strip())

    @on(Card.Picked)
    def _picked(self, message: Card.Picked) -> None:
        message.stop()
        choice, stands = message.choice, self.prompt.value
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

    def copy(self, text: str) -> None:
        """Put a text into the clipboard, and say so."""
        self.app.copy_to_clipboard(text)
        self.notify(self.words["copied"], markup=False)
