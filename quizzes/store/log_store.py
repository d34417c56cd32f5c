"""The learner's log on this machine and its learning state. An answer that is acknowledged is on the disk."""

from __future__ import annotations

import contextlib
import datetime as dt
import sqlite3
from pathlib import Path
from typing import Final

import msgspec

from knowledge import Knowledge
from knowledge.schema.record import Record
from knowledge.sentences import bind_subject
from knowledge.store import state_folder
from quizzes.learning_state import LearningState, advance_state, new_leeches, rebuild_state
from quizzes.practice_log import LogRow, ScheduleRow, undo_row
from quizzes.scheduling import Settings, algorithm_version
from quizzes.store import state_cache
from quizzes.store.database import DATABASE_ERRORS, RefusedError, file_identity, open_database, write_transaction
from quizzes.store.log_rows import insert_rows, last_answer_seq, rows_after, schedule_rows_after

LOG_FILE: Final = "practice.db"
_ROWS_PER_CACHE: Final = 64
"""Rows to read again, at most, after a session was cut off."""


class Saved(Record):
    """The outcome of adding rows."""

    is_kept: bool
    """True if they are on the disk, with all before them."""
    notice: str = ""
    """One line to show, or "": that nothing can be saved, or that it can again."""
    clock_back: bool = False
    """True if the clock was set back since an earlier row."""
    leeches: tuple[str, ...] = ()
    """Points suspended just now because they lapsed too often."""


class LogStore:
    """For one thread at a time; several processes may have one each. Call `close` at the end. Disk problems raise nothing."""

    def __init__(self, knowledge: Knowledge, folder: Path | None = None, settings: Settings | None = None) -> None:
        """Open the log in `folder`, by default `practice` in the user's data folder."""
        self.path = (folder or state_folder() / "practice") / LOG_FILE
        self.settings = settings or Settings()
        self.problem_notice = ""
        """One line to show if practice goes on without saving; else ""."""
        self._say = bind_subject(knowledge, "progress")
        self._kept = LearningState()
        self._before: LearningState | None = None
        """The state before the last rows added, so that undoing them at once needs no reading."""
        self._unsaved: list[LogRow] = []
        self._problem = ""
        """Why the last rows could not be saved, as reported."""
        self._may_reopen = False
        """True if what keeps the log from being used may pass: a full disk, a folder that cannot be reached."""
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._open_log()
        self._problem = self.problem_notice

    @property
    def can_save(self) -> bool:
        """False if the file is damaged, newer or out of reach; answers then last until the program ends, or until it is in reach."""
        return self._connection is not None

    @property
    def is_lost(self) -> bool:
        """True if there is a log that could not be used: the state then lacks earlier practice."""
        return bool(self.problem_notice) and file_identity(self.path) is not None

    @property
    def is_kept(self) -> bool:
        """True if everything added is on the disk."""
        return not self._unsaved

    @property
    def state(self) -> LearningState:
        """The learning state, including unsaved rows."""
        if not self._unsaved:
            return self._kept
        after = advance_state(self._kept, self._numbered_unsaved(), self.settings)
        return after if after is not None else rebuild_state(self.read_rows(), self.settings)

    def read_rows(self) -> list[LogRow]:
        """The whole log, unsaved rows at its end."""
        if self._connection is None:
            return self._numbered_unsaved()
        try:
            return [*rows_after(self._connection, 0), *self._numbered_unsaved()]
        except (*DATABASE_ERRORS, RefusedError) as error:
            self._give_up(error)
            return self._numbered_unsaved()

    def append_rows(self, *rows: LogRow) -> Saved:
        """Add rows in one transaction, after rows that other processes added meanwhile."""
        self._reopen_log()
        before = self.state
        self._unsaved += [msgspec.structs.replace(row, algorithm=algorithm_version()) for row in rows]
        saved = self._write_unsaved()
        after = self.state
        clock_back = before.latest is not None and any(row.time < before.latest for row in rows)
        return msgspec.structs.replace(saved, clock_back=clock_back, leeches=new_leeches(before, after))

    def undo_answer(self, time: dt.datetime, of: LogRow | None = None) -> Saved | None:
        """Take back an answer: the last one of any process, or `of`, a row added here. None if there is none."""
        for place in reversed(range(len(self._unsaved))):
            row = self._unsaved[place]
            if row.kind == "answer" and (of is None or _is_same_answer(row, of)):
                del self._unsaved[place]
                return Saved(is_kept=self.can_save and not self._unsaved)
        if self._unsaved:
            self._write_unsaved()
        return self._append_undo(self._connection, time, of) if self._connection is not None else None

    def refresh_state(self) -> LearningState:
        """The state, including rows that other processes added."""
        self._reopen_log()
        self._write_unsaved()
        return self.state

    def close(self) -> None:
        """Try once more to save what is unsaved, and close the file."""
        if self._unsaved:
            self._reopen_log()
        self._write_unsaved()
        self._cache_state()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _open_log(self) -> None:
        try:
            self._connection = open_database(self.path)
            self._identity = file_identity(self.path)
            self._kept = state_cache.read_state(self._connection, self.settings)
            self._catch_up(self._connection)
        except (*DATABASE_ERRORS, RefusedError) as error:
            self._kept = LearningState()
            self._give_up(error)

    def _reopen_log(self) -> None:
        """Try again to open a log that was out of reach."""
        if self._connection is None and self._may_reopen:
            self.problem_notice, self._may_reopen = "", False
            self._open_log()

    def _catch_up(self, connection: sqlite3.Connection) -> None:
        rows = list(schedule_rows_after(connection, self._kept.through))
        if not rows:
            return
        after = advance_state(self._kept, rows, self.settings)
        if after is not None:
            self._before, self._kept = self._kept, after
        else:
            self._kept = self._state_before_undone(rows) or rebuild_state(schedule_rows_after(connection, 0), self.settings)
            self._before = None
        if len(rows) >= _ROWS_PER_CACHE:
            self._cache_state()

    def _state_before_undone(self, rows: list[ScheduleRow]) -> LearningState | None:
        """The state before the last row, if `rows` only take that one back; None if it is not at hand."""
        before = self._before
        if before is None or len(rows) > 1 or not rows[0].about == str(self._kept.through) == str(before.through + 1):
            return None
        return msgspec.structs.replace(before, through=rows[0].seq)

    def _write_unsaved(self) -> Saved:
        connection = self._connection
        if connection is None:
            return self._report_failure(self.problem_notice)
        if file_identity(self.path) != self._identity:
            return self._report_failure(self._say("moved", file=self.path.name))
        try:
            if self._unsaved:
                with write_transaction(connection):
                    insert_rows(connection, self._unsaved)
        except DATABASE_ERRORS as error:
            return self._report_failure(self._say("unsaved", problem=error))
        self._unsaved.clear()
        return self._after_write(connection)

    def _append_undo(self, connection: sqlite3.Connection, time: dt.datetime, of: LogRow | None) -> Saved | None:
        try:
            with write_transaction(connection):
                seq = last_answer_seq(connection, of)
                if seq is not None:
                    row = undo_row(seq, time=time)
                    insert_rows(connection, [msgspec.structs.replace(row, algorithm=algorithm_version())])
        except DATABASE_ERRORS as error:
            return self._report_failure(self._say("unsaved", problem=error))
        saved = self._after_write(connection)
        return saved if seq is not None else None

    def _after_write(self, connection: sqlite3.Connection) -> Saved:
        """After a transaction: advance the state, and report a problem that is over."""
        try:
            self._catch_up(connection)
        except (*DATABASE_ERRORS, RefusedError) as error:
            self._give_up(error)
            self._problem = self.problem_notice
            return Saved(is_kept=True, notice=self.problem_notice)
        told, self._problem = self._say("saved_again") if self._problem else "", ""
        if self._kept.through % _ROWS_PER_CACHE == 0:
            self._cache_state()
        return Saved(is_kept=True, notice=told)

    def _numbered_unsaved(self) -> list[LogRow]:
        """Unsaved rows with the numbers they would get."""
        return [msgspec.structs.replace(row, seq=seq) for seq, row in enumerate(self._unsaved, self._kept.through + 1)]

    def _cache_state(self) -> None:
        """Cache the state for the next opening; a failure does not matter."""
        with contextlib.suppress(*DATABASE_ERRORS):
            if self._connection is not None and file_identity(self.path) == self._identity:
                state_cache.write_state(self._connection, self._kept, self.settings)

    def _report_failure(self, told: str) -> Saved:
        """Report a problem once."""
        new, self._problem = told if told != self._problem else "", told
        return Saved(is_kept=False, notice=new)

    def _give_up(self, error: sqlite3.Error | UnicodeDecodeError | RefusedError) -> None:
        """Go on without the file, which stays unchanged; where the reason may pass, the next answer tries again."""
        self._may_reopen = isinstance(error, sqlite3.OperationalError) or (isinstance(error, RefusedError) and error.key == "unreachable")
        if isinstance(error, RefusedError):
            why = self._say(error.key, **error.values)
        elif isinstance(error, sqlite3.OperationalError):
            why = self._say("unreachable", problem=error)
        else:
            why = self._say("damaged", file=self.path.name)
        self.problem_notice = why
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _is_same_answer(row: LogRow, other: LogRow) -> bool:
    """True if both are one answer, before and after it was stored."""
    return (row.time, row.about, row.part) == (other.time, other.about, other.part)
