"""One open session: every step is on the disk before its reply is shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from engine.dialogue import Conversation
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.sentences import fill_sentence
from tui.sessions.changes import find_change, rebuild_conversation
from tui.sessions.names import name_from, new_id, tidy_name, title_of
from tui.sessions.records import VERSION, Head, Step, encode_line
from tui.sessions.session_file import SessionFile


class SessionFolder(msgspec.Struct, frozen=True):
    """The folder of sessions, with the wording and the clock that they share."""

    path: Path
    knowledge: Knowledge
    clock: Callable[[], dt.datetime]

    def path_of(self, identity: str) -> Path:
        """The file of a session."""
        return self.path / f"{identity}.jsonl"

    def say(self, key: str, **values: object) -> str:
        """The sentence `key` with its placeholders filled."""
        return fill_sentence(self.knowledge, "sessions", key, **values)


class SaveResult(msgspec.Struct, frozen=True):
    """The result of saving a step."""

    is_saved: bool
    """True if the step and all before it are on the disk. False also before the first answer: nothing is lost then."""
    message: str = ""
    """A line to show, or "": saving fails, saving works again, the conversation continues under another id."""


class Session:
    """A conversation and its file, which is created at the first answer. Not thread-safe; `close` when done."""

    def __init__(
        self, folder: SessionFolder, identity: str, steps: Iterable[Step] = (), *, log: SessionFile | None = None, copy_of: str = ""
    ) -> None:
        """With `log` the steps are in that file; without it they will be written to a new file, as a copy of session `copy_of`."""
        self.id = identity
        self.steps = list(steps)
        self.conversation = rebuild_conversation(self.steps)
        """The conversation after the last step; None before the first."""
        self.notice = ""
        """A line to show if the session was opened as a copy; else ""."""
        self._folder, self._log, self._copy_of = folder, log, copy_of
        self._unsaved = [] if log is not None else [encode_line(step) for step in self.steps]
        self._base_of_next: Conversation | None = self.conversation
        """The conversation that the next line is a change of; None after an interruption: the line then holds the whole conversation."""
        self._name, self._is_named = (self.steps[-1].name, self.steps[-1].is_named) if self.steps else ("", False)
        self._problem = ""
        """Why the last step could not be saved; "" where it was."""
        self._move_message = ""
        """A line about the new id, until it is returned."""

    @property
    def name(self) -> str:
        """The given name, else the workload in a few words, before it is known the first sentence."""
        return self._name or self._folder.say("nameless")

    @property
    def problem(self) -> str:
        """Why steps are not on the disk; "" where all are."""
        return self._problem

    @property
    def is_kept(self) -> bool:
        """True if there is an answer, and all is on the disk."""
        return not self._unsaved and any(step.answers for step in self.steps)

    def append_step(self, after: Conversation, typed: str = "") -> SaveResult:
        """Save a step: the typed line (for a key or a click, the equivalent command), and the conversation after it.

        A step without a change (a command that shows something) is saved with the conversation unchanged. Never raises OSError: a
        failure is reported once, and the next step saves both.
        """
        if not self._is_named:
            self._name = title_of(after.now.answers, self._folder.knowledge) or self._name or name_from(typed)
        return self._add_step(after, typed)

    def rename(self, name: str) -> SaveResult:
        """Name the session. Raises InputError for a name without a printable character."""
        given = tidy_name(name)
        if not given:
            raise InputError("name: there is nothing in it to read. Give it a word or two.")
        self._name, self._is_named = given, True
        if self.conversation is None:
            return SaveResult(is_saved=False)  # the first step takes it along
        return self._add_step(self.conversation, "")

    def close(self) -> None:
        """Close the file; try once more to save what could not be saved."""
        if self._problem:
            self._write_unsaved()
        self._close_file()

    def _add_step(self, after: Conversation, typed: str) -> SaveResult:
        """Add a step and save it. After an interruption the next line holds the whole conversation."""
        before, self._base_of_next = self._base_of_next, None
        step = Step(
            v=VERSION,
            time=self._folder.clock(),
            typed=typed,
            name=self._name,
            is_named=self._is_named,
            answers=len(after.now.answers),
            change=find_change(before, after),
        )
        self._unsaved.append(encode_line(step))
        self.steps.append(step)
        self.conversation = after
        saved = self._write_unsaved()
        self._base_of_next = after
        return saved

    def _write_unsaved(self) -> SaveResult:
        if self._log is None and not any(step.answers for step in self.steps):
            return SaveResult(is_saved=False)
        try:
            self._move_where_changed()
            log = self._log = self._log or self._create_file()
            log.append(b"".join([self._head_line(), *self._unsaved] if log.end == 0 else self._unsaved))
        except OSError as error:
            return self._report_failure(error.strerror or type(error).__name__)
        self._unsaved.clear()
        told = self._move_message or (self._folder.say("saved_again") if self._problem else "")
        self._move_message = self._problem = ""
        return SaveResult(is_saved=True, message=told)

    def _create_file(self) -> SessionFile:
        """Create the file, under another id if this one was taken in the same second. Raises OSError."""
        if self._folder.path_of(self.id).exists():
            self.id = new_id(self._folder.clock())
        return SessionFile.create(self._folder.path_of(self.id))

    def _head_line(self) -> bytes:
        return encode_line(Head(v=VERSION, created=self.steps[0].time, copy_of=self._copy_of))

    def _report_failure(self, problem: str) -> SaveResult:
        told = self._folder.say("unsaved", problem=problem) if problem != self._problem else ""
        self._problem = problem
        return SaveResult(is_saved=False, message=told)

    def _move_where_changed(self) -> None:
        """Continue in a new file if somebody else changed or removed this one. Raises OSError."""
        if self._log is None or self._log.is_unchanged():
            return
        self._close_file()
        self._unsaved = [encode_line(step) for step in self.steps]
        self._copy_of, self.id = self.id, new_id(self._folder.clock())
        self._move_message = self._folder.say("copy_changed", id=self._copy_of, copy=self.id)

    def _close_file(self) -> None:
        if self._log is not None:
            self._log.close()
        self._log = None
