"""The base class of screens that hold a conversation: transcript, card, prompt and side panel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import WorkType

from knowledge.sentences import fill_sentence
from tui.commands.registry import is_command
from tui.screens.entry_screen import EntryScreen, RunCommand
from tui.views.choice import CardContent, Choice
from tui.views.text_lines import wrap_text
from tui.widgets.card import GUARD_SECONDS, Card
from tui.widgets.key_bar import COMMAND_KEYS, KeyBar, Keys
from tui.widgets.mode_bar import ModeBar
from tui.widgets.prompt import Prompt
from tui.widgets.side_panel import SidePanel
from tui.widgets.stable_layout import WIDE_COLUMNS
from tui.widgets.transcript import Transcript
from tui.widgets.turn import Turn

if TYPE_CHECKING:  # the first screen is shown before the engine is read
    from knowledge import Knowledge
    from tui.views.reply import ReplyPart

_MAX_ECHO_CHARACTERS: Final = 2000
"""A longer typed line is shortened in the transcript."""


class ScreenTalk(Protocol):
    """The conversation behind a screen. It is only used in the screen's own thread."""

    is_over: bool

    def history(self) -> list[str]:
        """Lines typed in earlier conversations, oldest first."""

    def close(self) -> None:
        """Save what is not saved yet, and close the files."""


class TalkStep(NamedTuple):
    """What a line led to."""

    line: str
    parts: tuple[ReplyPart, ...]
    state: Any
    """The state of the talk after the line, as the screen's `current_choices` and `panel_content` read it."""


TalkJob = Callable[[Any], TalkStep]
"""A function on the talk, run in the thread that owns it."""


class TalkScreen(EntryScreen):
    """Sends lines to the talk one after the other, in a thread, and shows the replies."""

    CSS_PATH = Path(__file__).with_name("talk_screen.tcss")
    AUTO_FOCUS = "#prompt"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "to_prompt", "Type", show=False)]
    MODE: ClassVar[str] = ""
    KEYS: ClassVar[Keys] = COMMAND_KEYS

    @dataclass
    class StepDone(Message):
        """A line was handled."""

        step: TalkStep

    @dataclass
    class ReadingAdvanced(Message):
        """The base is being compiled, for the first time or after a change."""

        percent: int

    @dataclass
    class HistoryRead(Message):
        """The lines of earlier conversations were read."""

        lines: list[str]

    def __init__(self, base: Knowledge, begin: Callable[[Knowledge], Any], run: RunCommand, guard: float = GUARD_SECONDS) -> None:
        """`begin` creates the talk, in a thread and after the first paint; `run` runs a command of the app; `guard` is in seconds."""
        super().__init__(run)
        self.base, self._begin = base, begin
        self._is_painted = asyncio.Event()
        self.transcript, self.card, self.prompt = (
            Transcript(id="transcript", classes="-greeting"),
            Card(self.first_choices(), guard),
            Prompt(),
        )
        self.panel, self.line = SidePanel(), Static(id="line", classes="-empty", markup=False)
        self._is_read = False
        """True once the base that was being read is there: what was posted before may come later."""
        self._reading = Static(id="reading", classes="-empty", markup=False)
        self._jobs: asyncio.Queue[TalkJob] = asyncio.Queue()
        self._unfinished = 0
        """Jobs that were queued and are not shown yet."""
        self._thread = ThreadPoolExecutor(1, "talk")
        """The only thread that uses the talk, so that it is closed after the last job."""
        self.talk: Any = None
        self.state: Any = None

    # For subclasses.

    def first_turn(self) -> Turn:
        """The first turn."""
        raise NotImplementedError

    def first_choices(self) -> CardContent:
        """The choices before the talk is there."""
        raise NotImplementedError

    def step_for(self, line: str, talk: Any) -> TalkStep:  # noqa: ANN401  # a subclass knows its own
        """Handle a line. Called in the thread of the talk."""
        raise NotImplementedError

    def current_choices(self) -> CardContent:
        """The current choices."""
        raise NotImplementedError

    def panel_content(self) -> tuple[Content, str]:
        """The content of the panel, and the line that replaces it where there is no room."""
        return Content(), ""

    def turn_of(self, part: ReplyPart) -> Turn | None:
        """A part as a turn of the transcript; None for what card and panel show."""
        return Turn(part.draw, part.kind)

    def current_question(self) -> str:
        """The question that a typed line answers; "" without one."""
        return ""

    def is_silent(self, line: str) -> bool:
        """True if a line is not repeated in the transcript, since it came from a key or a click."""
        return line.startswith("/new")

    # For all of them.

    def compose(self) -> ComposeResult:
        """Transcript, line, card and prompt; to their right the panel."""
        yield ModeBar(self.MODE)
        with Horizontal(id="middle"):
            with Vertical(id="talk"):
                with self.transcript:
                    yield self.first_turn()
                yield self.line
                yield self._reading
                yield self.card
                with Horizontal(id="entry"):
                    yield Static("› ", id="sign", markup=False)
                    yield self.prompt
            yield self.panel
        yield KeyBar(self.KEYS)

    def fit_width(self, width: int) -> None:
        """Show the panel, or one line where there is no room for it."""
        self.panel.set_class(width < WIDE_COLUMNS, "-narrow")
        self.line.set_class(width >= WIDE_COLUMNS, "-wide")

    def on_mount(self) -> None:
        """Start the jobs after the first paint."""
        self.call_after_refresh(self._is_painted.set)
        serve: WorkType[None] = self._run_jobs  # a coroutine would never be awaited if the screen is removed at once
        self.run_worker(serve, exclusive=True, group="talk")

    async def _run_jobs(self) -> None:
        """Run job after job. Widgets are not touched here: what to show is posted as a message."""
        await self._is_painted.wait()
        loop = asyncio.get_running_loop()
        talk = await loop.run_in_executor(self._thread, self._open_talk)
        self.run_worker(self._read_history(talk), group="history")
        while True:
            job = await self._jobs.get()
            self.post_message(self.StepDone(await loop.run_in_executor(self._thread, job, talk)))

    def _open_talk(self) -> ScreenTalk:
        self.talk = self._begin(self.base)
        opened: ScreenTalk = self.talk
        return opened

    async def on_unmount(self) -> None:
        """Close the talk and wait for it, so that everything is saved when the app ends."""
        self.workers.cancel_node(self)
        self._thread.submit(self._close_talk)
        await asyncio.to_thread(self._thread.shutdown)

    def _close_talk(self) -> None:
        if self.talk is not None:
            self.talk.close()

    async def _read_history(self, talk: ScreenTalk) -> None:
        """Read the lines of earlier conversations, while the first line is typed."""
        self.post_message(self.HistoryRead(await asyncio.to_thread(talk.history)))

    @on(HistoryRead)
    def _add_history(self, message: HistoryRead) -> None:
        message.stop()
        self.prompt.prepend_history(message.lines)

    @on(ReadingAdvanced)
    def _show_advance(self, message: ReadingAdvanced) -> None:
        message.stop()
        if not self._is_read:
            self._reading.remove_class("-empty")
            self._reading.update(fill_sentence(self.base, "dialogue", "reading", percent=message.percent))

    def finish_reading(self, base: Knowledge) -> None:
        """Go on with the whole base."""
        self.base, self._is_read = base, True
        self._reading.add_class("-empty")

    async def wait_until_idle(self) -> None:
        """Wait until every line was handled and shown."""
        await self._jobs.join()

    @property
    def is_idle(self) -> bool:
        """True if every line was handled and shown."""
        return not self._unfinished

    def say(self, line: str) -> None:
        """Send a line to the talk as if it had been typed."""
        if line.strip():
            self.prompt.remember_lines([line])
            self.queue_job(partial(self.step_for, line))

    def queue_job(self, job: TalkJob) -> None:
        """Run a job on the talk, after those queued before."""
        self._unfinished += 1
        self._jobs.put_nowait(job)

    @on(StepDone)
    async def _finish_step(self, message: StepDone) -> None:
        message.stop()
        try:
            await self._show_step(message.step)
        finally:
            self._unfinished -= 1
            self._jobs.task_done()
        if self.talk.is_over:
            self.app.exit()

    async def _show_step(self, step: TalkStep) -> None:
        turns = list(self._echo_turns(step.line)) if step.line and not self.is_silent(step.line) else []
        for part in step.parts:
            if part.kind in ("hello", "opened"):
                turns.clear()
                await self.transcript.remove_turns()
            turn = self.first_turn() if part.kind == "hello" else self.turn_of(part)
            if turn is not None:
                turns.append(turn)
        await self.transcript.add_turns(*turns)
        self.state = step.state
        self.show_choices()

    def choices_at_hand(self) -> tuple[Choice, ...]:
        """The choices of the card, and those that one of them has led away from."""
        return (*self.card.choices, *(choice for choice in self.current_choices()[1] if choice not in self.card.choices))

    def _echo_turns(self, line: str) -> Iterator[Turn]:
        """What was asked, and what was typed or picked, in words."""
        question = self.current_question()
        if question and not is_command(line):
            yield Turn(lambda width: wrap_text(question, width, tone="dim"), "asked")
        _, choices, _ = self.current_choices()
        text = next((choice.label for choice in choices if line in (choice.mark, choice.line)), line)
        text = text if len(text) <= _MAX_ECHO_CHARACTERS else f"{text[:_MAX_ECHO_CHARACTERS]}…"
        yield Turn(lambda width: wrap_text(f"› {text}", width, "  ", tone="head"), "you")

    def show_choices(self) -> None:
        """Update card, panel and line. While a command is typed, the card keeps its commands."""
        if not self.prompt.value.startswith("/"):
            self.card.show_choices(*self.current_choices())
        text, line = self.panel_content()
        self.panel.show_content(text)
        self.line.set_class(not line, "-empty")
        self.line.update(line)
