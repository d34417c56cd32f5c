"""The folder of sessions under every kind of use: what was acknowledged is there, under its name, for whoever opens it next."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import itertools
import os
from pathlib import Path
from typing import ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.dialogue import Conversation, Desk
from knowledge import load
from knowledge.errors import InputError
from tests.fuzz.base import scratch_folder
from tests.machines import depth
from tests.tui.sessions.conftest import TYPED, run_line
from tui.sessions import Session, SessionStore
from tui.sessions.names import tidy_name

BASE: Final = functools.cache(load)
NAMES: Final = ("", "Greenhouse", "  two\twords ", "x" * 300, "\x1b[31m", "[/b] 🌱")
TORN: Final = (b"{", b'{"v":1,"time":"2026-11-22T', b'{"v":1,"time":"2026-11-22T12:00:00Z","typed":"half a li')


@functools.cache
def typed_steps() -> tuple[tuple[str, Conversation], ...]:
    """What is typed in each session, and the conversation after it."""
    desk = Desk(BASE())
    found: list[tuple[str, Conversation]] = []
    conversation: Conversation | None = None
    for typed in TYPED:
        conversation = run_line(conversation, typed, desk)
        found.append((typed, conversation))
    return tuple(found)


class ExpectedSession:
    """What a session should hold."""

    def __init__(self, typed: tuple[str, ...] = (), name: str = "") -> None:
        """Nothing yet, or what was copied."""
        self.typed, self.name = list(typed), name

    @property
    def conversation(self) -> Conversation | None:
        """As the last line left it."""
        return typed_steps()[(len(self.typed) - 1) % len(TYPED)][1] if self.typed else None


class Folder(RuleBasedStateMachine):
    """Sessions that are open here, and the files of all of them; a second program looks at the same folder."""

    clock: ClassVar[itertools.count[int]] = itertools.count()

    def __init__(self) -> None:
        """Begin with no folder."""
        super().__init__()
        self.folder = scratch_folder()
        self.path = Path(self.folder.name) / "data" / "sessions"
        start = dt.datetime(2026, 11, 22, tzinfo=dt.UTC)
        self.stores = [SessionStore(BASE(), self.path, lambda: start + dt.timedelta(seconds=next(Folder.clock))) for _ in range(2)]
        self.open: list[tuple[Session, ExpectedSession]] = []
        self.expected: dict[str, ExpectedSession] = {}
        """By id, those that stand in a file."""

    def _closed_ids(self) -> list[str]:
        """Ids that nobody has open."""
        busy = {session.id for session, _ in self.open}
        return sorted(identity for identity in self.expected if identity not in busy)

    def _append_line(self, session: Session, kept: ExpectedSession) -> None:
        typed, after = typed_steps()[len(kept.typed) % len(TYPED)]
        saved = session.append_step(after, typed)
        assert (saved.is_saved, saved.message) == (True, "")
        kept.typed.append(typed)
        kept.name = session.name
        self.expected[session.id] = kept

    @precondition(lambda self: len(self.open) < 3)
    @rule(name=st.sampled_from(NAMES), who=st.integers(0, 1), count=st.integers(0, 2))
    def begin(self, name: str, who: int, count: int) -> None:
        """A new session; no file stands there before the first answer."""
        session = self.stores[who].new_session(name)
        assert session.id not in self.expected
        assert not (self.path / f"{session.id}.jsonl").exists()
        self.open.append((session, ExpectedSession()))
        self.answer(len(self.open) - 1, count)

    @precondition(lambda self: self.open)
    @rule(which=st.integers(0, 2), count=st.integers(1, 3))
    def answer(self, which: int, count: int) -> None:
        """A few lines more."""
        session, kept = self.open[which % len(self.open)]
        for _ in range(count):
            self._append_line(session, kept)

    @precondition(lambda self: self.open)
    @rule(which=st.integers(0, 2), name=st.sampled_from(NAMES))
    def rename(self, which: int, name: str) -> None:
        """Give it another name; one with nothing to read is refused."""
        session, kept = self.open[which % len(self.open)]
        before = session.name
        try:
            session.rename(name)
        except InputError:
            assert session.name == before
            return
        assert session.name == tidy_name(name)
        if kept.typed:
            kept.name = session.name

    @precondition(lambda self: self.open)
    @rule(which=st.integers(0, 2))
    def close(self, which: int) -> None:
        """As the app does at its end."""
        session, _ = self.open.pop(which % len(self.open))
        session.close()

    @precondition(lambda self: self.open)
    @rule(which=st.integers(0, 2), torn=st.sampled_from((b"", *TORN)))
    def crash(self, which: int, torn: bytes) -> None:
        """The program is gone between two lines, or within one."""
        session, kept = self.open.pop(which % len(self.open))
        log, session._log = session._log, None
        if log is None:
            return
        os.close(log._handle)
        if kept.typed:
            with (self.path / f"{session.id}.jsonl").open("ab") as file:
                file.write(torn)

    @precondition(lambda self: self._closed_ids() and len(self.open) < 3)
    @rule(which=st.integers(0, 9), who=st.integers(0, 1))
    def reopen(self, which: int, who: int) -> None:
        """Go on where it was left, whoever left it."""
        identity = self._closed_ids()[which % len(self._closed_ids())]
        session, kept = self.stores[who].reopen_session(identity), self.expected[identity]
        assert (session.id, session.notice) == (identity, "")
        assert session.conversation == kept.conversation
        self.open.append((session, kept))

    @precondition(lambda self: any(kept.typed for _, kept in self.open) and len(self.open) < 3)
    @rule(which=st.integers(0, 2))
    def open_twice(self, which: int) -> None:
        """What is open elsewhere is gone on with as a copy, which says so; the first one stays as it is."""
        written = [(session, kept) for session, kept in self.open if kept.typed]
        first, kept = written[which % len(written)]
        second = self.stores[1].reopen_session(first.id)
        assert second.id != first.id
        assert first.id in second.notice
        assert second.conversation == kept.conversation
        copy = ExpectedSession(tuple(kept.typed), second.name)
        self.open.append((second, copy))
        self._append_line(second, copy)

    @precondition(lambda self: self._closed_ids())
    @rule(which=st.integers(0, 9), name=st.sampled_from(NAMES))
    def rename_closed(self, which: int, name: str) -> None:
        """From the list."""
        identity = self._closed_ids()[which % len(self._closed_ids())]
        if tidy_name(name):
            self.stores[0].rename_session(identity, name)
            self.expected[identity].name = tidy_name(name)
        else:
            with contextlib.suppress(InputError):
                self.stores[0].rename_session(identity, name)
                raise AssertionError(name)

    @precondition(lambda self: self.expected)
    @rule(which=st.integers(0, 9), who=st.integers(0, 1))
    def delete(self, which: int, who: int) -> None:
        """What is closed goes; what is open stays, and that is said."""
        identity = sorted(self.expected)[which % len(self.expected)]
        is_closed = identity in self._closed_ids()
        try:
            self.stores[who].delete_session(identity)
        except InputError as error:
            assert "is open elsewhere" in str(error)  # noqa: PT017  # the other way is tried as well
            assert not is_closed
            return
        assert is_closed
        del self.expected[identity]

    @invariant()
    def what_was_acknowledged_is_there(self) -> None:
        """For both programs: every session once, with its lines, its name and its answers; nothing else."""
        for store in self.stores:
            assert store.list_ids() == sorted(self.expected)
            listed = {one.id: one for one in store.list_sessions()}
            assert set(listed) == set(self.expected)
            for identity, kept in self.expected.items():
                assert [step.typed for step in store.read_steps(identity) if step.typed] == kept.typed
                assert listed[identity].problem == ""
                assert (listed[identity].name or "conversation") == kept.name
                assert kept.conversation is not None
                assert listed[identity].answers == len(kept.conversation.now.answers)

    def teardown(self) -> None:
        """Leave nothing behind."""
        for session, _ in self.open:
            session.close()
        self.folder.cleanup()


TestFolder = Folder.TestCase
TestFolder.settings = depth(20, 30)
