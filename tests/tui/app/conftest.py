"""The app without a terminal, driven as a person drives it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from knowledge import Knowledge
from tui.app import SizewiseApp

PLANTS = "identify plants from phone photos, answer within 200 ms"
SMALL, LARGE = (80, 24), (160, 45)
PATIENCE: Final = 120.0
"""Seconds after which an answer that does not come is a fault; no measure of speed."""


class Person:
    """Somebody before the screen."""

    def __init__(self, app: SizewiseApp, pilot: Pilot[Any]) -> None:
        """Take the app and what presses its keys."""
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for what they lead to."""
        await self.pilot.press(*keys)
        await self.wait()

    async def say(self, line: str) -> None:
        """Type a line, and Enter."""
        self.app.advise.prompt.value = line
        await self.press("enter")

    async def click(self, selector: str, offset: tuple[int, int] = (0, 0)) -> None:
        """Click a place of a widget."""
        await self.pilot.click(selector, offset=offset)
        await self.wait()

    async def wait(self) -> None:
        """Until every line that was sent is answered and shown. Raises AssertionError where that never comes."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.settle()
        except TimeoutError:
            raise AssertionError(f"Nothing was answered for {PATIENCE:g} seconds. On the screen:\n{self.screen()}") from None

    async def until(self, condition: Callable[[], bool]) -> None:
        """Until something holds on the screen, on a busy machine too. Raises AssertionError where it never does."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    await self.pilot.pause()
        except TimeoutError:
            raise AssertionError(f"It did not come in {PATIENCE:g} seconds. On the screen:\n{self.screen()}") from None

    async def settle(self) -> None:
        """The same, however long it takes."""
        await self.pilot.pause()
        await self.app.advise.wait_until_idle()
        await self.pilot.pause()

    def screen(self) -> str:
        """What stands on the screen, without its colours."""
        return "\n".join(strip.text.rstrip() for strip in self.app.screen._compositor.render_strips())

    def said(self) -> str:
        """The whole transcript at 80 columns."""
        return "\n".join(turn.plain_text() for turn in self.app.advise.transcript.turns)

    @property
    def answers(self) -> dict[str, object]:
        """Fact -> its value, of what was answered so far."""
        talk = self.app.advise.talk
        if talk is None or talk.conversation is None:
            return {}
        return {fact: one.value for fact, one in talk.conversation.now.answers.items()}

    @property
    def asked(self) -> str:
        """The fact that is asked for."""
        standing = self.app.advise.state
        return standing.ask.fact or standing.ask.kind if standing is not None and standing.ask is not None else ""


Sit = Callable[..., AbstractAsyncContextManager[Person]]


@pytest.fixture
def sit(knowledge: Knowledge, tmp_path: Path) -> Sit:
    """Sit somebody down before a new app of a size; `guard` is how long a question stands before a key picks."""

    @asynccontextmanager
    async def down(size: tuple[int, int] = SMALL, guard: float = 0.0, folder: Path = tmp_path / "sessions") -> AsyncIterator[Person]:
        app = SizewiseApp(knowledge, guard=guard, sessions=folder)
        async with app.run_test(size=size) as pilot:
            yield Person(app, pilot)

    return down


@pytest.fixture
def practise(knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """Sit somebody down before practice, with some items or a bank."""
    from tests.tui.app.practice_seat import seat_before_practice  # noqa: PLC0415  # it takes its person from here

    return seat_before_practice(knowledge, tmp_path, monkeypatch)
