"""A store in a folder of its own, and a conversation to keep in it."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.dialogue import Conversation, Desk, answer, back, keep, redo, start, what_if
from knowledge import Knowledge
from tui.sessions import Session, SessionStore

PLANTS = "identify plants from phone photos, answer within 200 ms"
TYPED = (PLANTS, "production", "/back", "/redo", "?", "/what-if 50 ms", "/keep", "blub")
"""Lines that go forward, back and again, try something and keep it, and one that nobody understands."""

Clock = Callable[[], dt.datetime]


@pytest.fixture(scope="session")
def desk(knowledge: Knowledge) -> Desk:
    """What conversations are held over."""
    return Desk(knowledge)


@pytest.fixture(scope="session")
def typed_steps(desk: Desk) -> list[tuple[str, Conversation]]:
    """What was typed, and the conversation after it."""
    found: list[tuple[str, Conversation]] = []
    conversation: Conversation | None = None
    for typed in TYPED:
        conversation = run_line(conversation, typed, desk)
        found.append((typed, conversation))
    return found


def run_line(conversation: Conversation | None, typed: str, desk: Desk) -> Conversation:
    """One typed line, as a face takes it."""
    if conversation is None:
        return start(typed, desk)
    steps: dict[str, Callable[[Conversation, Desk], Conversation]] = {"/back": back, "/redo": redo, "/keep": keep}
    if typed in steps:
        return steps[typed](conversation, desk)
    words = typed.removeprefix("/what-if ")
    return what_if(conversation, words, desk) if words != typed else answer(conversation, typed, desk)


@pytest.fixture
def clock() -> Clock:
    """A second later each time it is looked at."""
    start = dt.datetime(2026, 11, 22, 9, 30, tzinfo=dt.UTC)
    seconds = iter(range(10**6))
    return lambda: start + dt.timedelta(seconds=next(seconds))


@pytest.fixture
def store(knowledge: Knowledge, tmp_path: Path, clock: Clock) -> SessionStore:
    """An empty one; its folder does not exist yet."""
    return SessionStore(knowledge, tmp_path / "data" / "sessions", clock)


@pytest.fixture
def session(store: SessionStore, typed_steps: list[tuple[str, Conversation]]) -> Iterator[Session]:
    """One that holds the whole conversation, open."""
    session = append_all(store.new_session(), typed_steps)
    yield session
    session.close()


def append_all(session: Session, typed_steps: list[tuple[str, Conversation]]) -> Session:
    """Keep every step; each of them is on the disk at once."""
    for typed, conversation in typed_steps:
        assert session.append_step(conversation, typed).is_saved
    return session


def file_of(session: Session, store: SessionStore) -> Path:
    """The file."""
    return store.folder / f"{session.id}.jsonl"


def conversation_of(identity: str, store: SessionStore) -> Conversation | None:
    """What a session gives back."""
    with contextlib.closing(store.reopen_session(identity)) as session:
        return session.conversation
