"""The learner's log on this machine, and what it adds up to. An answer that is acknowledged is on the disk."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from knowledge import Knowledge
from knowledge.schema.record import Record
from knowledge.sentences import saying
from knowledge.store import state_folder
from quizzes.learned import News, State, advance, leeches, news, rebuild
from quizzes.log import Fact, Row, taken_back
from quizzes.scheduling import Settings, algorithm
from quizzes.store import cache
from quizzes.store.database import BROKEN, RefusedError, identity, opened, writing
from quizzes.store.lines import facts_after, insert, last_answer_seq, rows_after

FILE: Final = "practice.db"
_CACHED_EVERY: Final = 64
"""Rows that are read again, at most, when the last sitting was cut off."""


class Saved(Record):
    """What became of rows that were added."""

    is_kept: bool
    """True where they are on the disk, with all before them."""
    told: str = ""
    """One line to show, or "": that nothing can be saved, that it can again."""
    news: tuple[News, ...] = ()
    leeches: tuple[str, ...] = ()
    """Points that were left out just now because they lapsed too often."""


class Store:
    """For one thread at a time; several processes may have one each. `close` when done. No method raises for what the disk does."""

    def __init__(self, knowledge: Knowledge, folder: Path | None = None, settings: Settings | None = None) -> None:
        """Open the log in `folder`, by default `practice` below the folder of the user's data."""
        self.path = (folder or state_folder() / "practice") / FILE
        self.settings = settings or Settings()
        self.told = ""
        """One line to show where practice goes on without saving; else ""."""
        self._say = saying(knowledge, "progress")
        self._kept = State()
        self._before: State | None = None
        """As it was before the last rows that were kept, so that taking one back at once needs no reading."""
        self._unsaved: list[Row] = []
        self._problem = ""
        """Why the last rows could not be saved, as it was told."""
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._open()

    @property
    def can_save(self) -> bool:
        """False where the file is damaged, newer or out of reach; answers are then kept until the end of the program only."""
        return self._connection is not None

    @property
    def is_lost(self) -> bool:
        """True where a log is there, and could not be used: practice so far is then more than the state says."""
        return bool(self.told) and identity(self.path) is not None

    @property
    def is_kept(self) -> bool:
        """True where everything that was added is on the disk."""
        return not self._unsaved

    @property
    def state(self) -> State:
        """Practice so far, with what could not be saved yet."""
        if not self._unsaved:
            return self._kept
        after = advance(self._kept, self._numbered(), self.settings)
        return after if after is not None else rebuild(self.rows(), self.settings)

    def rows(self) -> list[Row]:
        """The whole log, with what could not be saved yet at its end."""
        if self._connection is None:
            return self._numbered()
        try:
            return [*rows_after(self._connection, 0), *self._numbered()]
        except (*BROKEN, RefusedError) as error:
            self._give_up(error)
            return self._numbered()

    def append(self, *rows: Row) -> Saved:
        """Add rows in one transaction, after what another process added meanwhile."""
        before = self.state
        self._unsaved += [msgspec.structs.replace(row, algorithm=algorithm()) for row in rows]
        saved = self._keep()
        after = self.state
        said = dict.fromkeys(one for row in rows for one in news(before, after, row))
        return msgspec.structs.replace(saved, news=tuple(said), leeches=leeches(before, after))

    def undo(self, time: dt.datetime, of: Row | None = None) -> Saved | None:
        """Take an answer back, by a row that says so: the last one, of whatever process, or `of`, a row that was added here.

        None where there is none left.
        """
        for place in reversed(range(len(self._unsaved))):
            row = self._unsaved[place]
            if row.kind == "answer" and (of is None or _same(row, of)):
                del self._unsaved[place]
                return Saved(is_kept=self.can_save and not self._unsaved)
        if self._unsaved:
            self._keep()
        return self._taken_back(self._connection, time, of) if self._connection is not None else None

    def refresh(self) -> State:
        """The state with what another process added."""
        self._keep()
        return self.state

    def close(self) -> None:
        """Try once more to save what is not saved, and free the file."""
        if self._connection is None:
            return
        self._keep()
        self._cache()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _open(self) -> None:
        try:
            self._connection = opened(self.path)
            self._identity = identity(self.path)
            self._kept = cache.read(self._connection, self.settings)
            self._catch_up(self._connection)
        except (*BROKEN, RefusedError) as error:
            self._kept = State()
            self._give_up(error)

    def _catch_up(self, connection: sqlite3.Connection) -> None:
        """Take in every row that is not in the state yet."""
        rows = list(facts_after(connection, self._kept.through))
        if not rows:
            return
        after = advance(self._kept, rows, self.settings)
        if after is not None:
            self._before, self._kept = self._kept, after
        else:
            self._kept = self._without(rows) or rebuild(facts_after(connection, 0), self.settings)
            self._before = None
        if len(rows) >= _CACHED_EVERY:
            self._cache()

    def _without(self, rows: list[Fact]) -> State | None:
        """The state before the last row, where all that `rows` do is to take that one back; None where it is not at hand."""
        before = self._before
        if before is None or len(rows) > 1 or not rows[0].about == str(self._kept.through) == str(before.through + 1):
            return None
        return msgspec.structs.replace(before, through=rows[0].seq)

    def _keep(self) -> Saved:
        """Write what is not written yet, and read what others wrote."""
        connection = self._connection
        if connection is None:
            return Saved(is_kept=False)
        if identity(self.path) != self._identity:
            return self._failed(self._say("moved", file=self.path.name))
        try:
            if self._unsaved:
                with writing(connection):
                    insert(connection, self._unsaved)
        except BROKEN as error:
            return self._failed(self._say("unsaved", problem=error))
        self._unsaved.clear()
        return self._settled(connection)

    def _taken_back(self, connection: sqlite3.Connection, time: dt.datetime, of: Row | None) -> Saved | None:
        try:
            with writing(connection):
                seq = last_answer_seq(connection, of)
                if seq is not None:
                    row = taken_back(seq, time=time)
                    insert(connection, [msgspec.structs.replace(row, algorithm=algorithm())])
        except BROKEN as error:
            return self._failed(self._say("unsaved", problem=error))
        saved = self._settled(connection)
        return saved if seq is not None else None

    def _settled(self, connection: sqlite3.Connection) -> Saved:
        """After a transaction: the state follows; a problem that is over is told as over."""
        try:
            self._catch_up(connection)
        except (*BROKEN, RefusedError) as error:
            self._give_up(error)
            return Saved(is_kept=True, told=self.told)
        told, self._problem = self._say("saved_again") if self._problem else "", ""
        if self._kept.through % _CACHED_EVERY == 0:
            self._cache()
        return Saved(is_kept=True, told=told)

    def _numbered(self) -> list[Row]:
        """What is not saved, with the numbers it would get."""
        return [msgspec.structs.replace(row, seq=seq) for seq, row in enumerate(self._unsaved, self._kept.through + 1)]

    def _cache(self) -> None:
        """Keep the state for the next opening. It can always be made again, so a failure is none."""
        with contextlib.suppress(*BROKEN):
            if self._connection is not None and identity(self.path) == self._identity:
                cache.write(self._connection, self._kept, self.settings)

    def _failed(self, told: str) -> Saved:
        """The same problem is told once."""
        new, self._problem = told if told != self._problem else "", told
        return Saved(is_kept=False, told=new)

    def _give_up(self, error: sqlite3.Error | UnicodeDecodeError | RefusedError) -> None:
        """Go on without the file, which stays as it is."""
        if isinstance(error, RefusedError):
            why = self._say(error.key, **error.values)
        elif isinstance(error, sqlite3.OperationalError):
            why = self._say("unreachable", problem=error)
        else:
            why = self._say("damaged", file=self.path.name)
        self.told = why
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _same(row: Row, other: Row) -> bool:
    """True where they are one answer, before and after it was kept."""
    return (row.time, row.about, row.part) == (other.time, other.about, other.part)
