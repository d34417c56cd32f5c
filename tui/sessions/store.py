"""The folder of sessions: begin one, list them, open, rename or delete one."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from knowledge import Knowledge
from knowledge.errors import InputError, shown
from knowledge.store import state_folder
from tui.sessions.files import Log, open_plain, read_all
from tui.sessions.line import Step
from tui.sessions.names import ID, id_of, new_id, tidy, unknown
from tui.sessions.reading import Found, head_of, read, refuse_unknown_facts
from tui.sessions.session import Session, Shelf
from tui.sessions.summary import Summary, summary
from tui.sessions.views import history, transcript


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class Store:
    """Every method that takes an id raises InputError, in one line, for one that is not there or cannot be opened."""

    def __init__(self, knowledge: Knowledge, folder: Path | None = None, clock: Callable[[], dt.datetime] = _now) -> None:
        """Keep sessions in `folder`, by default `sessions` below the folder of the user's data. `clock` gives times with a zone."""
        self._shelf = Shelf(folder or state_folder() / "sessions", knowledge, clock)

    @property
    def folder(self) -> Path:
        """Where the files are; it need not exist."""
        return self._shelf.folder

    def new(self, name: str = "") -> Session:
        """A session with no step yet, and no file until something is answered."""
        session = Session(self._shelf, new_id(self._shelf.clock()))
        if tidy(name):
            session.rename(name)
        return session

    def ids(self) -> list[str]:
        """Every id, oldest first. Raises InputError where the folder is there and cannot be read."""
        try:
            with os.scandir(self.folder) as entries:
                names = [entry.name.removesuffix(".jsonl") for entry in entries if entry.name.endswith(".jsonl")]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _failed(error) from None
        return sorted(name for name in names if ID.fullmatch(name))

    def sessions(self) -> list[Summary]:
        """All that hold an answer, the last used first."""
        found = [one for identity in self.ids() if (one := self._summary(identity)) is not None]
        return sorted(found, key=lambda one: (one.used, one.id), reverse=True)

    def read(self, text: str) -> tuple[Step, ...]:
        """The steps of a session as far as they can be read; for a transcript or a replay."""
        return self._steps(id_of(text, self.ids()))

    def reopen(self, text: str) -> Session:
        """Go on with a session.

        Where it is open elsewhere, damaged or cannot be written to, this is a copy under an id of its own, and `told` says so.
        """
        identity = id_of(text, self.ids())
        with contextlib.ExitStack() as opened:
            log = self._writable(identity)
            if log is not None:
                opened.callback(log.close)
            data = log.read() if log is not None else self._bytes(identity)
            found = self._usable(data, identity)
            opened.pop_all()
        return self._session(identity, found, log, is_torn=len(data) > found.end)

    def rename(self, text: str, name: str) -> None:
        """Give a session another name; one that is open elsewhere has to be renamed there."""
        session = self.reopen(text)
        try:
            if session.told:
                raise InputError(f"session: {shown(text)} is open elsewhere, damaged or cannot be written to, and keeps its name.")
            saved = session.rename(name)
            if not saved.is_kept:
                raise InputError(f"session: {saved.told}")
        finally:
            session.close()

    def delete(self, identity: str) -> None:
        """Remove the file of a session, named by all of its id; refused while it is open, and for what is no session."""
        if identity not in self.ids():
            raise unknown(identity, self.ids())
        path = self._shelf.path(identity)
        try:
            log = Log.open(path)
            try:
                head_of(log.read(), identity)
                if not log.is_locked:
                    raise InputError(f"session: {identity} is open elsewhere; close it there first.")
            finally:
                log.close()
            path.unlink()
        except OSError as error:
            raise _failed(error) from None

    def history(self, most: int = 500) -> list[str]:
        """What was typed in the last used sessions, oldest first, at most so many lines: for arrow-up."""
        lines: list[str] = []
        for one in self.sessions():
            if len(lines) >= most:
                break
            lines = [*history(self._typed(one)), *lines]
        return list(history(lines))[-most:]

    def _steps(self, identity: str) -> tuple[Step, ...]:
        found = read(self._bytes(identity), identity)
        return found.steps if found is not None else ()

    def _typed(self, one: Summary) -> Iterator[str]:
        try:
            yield from transcript(self._steps(one.id))  # its id is known: the folder, which may be long, is not listed again
        except InputError:
            return

    def _summary(self, identity: str) -> Summary | None:
        try:
            return summary(self._shelf.path(identity))
        except FileNotFoundError:
            return None  # deleted meanwhile
        except OSError as error:
            moment = dt.datetime.fromtimestamp(0, dt.UTC)
            return Summary(identity, "", moment, moment, 0, str(_failed(error)))

    def _writable(self, identity: str) -> Log | None:
        """The file, open for writing; None where it can only be read, if that."""
        try:
            return Log.open(self._shelf.path(identity))
        except OSError:
            return None

    def _bytes(self, identity: str) -> bytes:
        try:
            handle = open_plain(self._shelf.path(identity), os.O_RDONLY)
            try:
                return read_all(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise _failed(error) from None

    def _usable(self, data: bytes, identity: str) -> Found:
        found = read(data, identity)
        if found is None or found.conversation is None:
            raise InputError(f"session: {identity} holds no answer{' that can be read' if found and found.damaged else ''}.")
        refuse_unknown_facts(found, self._shelf.knowledge, identity)
        return found

    def _session(self, identity: str, found: Found, log: Log | None, *, is_torn: bool) -> Session:
        """The session itself, or a copy where it cannot be gone on with."""
        why = "copy_damaged" if found.damaged else "copy_fixed" if log is None else "" if log.is_locked else "copy_open"
        if log is not None and not why:
            log.end, log.is_torn, log.lacks_newline = found.end, is_torn, found.lacks_newline
            return Session(self._shelf, identity, found.steps, log=log)
        if log is not None:
            log.close()
        session = Session(self._shelf, new_id(self._shelf.clock()), found.steps, copy_of=identity)
        session.told = self._shelf.say(why, id=identity, copy=session.id, line=found.damaged)
        return session


def _failed(error: OSError) -> InputError:
    return InputError(f"session: {shown(Path(error.filename or '').name)} cannot be used ({error.strerror or type(error).__name__}).")
