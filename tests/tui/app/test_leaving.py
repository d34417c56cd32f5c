"""Leaving the app: what is under way is done, then every file is given free."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from knowledge import Knowledge
from quizzes.store import LogStore as Log
from tests.tui.app.conftest import PATIENCE, PLANTS, Sit
from tui.advice_talk import AdviceTalk
from tui.app import SizewiseApp
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


async def test_ctrl_c_says_which_key_leaves(sit: Sit) -> None:
    """On every screen; it leaves nothing, and nothing that was typed is lost."""
    async with sit() as person:
        await person.pilot.press(*"plants", "ctrl+c")
        assert [one.message for one in person.app._notifications] == ["Ctrl+Q leaves Sizewise. Ctrl+C copies what is selected."]
        assert person.app.advise.prompt.value == "plants"
        await person.press("f6", "ctrl+c")
        assert person.app.current_mode == "browse"
        assert len(person.app._notifications) == 2


async def test_a_conversation_that_is_kept_can_be_resumed_by_its_id(sit: Sit, knowledge: Knowledge, tmp_path: Path) -> None:
    """None before the first answer; the app that is begun with it shows what was said."""
    async with sit() as person:
        await person.app.advise.wait_until_idle()
        assert person.app.kept_session == ""
        await person.say(PLANTS)
    identity = person.app.kept_session
    assert SessionStore(knowledge, tmp_path / "sessions").list_ids() == [identity]
    app = SizewiseApp(knowledge, guard=0.0, sessions=tmp_path / "sessions", resume=identity)
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.advise.wait_until_idle()
        assert app.advise.state is not None
        assert "opened" in [turn.kind for turn in app.advise.transcript.turns]
    assert app.kept_session == identity


async def test_a_conversation_that_could_not_be_saved_is_not_offered_to_be_resumed(sit: Sit, tmp_path: Path) -> None:
    """There would be nothing to go on with."""
    (tmp_path / "sessions").write_text("in the way")
    async with sit() as person:
        await person.say(PLANTS)
    assert person.app.kept_session == ""
