"""Whatever is pressed, in whatever order and at whatever size: the app stays, and no answer is lost."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from engine.dialogue import Conversation, conversation_status
from knowledge import Knowledge
from tests.depth import rounds
from tests.tui.app.conftest import PATIENCE, PLANTS, Person, Sit
from tests.tui.app.monkey import Monkey
from tui.advice_talk import AdviceTalk
from tui.app import SizewiseApp
from tui.commands.registry import is_command, known_command
from tui.screens.practice import PracticeScreen
from tui.session_keeper import SessionKeeper
from tui.sessions import SessionStore, rebuild_conversation
from tui.views.reply import ReplyPart

EVENTS: Final = rounds(quick=24, long=10_000)
SEED: Final = 20261122
BURST: Final = 12
"""Events between two looks."""
TAKES_AWAY: Final = frozenset({"back", "redo", "edit", "new", "keep", "discard"})
"""Commands that may change what was answered."""


class Heard:
    """What each line of a conversation did to the answers, and whether it is on the disk before its effect is shown."""

    def __init__(self, talk: AdviceTalk, folder: Path, knowledge: Knowledge) -> None:
        """Listen to it."""
        self._store = SessionStore(knowledge, folder)
        self.lost: list[str] = []
        self.lines: list[str] = []
        self._talk = talk
        self._hear: Callable[[str], Iterator[ReplyPart]] = talk.handle_line
        talk.handle_line = self._heard  # type: ignore[method-assign]  # the test listens in

    def _heard(self, line: str) -> Iterator[ReplyPart]:
        self.lines.append(line)
        before = self._talk.conversation
        yield from self._hear(line)
        gone = _gone(before, self._talk.conversation)
        if gone and not _may_take_away(line, before, self._talk):
            self.lost.append(f"{line!r} took away {gone}")
        if _has_answers(self._talk.conversation) and kept_in(self._store, self._talk) != self._talk.conversation:
            self.lost.append(f"{line!r} was shown before it was kept")


def _gone(before: Conversation | None, after: Conversation | None) -> list[str]:
    """Facts that somebody told and that are not there any more."""
    then, now = (talk.now.answers if talk is not None else {} for talk in (before, after))
    return [fact for fact, one in then.items() if one.kind != "derived" and fact not in now]


def _may_take_away(line: str, before: Conversation | None, talk: AdviceTalk) -> bool:
    if is_command(line):
        found = known_command(line)
        return found is not None and found[0].name in TAKES_AWAY
    ask = conversation_status(before, talk.desk).ask if before is not None else None
    return ask is not None and ask.kind in ("which", "dispute")


def _has_answers(talk: Conversation | None) -> bool:
    return talk is not None and any(state.answers for state in (talk.now, *talk.past, *talk.future))


def kept_in(store: SessionStore, talk: AdviceTalk) -> Conversation | None:
    """The conversation that is on the screen, read from its file; None where it has none."""
    assert isinstance(talk.keeper, SessionKeeper)
    identity = talk.keeper.session.id
    return rebuild_conversation(store.read_steps(identity)) if identity in store.list_ids() else None


async def look(person: Person, folder: Path, heard: Heard, knowledge: Knowledge) -> None:
    """Nothing failed, nothing is lost, and screen, conversation and disk agree."""
    await person.pilot.pause()
    if isinstance(person.app.screen, PracticeScreen):  # first: what is asked there may be put to the advisor
        async with asyncio.timeout(PATIENCE):
            await person.app.screen.wait_until_idle()
    await person.wait()
    app, talk = person.app, person.app.advise.talk
    assert app.failure == ""
    assert app.is_running
    assert heard.lost == []
    assert talk is not None
    if talk.conversation is None:
        return
    shown = app.advise.state
    assert shown is not None
    assert [one.fact for one in shown.known] == list(talk.conversation.now.answers)
    if _has_answers(talk.conversation):
        assert kept_in(SessionStore(knowledge, folder), talk) == talk.conversation


async def still_answers(person: Person) -> None:
    """From wherever it is: Esc out of what is open, F5 to the conversation, a line is heard."""
    await person.press("f5", "escape", "escape", "escape")
    assert person.app.screen is person.app.advise
    assert person.app.advise.prompt.has_focus
    await person.say("/new")
    await person.say("/new")
    await person.say(PLANTS)
    assert person.answers.get("latency_p99_ms") == 200


@pytest.mark.parametrize("size", [(80, 24), (160, 45), (40, 12)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_no_order_of_events_ends_the_app_or_loses_an_answer(
    sit: Sit, knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """After each burst the file rebuilds to what is on the screen, and what was told is still there unless it was taken back."""
    monkeypatch.chdir(tmp_path)  # an export writes here
    monkeypatch.setattr(SizewiseApp, "exit", lambda *_, **__: None)  # leaving is tested elsewhere
    folder = tmp_path / "sessions"
    async with sit(size, folder=folder) as person:
        await person.say("/new")
        assert person.app.advise.talk is not None
        heard = Heard(person.app.advise.talk, folder, knowledge)
        monkey = Monkey(person, SEED)
        try:
            while len(monkey.done) < EVENTS:
                for _ in range(BURST):
                    await monkey.act()
                await look(person, folder, heard, knowledge)
            await monkey.size_back()
            await still_answers(person)
        except BaseException as error:
            error.add_note(f"the last events of {len(monkey.done)}: {[str(one)[:80] for one in monkey.done[-2 * BURST :]]}")
            error.add_note(f"the last lines heard: {[line[:80] for line in heard.lines[-BURST:]]}")
            sys.stdout.write("\n".join((repr(error), *error.__notes__)))  # a fault while the app closes would stand before it
            raise
        monkeypatch.undo()
