"""Leaving the app: what is under way is done, then every file is given free."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from quizzes.store import LogStore as Log
from tests.tui.app.conftest import PATIENCE, PLANTS, Sit
from tui.advice_talk import AdviceTalk
from tui.screens.talk_screen import TalkStep
from tui.session_keeper import SessionKeeper
from tui.sessions import SessionStore


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was closed, in order."""
    closed: list[str] = []

    def listen(name: str, kind: type[SessionKeeper | Log]) -> None:
        close = kind.close

        def listened(one: Any) -> None:  # noqa: ANN401  # the one that is closed
            closed.append(name)
            close(one)

        monkeypatch.setattr(kind, "close", listened)

    listen("conversation", SessionKeeper)
    listen("practice", Log)
    return closed


async def test_the_conversation_and_the_log_of_practice_are_closed(sit: Sit, told: list[str]) -> None:
    """Both, once, when the app has gone."""
    async with sit() as person:
        await person.say(PLANTS)
        await person.press("f7")
        await person.app.screen.wait_until_idle()  # type: ignore[attr-defined]  # that of practice
        assert told == []
    assert sorted(told) == ["conversation", "practice"]


async def test_a_line_that_is_being_heard_is_kept_before_the_file_is_closed(sit: Sit, told: list[str], tmp_path: Path) -> None:
    """However long it takes."""
    goes_on = threading.Event()
    async with sit() as person:
        await person.say(PLANTS)
        advise = person.app.advise

        def slowly(talk: AdviceTalk) -> TalkStep:
            goes_on.wait(PATIENCE)
            told.append("heard")
            return advise.step_for("production", talk)

        advise.queue_job(slowly)
        await person.pilot.pause()
        threading.Timer(0.2, goes_on.set).start()
    assert told == ["heard", "conversation"]
    assert advise.talk is not None
    assert advise.talk.conversation is not None
    store = SessionStore(person.app.base, tmp_path / "sessions")
    assert [one.answers for one in store.list_sessions()] == [len(advise.talk.conversation.now.answers)]
    assert "environment" in advise.talk.conversation.now.answers


async def test_leaving_at_once_is_no_fault(sit: Sit, told: list[str]) -> None:
    """Before there is anything to close."""
    async with sit() as person:
        assert person.app.failure == ""
    assert told in ([], ["conversation"])
