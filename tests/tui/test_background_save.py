"""The steps of a conversation are kept while the next question is looked for, and before it is shown."""

from __future__ import annotations

import threading

import pytest

from engine.dialogue import Ask, Conversation, Desk, next_ask
from knowledge import Knowledge
from tui import advice_talk
from tui.advice_talk import AdviceTalk
from tui.plain_terminal import render_part

PLANTS = "identify plants from phone photos, answer within 200 ms"
PATIENCE = 30.0
"""Seconds after which a thread that does not come is a failure; no measure of speed."""


class Notes:
    """Keeps in memory."""

    def __init__(self) -> None:
        """Nothing is kept."""
        self.steps: list[tuple[Conversation | None, str]] = []
        self.begun, self.goes_on = threading.Event(), threading.Event()
        self.goes_on.set()
        self.problem = ""
        self.is_closed = False

    def save_step(self, after: Conversation | None, typed: str) -> str:
        """Keep it, when it is let."""
        self.begun.set()
        assert self.goes_on.wait(PATIENCE)
        self.steps.append((after, typed))
        return self.problem

    def start_session(self) -> None:
        """Another one begins."""

    def history(self) -> list[str]:
        """None."""
        return []

    def close(self) -> None:
        """No file."""
        self.is_closed = True


@pytest.fixture
def notes() -> Notes:
    """Nothing noted yet."""
    return Notes()


@pytest.fixture
def talk(knowledge: Knowledge, notes: Notes) -> AdviceTalk:
    """A conversation that is noted down."""
    talk = AdviceTalk(Desk(knowledge))
    talk.keeper = notes
    return talk


def test_each_line_is_kept_once_with_what_it_led_to(talk: AdviceTalk, notes: Notes) -> None:
    """A sentence, an answer, a command, one that changes nothing, one that is none; a blank line is no step."""
    for line in (PLANTS, "1", "/back", "/why", "/bogus", "  ", "/new"):
        list(talk.handle_line(line))
        assert not line.strip() or notes.steps[-1] == (talk.conversation, line)
    assert [typed for _, typed in notes.steps] == [PLANTS, "1", "/back", "/why", "/bogus", "/new"]


def test_it_is_being_kept_while_the_next_question_is_looked_for(talk: AdviceTalk, notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk and the engine work side by side; but nothing is shown of a step that is not kept yet."""
    notes.goes_on.clear()

    def looked_for(conversation: Conversation, desk: Desk) -> Ask | None:
        assert notes.begun.wait(PATIENCE)
        assert notes.steps == []
        threading.Timer(0.1, notes.goes_on.set).start()
        return next_ask(conversation, desk)

    monkeypatch.setattr(advice_talk, "next_ask", looked_for)
    parts = list(talk.handle_line(PLANTS))
    assert "What is it for?" in render_part(parts[-1])
    assert [typed for _, typed in notes.steps] == [PLANTS]


def test_what_the_keeper_says_is_told_last(talk: AdviceTalk, notes: Notes) -> None:
    """Of a step, and of a line that changes nothing."""
    notes.problem = "Nothing can be saved."
    for line in (PLANTS, "/why"):
        assert render_part([*talk.handle_line(line)][-1]) == notes.problem


def test_closing_waits_for_what_is_being_kept(talk: AdviceTalk, notes: Notes) -> None:
    """Where somebody leaves in the middle of a line."""
    notes.goes_on.clear()
    next(talk.handle_line(PLANTS))
    threading.Timer(0.1, notes.goes_on.set).start()
    talk.close()
    assert len(notes.steps) == 1
    assert notes.is_closed
