"""A screen on which somebody talks: transcript, card and prompt, with a panel beside them. What is talked about is for a subclass."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
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

from tui.commands.registry import is_command
from tui.screens.entry import EntryScreen, Run
from tui.views.choice import Shown
from tui.views.line import wrapped
from tui.widgets.card import GUARD_SECONDS, Card
from tui.widgets.key_bar import OF_COMMANDS, KeyBar, Keys
from tui.widgets.mode_bar import ModeBar
from tui.widgets.panel import SidePanel
from tui.widgets.prompt import Prompt
from tui.widgets.steady import WIDE
from tui.widgets.transcript import Transcript
from tui.widgets.turn import Turn

if TYPE_CHECKING:  # the first screen stands before the engine is read
    from knowledge import Knowledge
    from tui.talk import Part

_SHOWN: Final = 2000
"""Characters of a typed line that the transcript shows."""


class Talks(Protocol):
    """What a screen talks with; it lives in a thread."""

    is_over: bool

    def history(self) -> list[str]:
        """What was typed before, oldest first."""

    def close(self) -> None:
        """Keep what is not kept yet, and give the files free."""


class Step(NamedTuple):
    """What a line led to, ready to be shown."""

    line: str
    parts: tuple[Part, ...]
    standing: Any
    """Where the talk stands after it: what the screen's own `_put` shows."""


Job = Callable[[Any], Step]
"""Done to the talk in the thread that owns it."""


class TalkingScreen(EntryScreen):
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

    class Recalled(Message):
        """What was typed in earlier talks is known."""

        def __init__(self, lines: list[str]) -> None:
            """Take the lines, oldest first."""
            super().__init__()
            self.lines = lines

    def __init__(self, base: Knowledge, begin: Callable[[Knowledge], Any], run: Run, guard: float = GUARD_SECONDS) -> None:
        """`begin` gives the talk; it is called in a thread, when the first screen stands. `run` runs a command of the app."""
        super().__init__(run)
        self.base, self._begin = base, begin
        self._stands = asyncio.Event()
        self.transcript, self.card, self.prompt = Transcript(id="transcript"), Card(self.opening(), guard), Prompt()
        self.panel, self.line = SidePanel(), Static(id="line", classes="-empty", markup=False)
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "talk")
        """One thread does everything with the talk, so that closing it comes after what it is doing."""
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
                with self.transcript:
                    yield self.hello()
                yield self.line
                yield self.card
                with Horizontal(id="entry"):
                    yield Static("› ", id="sign", markup=False)
                    yield self.prompt
            yield self.panel
        yield KeyBar(self.KEYS)

    def fit(self, width: int) -> None:
        """The panel, or where there is no room for it one line."""
        self.panel.set_class(width < WIDE, "-narrow")
        self.line.set_class(width >= WIDE, "-wide")

    def on_mount(self) -> None:
        """Begin."""
        self.call_after_refresh(self._stands.set)
        serve: WorkType[None] = self._serve  # a coroutine would be left over where the screen goes at once
        self.run_worker(serve, exclusive=True, group="talk")

    async def _serve(self) -> None:
        """Do job after job. Nothing here touches a widget: what is to be shown goes out as a message."""
        await self._stands.wait()
        loop = asyncio.get_running_loop()
        talk = await loop.run_in_executor(self._thread, self._opened)
        self.run_worker(self._recall(talk), group="history")
        while True:
            job = await self._jobs.get()
            self.post_message(self.Heard(await loop.run_in_executor(self._thread, job, talk)))

    def _opened(self) -> Talks:
        self.talk = self._begin(self.base)
        opened: Talks = self.talk
        return opened

    async def on_unmount(self) -> None:
        """Close the talk, and wait for it: what was said is kept when the app has gone."""
        self.workers.cancel_node(self)
        self._thread.submit(self._close)
        await asyncio.to_thread(self._thread.shutdown)

    def _close(self) -> None:
        if self.talk is not None:
            self.talk.close()

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
        self.show_picks()

    def _said(self, line: str) -> Iterator[Turn]:
        """What was asked, and what was typed or picked, in words."""
        question = self.asked()
        if question and not is_command(line):
            yield Turn(lambda width: wrapped(question, width, tone="dim"), "asked")
        _, choices, _ = self.picks()
        text = next((choice.label for choice in choices if line in (choice.mark, choice.line)), line)
        text = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        yield Turn(lambda width: wrapped(f"› {text}", width, "  ", tone="head"), "you")

    def show_picks(self) -> None:
        """Show in card, panel and line what there is to pick and to know now. While a command is typed the card keeps its commands."""
        if not self.prompt.value.startswith("/"):
            self.card.put(*self.picks())
        text, line = self.beside()
        self.panel.show(text)
        self.line.set_class(not line, "-empty")
        self.line.update(line)
