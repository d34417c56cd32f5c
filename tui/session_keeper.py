"""The saved session behind the conversation on the screen: every step is on the disk before its reply is shown."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dialogue import Conversation, Desk
from engine.fact_wording import describe_value, fact_name, say
from knowledge.errors import InputError
from tui.advice_talk import line_runner
from tui.sessions import ReplayDifference, Session, SessionStore, SessionSummary, replay_steps
from tui.sessions.names import find_id


class SessionKeeper:
    """Saves to one session of a store at a time. Not thread-safe."""

    def __init__(self, store: SessionStore, desk: Desk) -> None:
        """Begin with an empty session, which has no file until something is answered."""
        self._store, self._desk = store, desk
        self.session: Session = store.new_session()

    @property
    def problem(self) -> str:
        """Why the conversation is not saved; "" where it is."""
        return self.session.problem

    def save_step(self, after: Conversation | None, typed: str) -> str:
        """Save a step. Returns a line to show where saving began to fail or works again, else ""."""
        return self.session.append_step(after, typed).message if after is not None else ""

    def start_session(self) -> None:
        """Continue in a new session."""
        self.session.close()
        self.session = self._store.new_session()

    def open_session(self, text: str) -> tuple[Conversation, str]:
        """The conversation of a session, and a line to show where a copy had to be opened. Raises InputError where there is none."""
        if self.session.conversation is not None and find_id(text, self._store.list_ids()) == self.session.id:
            return self.session.conversation, ""  # it is open here, not elsewhere
        found = self._store.reopen_session(text)
        self.session.close()
        self.session = found
        if found.conversation is None:
            raise InputError(f"session: {found.id} holds no answer.")
        return found.conversation, found.notice

    def rename_session(self, name: str) -> str:
        """Name the session. Returns a line to show; raises InputError for a name without a printable character."""
        return self.session.rename(name).message or say(self._desk.knowledge, "session_named", name=self.session.name)

    def delete_session(self, identity: str) -> None:
        """Remove a session. Raises InputError for the one that is open."""
        self._store.delete_session(identity)

    def list_sessions(self) -> list[SessionSummary]:
        """All sessions that hold an answer, the last used first."""
        return self._store.list_sessions()

    def history(self) -> list[str]:
        """Lines typed before, oldest first; none where the folder cannot be read."""
        try:
            return self._store.recent_lines()
        except InputError:
            return []

    def replay_messages(self, identity: str) -> Iterator[str]:
        """A line for each difference that running a session again with today's knowledge makes; one line where there is none."""
        base = self._desk.knowledge
        found = list(replay_steps(self._store.read_steps(identity), line_runner(self._desk)))
        if not found:
            yield say(base, "replay_same")
        for one in found:
            yield _describe_difference(one, self._desk)

    def close(self) -> None:
        """Close the file."""
        self.session.close()


def _describe_difference(one: ReplayDifference, desk: Desk) -> str:
    base = desk.knowledge
    if one.problem:
        return say(base, "replay_refused", line=one.line, typed=one.typed, problem=one.problem)
    then, today = (describe_value(one.fact, value) if value is not None else "?" for value in (one.then, one.today))
    return say(base, "replay_differs", line=one.line, typed=one.typed, fact=fact_name(base, one.fact), then=then, today=today)
