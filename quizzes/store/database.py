"""The SQLite file of the log: opened with care, migrated by version, left alone where it is not ours to write.

It uses SQLite's rollback journal, not a write-ahead log: one answer in half a minute needs no speed, network home folders work, and at
rest there is one file to copy. `synchronous=EXTRA` syncs the file and the folder at each commit.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from knowledge.private_folders import make_private_folder

APPLICATION_ID: Final = 0x53_5A_57_50
"""Marks the file as ours: "SZWP"."""
LOCK_TIMEOUT_S: Final = 5.0
"""Seconds to wait for another process."""
DATABASE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite may raise; UnicodeDecodeError where its message quotes damaged bytes."""
Migration = tuple[str, ...]
MIGRATIONS: Final[tuple[Migration, ...]] = (
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
"""Statements that make each version from the one before. The table `cached` may be dropped at any time."""


class RefusedError(Exception):
    """The file cannot be used. `key` names the sentence in the wording, `values` fill it."""

    def __init__(self, key: str, **values: object) -> None:
        """Keep both."""
        super().__init__(key)
        self.key, self.values = key, values


def open_database(path: Path, steps: Sequence[Migration] = MIGRATIONS) -> sqlite3.Connection:
    """A connection to a log of the current version. A new file is made private, an older version is copied and migrated.

    Raises RefusedError for a file that is damaged, newer, of another program, or not writable; it is then unchanged.
    """
    try:
        _create_file(path)
        with contextlib.ExitStack() as opening:
            connection = _connect_to(path)
            opening.callback(connection.close)
            _check_usable(connection, path, len(steps))
            connection.execute("PRAGMA synchronous = EXTRA")
            _migrate_database(connection, path, steps)
            opening.pop_all()
            return connection
    except OSError as error:
        raise RefusedError("unreachable", problem=error.strerror or type(error).__name__) from None
    except sqlite3.OperationalError as error:
        raise RefusedError("unreachable", problem=error) from None
    except DATABASE_ERRORS:
        raise RefusedError("damaged", file=path.name) from None


def check_database(path: Path, newest: int = len(MIGRATIONS)) -> tuple[int, int]:
    """Version and number of rows of an existing log, every page checked; nothing is written.

    Raises RefusedError if it is damaged, newer, of another program, or unreadable.
    """
    try:
        with contextlib.closing(_connect_to(path, "ro")) as connection:
            _check_usable(connection, path, newest)
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise RefusedError("damaged", file=path.name)
            has_log = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()[0]
            rows = connection.execute("SELECT count(*) FROM log").fetchone()[0] if has_log else 0
            return _pragma_value(connection, "user_version"), int(rows)
    except sqlite3.OperationalError as error:
        raise RefusedError("unreachable", problem=error) from None
    except DATABASE_ERRORS:
        raise RefusedError("damaged", file=path.name) from None


@contextlib.contextmanager
def write_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction, with the write lock from its beginning. At its end everything is on the disk, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(*DATABASE_ERRORS):  # SQLite may have rolled back already
            connection.execute("ROLLBACK")
        raise


def file_identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one under the same name; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _create_file(path: Path) -> None:
    """Make an empty private file in a private folder if there is none. Raises OSError, and RefusedError for a link or a folder."""
    make_private_folder(path.parent)
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise RefusedError("no_plain_file", file=path.name)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600))


def _connect_to(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection without implied transactions; it may be used from one thread after another."""
    return sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}", uri=True, timeout=LOCK_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )


def _check_usable(connection: sqlite3.Connection, path: Path, newest: int) -> None:
    """Raises RefusedError, or sqlite3.DatabaseError for what is no database, before anything is written."""
    version, tables = _pragma_value(connection, "user_version"), _count_tables(connection)
    if tables and _pragma_value(connection, "application_id") != APPLICATION_ID:
        raise RefusedError("foreign", file=path.name)
    if version > newest:
        raise RefusedError("newer", file=path.name, version=version, newest=newest)
    if tables and connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise RefusedError("damaged", file=path.name)


def _migrate_database(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> None:
    if _pragma_value(connection, "user_version") == len(steps):
        return
    with write_transaction(connection):
        version = _pragma_value(connection, "user_version")  # again: another process may have been faster
        if version and version < len(steps):
            _back_up(path, version)
        for step in steps[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")


def _back_up(path: Path, version: int) -> None:
    """Copy the file, privately, to a free name beside it. The write lock is held, so the file cannot change meanwhile."""
    names = (path.with_name(f"{path.stem}.version-{version}{number}{path.suffix}") for number in ("", *(f"-{n}" for n in range(2, 100))))
    copy = next(name for name in names if not name.exists())
    os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with contextlib.closing(_connect_to(path)) as source, contextlib.closing(_connect_to(copy)) as target:
        source.backup(target)


def _pragma_value(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _count_tables(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
