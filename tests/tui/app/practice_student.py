"""Somebody who practises before the screen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from quizzes.practice_log import LogRow
from quizzes.store import LogStore
from tests.tui.app.conftest import Person
from tui.screens.practice import PracticeScreen


class Student(Person):
    """Somebody before the screen of practice."""

    @property
    def practice(self) -> PracticeScreen:
        """The screen."""
        screen = self.app.screen
        assert isinstance(screen, PracticeScreen)
        return screen

    async def say(self, line: str) -> None:
        """Type a line, and Enter."""
        self.practice.prompt.value = line
        await self.press("enter")

    async def settle(self) -> None:
        """Until every line that was sent is answered and shown."""
        await self.pilot.pause()
        if isinstance(self.app.screen, PracticeScreen):
            await self.app.screen.wait_until_idle()
        await self.pilot.pause()
        await self.pilot.pause()

    def told(self) -> str:
        """The whole transcript."""
        return "\n".join(turn.plain_text() for turn in self.practice.transcript.turns)

    @property
    def head(self) -> str:
        """What the card asks."""
        return self.practice.current_choices()[0]

    async def point(self, label: str) -> None:
        """Move to a choice by arrows."""
        for _ in range(30):
            await self.pilot.press("down")
            found = self.practice.card.highlighted_choice
            if found is not None and found.label == label:
                return
        raise AssertionError(label)

    async def hit(self, label: str) -> None:
        """Click a choice."""
        at = next(at for at, one in enumerate(self.practice.card.choices) if one.label == label)
        await self.click("#card-choices", (8, at))

    async def pick(self, label: str, way: str) -> None:
        """Pick a choice by the mouse or by arrows."""
        if way == "mouse":
            await self.hit(label)
        else:
            await self.point(label)
            await self.press("enter")

    def rows(self) -> list[LogRow]:
        """The answers of the log, as another process reads them."""
        talk = self.practice.talk
        assert talk is not None
        store = LogStore(self.app.base, talk.context.store.path.parent)
        try:
            return [row for row in store.read_rows() if row.kind == "answer"]
        finally:
            store.close()


Sit = Callable[..., AbstractAsyncContextManager[Student]]
