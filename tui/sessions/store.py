"""The store of sessions: create, list, open, rename and delete them."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from knowledge import Knowledge
from knowledge.errors import InputError, quote_value
from knowledge.store import state_folder
from tui.sessions.names import ID_PATTERN, find_id, new_id, tidy_name, unknown_id_error
from tui.sessions.reader import SessionContents, decode_head, read_session, refuse_unknown_facts
from tui.sessions.records import Step
from tui.sessions.replay import drop_repeats, typed_lines
from tui.sessions.session import Session, SessionFolder
from tui.sessions.session_file import SessionFile, open_plain_file, read_all
from tui.sessions.summary import SessionSummary, summarize_session


def _utc_now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


class SessionStore:
    """Methods that take an id raise InputError, in one line, for a session that does not exist or cannot be opened."""

    def __init__(self, knowledge: Knowledge, folder: Path | None = None, clock: Callable[[], dt.datetime] = _utc_now) -> None:
        """Store sessions in `folder`, by default `sessions` in the user's data folder. `clock` returns times with a zone."""
        self._folder = SessionFolder(folder or state_folder() / "sessions", knowledge, clock)

    @property
    def folder(self) -> Path:
        """The folder of the files; it may not exist yet."""
        return self._folder.path

    def new_session(self, name: str = "") -> Session:
        """A new session, without a file until something is answered."""
        session = Session(self._folder, new_id(self._folder.clock()))
        if tidy_name(name):
            session.rename(name)
        return session

    def list_ids(self) -> list[str]:
        """All ids, oldest first. Raises InputError where the folder exists and cannot be read."""
        try:
            with os.scandir(self.folder) as entries:
                names = [entry.name.removesuffix(".jsonl") for entry in entries if entry.name.endswith(".jsonl")]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _file_error(error) from None
        return sorted(name for name in names if ID_PATTERN.fullmatch(name))

    def list_sessions(self) -> list[SessionSummary]:
        """All sessions that hold an answer, the last used first."""
        found = [one for identity in self.list_ids() if (one := self._summarize(identity)) is not None]
        return sorted(found, key=lambda one: (one.used, one.id), reverse=True)

    def read_steps(self, text: str) -> tuple[Step, ...]:
        """The readable steps of a session, for a transcript or a replay."""
        return self._steps_of(find_id(text, self.list_ids()))

    def reopen_session(self, text: str) -> Session:
        """Open a session to continue it.

        If it is open elsewhere, damaged or not writable, this is a copy under a new id, and its `notice` says so.
        """
        identity = find_id(text, self.list_ids())
        with contextlib.ExitStack() as opened:
            log = self._open_writable(identity)
            if log is not None:
                opened.callback(log.close)
            data = log.read_bytes() if log is not None else self._read_bytes(identity)
            found = self._read_usable(data, identity)
            opened.pop_all()
        return self._make_session(identity, found, log, is_torn=len(data) > found.end)

    def rename_session(self, text: str, name: str) -> None:
        """Rename a session; refused while it is open elsewhere."""
        session = self.reopen_session(text)
        try:
            if session.notice:
                raise InputError(f"session: {quote_value(text)} is open elsewhere, damaged or cannot be written to, and keeps its name.")
            saved = session.rename(name)
            if not saved.is_saved:
                raise InputError(f"session: {saved.message}")
        finally:
            session.close()

    def delete_session(self, identity: str) -> None:
        """Remove the file of a session, by its full id; refused while it is open, and for a file that is no session."""
        if identity not in self.list_ids():
            raise unknown_id_error(identity, self.list_ids())
        path = self._folder.path_of(identity)
        try:
            log = SessionFile.open(path)
            try:
                decode_head(log.read_bytes(), identity)
                if not log.is_locked:
                    raise InputError(f"session: {identity} is open elsewhere; close it there first.")
            finally:
                log.close()
            path.unlink()
        except OSError as error:
            raise _file_error(error) from None

    def recent_lines(self, most: int = 500) -> list[str]:
        """The last `most` lines typed in earlier sessions, oldest first, for arrow-up."""
        lines: list[str] = []
        for one in self.list_sessions():
            if len(lines) >= most:
                break
            lines = [*drop_repeats(self._typed_lines(one)), *lines]
        return list(drop_repeats(lines))[-most:]

    def _steps_of(self, identity: str) -> tuple[Step, ...]:
        found = read_session(self._read_bytes(identity), identity)
        return found.steps if found is not None else ()

    def _typed_lines(self, one: SessionSummary) -> Iterator[str]:
        try:
            yield from typed_lines(self._steps_of(one.id))  # by id, without listing the folder again
        except InputError:
            return

    def _summarize(self, identity: str) -> SessionSummary | None:
        try:
            return summarize_session(self._folder.path_of(identity))
        except FileNotFoundError:
            return None  # deleted meanwhile
        except OSError as error:
            moment = dt.datetime.fromtimestamp(0, dt.UTC)
            return SessionSummary(identity, "", moment, moment, 0, str(_file_error(error)))

    def _open_writable(self, identity: str) -> SessionFile | None:
        """The file, open for writing; None where it is not writable."""
        try:
            return SessionFile.open(self._folder.path_of(identity))
        except OSError:
            return None

    def _read_bytes(self, identity: str) -> bytes:
        try:
            handle = open_plain_file(self._folder.path_of(identity), os.O_RDONLY)
            try:
                return read_all(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise _file_error(error) from None

    def _read_usable(self, data: bytes, identity: str) -> SessionContents:
        found = read_session(data, identity)
        if found is None or found.conversation is None:
            raise InputError(f"session: {identity} holds no answer{' that can be read' if found and found.damaged else ''}.")
        refuse_unknown_facts(found, self._folder.knowledge, identity)
        return found

    def _make_session(self, identity: str, found: SessionContents, log: SessionFile | None, *, is_torn: bool) -> Session:
        """The session itself, or a copy where it cannot be continued."""
        why = "copy_damaged" if found.damaged else "copy_fixed" if log is None else "" if log.is_locked else "copy_open"
        if log is not None and not why:
            log.end, log.is_torn, log.lacks_newline = found.end, is_torn, found.lacks_newline
            return Session(self._folder, identity, found.steps, log=log)
        if log is not None:
            log.close()
        session = Session(self._folder, new_id(self._folder.clock()), found.steps, copy_of=identity)
        session.notice = self._folder.say(why, id=identity, copy=session.id, line=found.damaged)
        return session


def _file_error(error: OSError) -> InputError:
    return InputError(f"session: {quote_value(Path(error.filename or '').name)} cannot be used ({error.strerror or type(error).__name__}).")
