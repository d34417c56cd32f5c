"""One session that is open: every step is on the disk before anybody sees its answer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from engine.dialogue import Conversation
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.sentences import sentence
from tui.sessions.changes import change_of, rebuilt
from tui.sessions.files import Log
from tui.sessions.line import VERSION, Head, Step, encoded
from tui.sessions.names import name_from, new_id, tidy


class Shelf(msgspec.Struct, frozen=True):
    """What all sessions share: their folder, the words, the clock."""

    folder: Path
    knowledge: Knowledge
    clock: Callable[[], dt.datetime]

    def path(self, identity: str) -> Path:
        """The file of a session."""
        return self.folder / f"{identity}.jsonl"

    def say(self, key: str, **values: object) -> str:
        """The sentence `key` with its placeholders filled."""
        return sentence(self.knowledge, "sessions", key, **values)


class Saved(msgspec.Struct, frozen=True):
    """What became of a step."""

    is_kept: bool
    """Whether it is on the disk, with all before it. False also for what comes before the first answer: nothing is lost with it."""
    told: str = ""
    """One line to show, or "": that nothing can be saved, that it can again, that the conversation goes on under another id."""


class Session:
    """A conversation and its file, which is made at the first answer. For one thread at a time; `close` when done."""

    def __init__(self, shelf: Shelf, identity: str, steps: Iterable[Step] = (), *, log: Log | None = None, copy_of: str = "") -> None:
        """With a `log`, the steps stand in it; without, they will stand in a file of its own, as a copy of `copy_of`."""
        self.id = identity
        self.steps = list(steps)
        self.conversation = rebuilt(self.steps)
        """As the last step left it; None before the first."""
        self.told = ""
        """One line to show where what was opened is a copy; else ""."""
        self._shelf, self._log, self._copy_of = shelf, log, copy_of
        self._unsaved = [] if log is not None else [encoded(step) for step in self.steps]
        self._follows: Conversation | None = self.conversation
        """What the next line may build on; None while that is not certain, and the line then holds the whole conversation."""
        self._name, self._is_named = (self.steps[-1].name, self.steps[-1].is_named) if self.steps else ("", False)
        self._problem = ""
        """Why the last step could not be saved, as it was told."""
        self._moved = ""
        """That it goes on under another id, until that is told."""

    @property
    def name(self) -> str:
        """The name somebody gave it, or its first sentence."""
        return self._name or self._shelf.say("nameless")

    @property
    def problem(self) -> str:
        """Why steps are not on the disk; "" where all are that should be."""
        return self._problem

    def append(self, after: Conversation, typed: str = "") -> Saved:
        """Keep a step: what was typed (for a key or a click, the command that does the same), and the conversation after it.

        A step that changes nothing (a command that shows something) is kept with the conversation as it was. Never raises
        OSError: where the disk does not take the step, that is told once, and the next step takes it along.
        """
        if not self._is_named and not self._name:
            self._name = name_from(typed)
        return self._take(after, typed)

    def rename(self, name: str) -> Saved:
        """Give it a name. Raises InputError for one without a letter to show."""
        given = tidy(name)
        if not given:
            raise InputError("name: there is nothing in it to read. Give it a word or two.")
        self._name, self._is_named = given, True
        if self.conversation is None:
            return Saved(is_kept=False)  # the first step takes it along
        return self._take(self.conversation, "")

    def close(self) -> None:
        """Give the file free. What could not be saved is tried once more."""
        if self._problem:
            self._keep()
        self._free()

    def _take(self, after: Conversation, typed: str) -> Saved:
        """Note a step and keep it. Whatever interrupts that, the next line stands on its own."""
        before, self._follows = self._follows, None
        step = Step(
            v=VERSION,
            time=self._shelf.clock(),
            typed=typed,
            name=self._name,
            is_named=self._is_named,
            answers=len(after.now.answers),
            change=change_of(before, after),
        )
        self._unsaved.append(encoded(step))
        self.steps.append(step)
        self.conversation = after
        saved = self._keep()
        self._follows = after
        return saved

    def _keep(self) -> Saved:
        """Write all lines that are not written yet, in one go."""
        if self._log is None and not any(step.answers for step in self.steps):
            return Saved(is_kept=False)
        try:
            self._move_where_changed()
            log = self._log = self._log or self._create()
            log.append(b"".join([self._head(), *self._unsaved] if log.end == 0 else self._unsaved))
        except OSError as error:
            return self._failed(error.strerror or type(error).__name__)
        self._unsaved.clear()
        told = self._moved or (self._shelf.say("saved_again") if self._problem else "")
        self._moved = self._problem = ""
        return Saved(is_kept=True, told=told)

    def _create(self) -> Log:
        """A file of its own; an id that somebody else took in the same second is given up. Raises OSError."""
        if self._shelf.path(self.id).exists():
            self.id = new_id(self._shelf.clock())
        return Log.create(self._shelf.path(self.id))

    def _head(self) -> bytes:
        return encoded(Head(v=VERSION, created=self.steps[0].time, copy_of=self._copy_of))

    def _failed(self, problem: str) -> Saved:
        """The same problem is told once."""
        told = self._shelf.say("unsaved", problem=problem) if problem != self._problem else ""
        self._problem = problem
        return Saved(is_kept=False, told=told)

    def _move_where_changed(self) -> None:
        """Leave a file that somebody else wrote to or took away, and go on in another. Raises OSError."""
        if self._log is None or self._log.is_as_left():
            return
        self._free()
        self._unsaved = [encoded(step) for step in self.steps]
        self._copy_of, self.id = self.id, new_id(self._shelf.clock())
        self._moved = self._shelf.say("copy_changed", id=self._copy_of, copy=self.id)

    def _free(self) -> None:
        if self._log is not None:
            self._log.close()
        self._log = None
