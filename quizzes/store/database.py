"""The SQLite file of the log: opened with care, moved forward by version, left alone where it is not ours to write.

The journal is SQLite's rollback journal, not a write-ahead log: one answer in half a minute needs no speed, a home folder on the
network works, and at rest there is one file, which can be copied. `synchronous=EXTRA` syncs the file and the folder at each commit.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

APPLICATION: Final = 0x53_5A_57_50
"""Marks the file as ours: "SZWP"."""
PATIENCE: Final = 5.0
"""Seconds to wait for another process."""
BROKEN: Final = (sqlite3.Error, UnicodeDecodeError)
"""What a database may raise; the second where its own message quotes damaged bytes."""
Step = tuple[str, ...]
STEPS: Final[tuple[Step, ...]] = (
    (
        """CREATE TABLE log (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            time TEXT NOT NULL,
            kind TEXT NOT NULL,
            about TEXT NOT NULL,
            part INTEGER,
            content TEXT NOT NULL,
            type TEXT NOT NULL,
            task TEXT NOT NULL,
            difficulty INTEGER NOT NULL,
            points TEXT NOT NULL,
            answer TEXT NOT NULL,
            verdict TEXT,
            score REAL NOT NULL,
            confidence INTEGER,
            seconds REAL,
            mode TEXT,
            schema INTEGER NOT NULL,
            algorithm TEXT NOT NULL
        )""",
        "CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END",
        "CREATE TRIGGER log_is_never_shortened BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is only added to'); END",
        "CREATE TABLE cached (name TEXT PRIMARY KEY, through INTEGER NOT NULL, made_by TEXT NOT NULL, data BLOB NOT NULL)",
    ),
)
"""What makes each version out of the one before; the last one is the version of this Sizewise. `cached` may be dropped any time."""


class RefusedError(Exception):
    """The file is not ours to write. `key` names the sentence in the wording, `values` fill it."""

    def __init__(self, key: str, **values: object) -> None:
        """Keep both."""
        super().__init__(key)
        self.key, self.values = key, values


def opened(path: Path, steps: Sequence[Step] = STEPS) -> sqlite3.Connection:
    """A connection to a log of the current version; a new one is made private, an older one moved forward after a copy of it was made.

    Raises RefusedError where the file is damaged, newer, of another program, or cannot be written to; it is then as it was.
    """
    try:
        _create(path)
        with contextlib.ExitStack() as opening:
            connection = _connected(path)
            opening.callback(connection.close)
            _refuse(connection, path, len(steps))
            connection.execute("PRAGMA synchronous = EXTRA")
            _move_forward(connection, path, steps)
            opening.pop_all()
            return connection
    except OSError as error:
        raise RefusedError("unreachable", problem=error.strerror or type(error).__name__) from None
    except sqlite3.OperationalError as error:
        raise RefusedError("unreachable", problem=error) from None
    except BROKEN:
        raise RefusedError("damaged", file=path.name) from None


def examined(path: Path, newest: int = len(STEPS)) -> tuple[int, int]:
    """Version and number of rows of a log that is there, every page of it checked; nothing is written, moved forward or made.

    Raises RefusedError where it is damaged, newer, of another program, or cannot be read.
    """
    try:
        with contextlib.closing(_connected(path, "ro")) as connection:
            _refuse(connection, path, newest)
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise RefusedError("damaged", file=path.name)
            has_log = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
            rows = connection.execute("SELECT count(*) FROM log").fetchone()[0] if has_log else 0
            return _number(connection, "user_version"), int(rows)
    except sqlite3.OperationalError as error:
        raise RefusedError("unreachable", problem=error) from None
    except BROKEN:
        raise RefusedError("damaged", file=path.name) from None


@contextlib.contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction. It holds the lock for writing from its beginning; when it ends, all of it is on the disk, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(*BROKEN):  # SQLite may have rolled back already
            connection.execute("ROLLBACK")
        raise


def identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one that took its name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _create(path: Path) -> None:
    """An empty private file in a private folder, where there is none yet. Raises OSError, and RefusedError for a link or a folder."""
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.suppress(OSError):
        if stat.S_IMODE(path.parent.stat().st_mode) != stat.S_IRWXU:
            path.parent.chmod(stat.S_IRWXU)
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise RefusedError("no_plain_file", file=path.name)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600))


def _connected(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Without implied transactions; the app may open in one thread and answer in another, one at a time."""
    return sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )


def _refuse(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    """Look before anything is written. Raises RefusedError, and sqlite3.DatabaseError for what is no database."""
    version, tables = _number(connection, "user_version"), _number_of_tables(connection)
    if tables and _number(connection, "application_id") != APPLICATION:
        raise RefusedError("foreign", file=path.name)
    if version > newest:
        raise RefusedError("newer", file=path.name, version=version, newest=newest)
    if tables and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise RefusedError("damaged", file=path.name)


def _move_forward(connection: sqlite3.Connection, path: Path, steps: Sequence[Step]) -> None:
    if _number(connection, "user_version") == len(steps):
        return
    with writing(connection):
        version = _number(connection, "user_version")  # again: another process may have been faster
        if version and version < len(steps):
            _back_up(path, version)
        for step in steps[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")


def _back_up(path: Path, version: int) -> None:
    """A private copy beside the file, under a name that is free. The lock for writing is held, so it cannot change meanwhile."""
    names = (path.with_name(f"{path.stem}.version-{version}{number}{path.suffix}") for number in ("", *(f"-{n}" for n in range(2, 100))))
    copy = next(name for name in names if not name.exists())
    os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with contextlib.closing(_connected(path)) as source, contextlib.closing(_connected(copy)) as target:
        source.backup(target)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _number_of_tables(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
