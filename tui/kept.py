"""The saved conversation behind the one on the screen: every step is kept before its answer is shown."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dialogue import Conversation, Desk
from engine.words import named, say, shown
from knowledge.errors import InputError
from tui.sessions import Different, Session, Store, Summary, replay
from tui.sessions.names import id_of
from tui.talk import run_again


class Kept:
    """One session at a time, from the store of this machine. For one thread at a time."""

    def __init__(self, store: Store, desk: Desk) -> None:
        """Begin with an empty session, which leaves no file until something is answered."""
        self._store, self._desk = store, desk
        self.session: Session = store.new()

    @property
    def problem(self) -> str:
        """Why the conversation is not kept; "" where it is."""
        return self.session.problem

    def step(self, after: Conversation | None, typed: str) -> str:
        """Keep a step; a line to show where it could not be kept, or can be again."""
        return self.session.append(after, typed).told if after is not None else ""

    def begin(self) -> None:
        """Go on in a new session."""
        self.session.close()
        self.session = self._store.new()

    def open(self, text: str) -> tuple[Conversation, str]:
        """The conversation of a session, and a line to show where what was opened is a copy. Raises InputError for one of none."""
        if self.session.conversation is not None and id_of(text, self._store.ids()) == self.session.id:
            return self.session.conversation, ""  # it is open here, not elsewhere
        found = self._store.reopen(text)
        self.session.close()
        self.session = found
        if found.conversation is None:
            raise InputError(f"session: {found.id} holds no answer.")
        return found.conversation, found.told

    def rename(self, name: str) -> str:
        """Name the session; what to say of it. Raises InputError for a name without a letter."""
        return self.session.rename(name).told or say(self._desk.knowledge, "session_named", name=self.session.name)

    def delete(self, identity: str) -> None:
        """Remove a session. Raises InputError for the one that is open."""
        self._store.delete(identity)

    def sessions(self) -> list[Summary]:
        """All that hold an answer, the last used first."""
        return self._store.sessions()

    def history(self) -> list[str]:
        """What was typed before, oldest first; nothing where the folder cannot be read."""
        try:
            return self._store.history()
        except InputError:
            return []

    def replayed(self, identity: str) -> Iterator[str]:
        """What today's base makes of a session's lines, where that is something else."""
        base = self._desk.knowledge
        found = list(replay(self._store.read(identity), run_again(self._desk)))
        if not found:
            yield say(base, "replay_same")
        for one in found:
            yield _told(one, self._desk)

    def close(self) -> None:
        """Give the file free."""
        self.session.close()


def _told(one: Different, desk: Desk) -> str:
    base = desk.knowledge
    if one.problem:
        return say(base, "replay_refused", line=one.line, typed=one.typed, problem=one.problem)
    then, today = (shown(one.fact, value) if value is not None else "?" for value in (one.then, one.today))
    return say(base, "replay_differs", line=one.line, typed=one.typed, fact=named(base, one.fact), then=then, today=today)
