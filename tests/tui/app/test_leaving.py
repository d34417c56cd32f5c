"""Leaving the app: what is under way is done, then every file is given free."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from quizzes.store import Store as Log
from tests.tui.app.conftest import PATIENCE, PLANTS, Sit
from tui.kept import Kept
from tui.screens.talking import Step
from tui.sessions import Store
from tui.talk import Talk


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was closed, in order."""
    closed: list[str] = []

    def listen(name: str, kind: type[Kept | Log]) -> None:
        close = kind.close

        def listened(one: Any) -> None:  # noqa: ANN401  # the one that is closed
            closed.append(name)
            close(one)

        monkeypatch.setattr(kind, "close", listened)

    listen("conversation", Kept)
    listen("practice", Log)
    return closed


async def test_the_conversation_and_the_log_of_practice_are_closed(sit: Sit, told: list[str]) -> None:
    """Both, once, when the app has gone."""
    async with sit() as person:
        await person.say(PLANTS)
        await person.press("f7")
        await person.app.screen.settled()  # type: ignore[attr-defined]  # that of practice
        assert told == []
    assert sorted(told) == ["conversation", "practice"]


async def test_a_line_that_is_being_heard_is_kept_before_the_file_is_closed(sit: Sit, told: list[str], tmp_path: Path) -> None:
    """However long it takes."""
    goes_on = threading.Event()
    async with sit() as person:
        await person.say(PLANTS)
        advise = person.app.advise

        def slowly(talk: Talk) -> Step:
            goes_on.wait(PATIENCE)
            told.append("heard")
            return advise.heard("production", talk)

        advise.do(slowly)
        await person.pilot.pause()
        threading.Timer(0.2, goes_on.set).start()
    assert told == ["heard", "conversation"]
    assert advise.talk is not None
    assert advise.talk.conversation is not None
    store = Store(person.app.base, tmp_path / "sessions")
    assert [one.answers for one in store.sessions()] == [len(advise.talk.conversation.now.answers)]
    assert "environment" in advise.talk.conversation.now.answers


async def test_leaving_at_once_is_no_fault(sit: Sit, told: list[str]) -> None:
    """Before there is anything to close."""
    async with sit() as person:
        assert person.app.failure == ""
    assert told in ([], ["conversation"])
