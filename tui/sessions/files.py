"""The file of a session: private, only ever longer by whole lines, and written by one process at a time."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import Final

from knowledge.errors import InputError

CAREFULLY: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A link is not followed, a pipe not waited for, a line end not translated."""
LARGEST: Final = 256_000_000
"""Bytes of a file that is read at all."""


class Log:
    """An open file that lines are added to. Whoever has it open holds its lock, where the system has locks."""

    def __init__(self, handle: int, path: Path, *, is_locked: bool) -> None:
        """Take over `handle`, which is open for reading and appending."""
        self._handle, self.path, self.is_locked = handle, path, is_locked
        self.end = 0
        """Bytes of whole lines."""
        self.is_torn = False
        """Whether what follows them is half a line."""
        self.lacks_newline = False
        """Whether the last line is whole but for its end."""
        self._is_new = False

    @classmethod
    def create(cls, path: Path) -> Log:
        """A new, empty, private file. Raises OSError."""
        _make_private(path.parent)
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | CAREFULLY, 0o600)
        _sync_folder(path.parent)
        log = cls(handle, path, is_locked=_lock(handle))
        log._is_new = True
        return log

    @classmethod
    def open(cls, path: Path) -> Log:
        """A file that is there. Raises OSError, and InputError where it is none of ours to open."""
        handle = open_plain(path, os.O_RDWR | os.O_APPEND)
        return cls(handle, path, is_locked=_lock(handle))

    def read(self) -> bytes:
        """All that it holds now."""
        return read_all(self._handle)

    def is_as_left(self) -> bool:
        """Whether nobody else wrote to it, or took it away."""
        status = os.fstat(self._handle)
        is_whole = status.st_size >= self.end if self.is_torn else status.st_size == self.end
        return is_whole and status.st_nlink > 0

    def append(self, lines: bytes) -> None:
        """Add whole lines; when this returns they are on the disk. Raises OSError; then none of them counts, now or later."""
        if self.is_torn:
            os.ftruncate(self._handle, self.end)
        self.is_torn = True
        left = memoryview(b"\n" + lines if self.lacks_newline else lines)
        end = self.end + len(left)
        while left:  # the system takes all of it at once, unless the disk is full
            left = left[os.write(self._handle, left) :]
        os.fsync(self._handle)
        self.end, self.is_torn, self.lacks_newline = end, False, False

    def close(self) -> None:
        """Give the file free. One that never got a line goes."""
        is_empty = self._is_new and self.end == 0 and self.is_as_left()
        os.close(self._handle)
        if is_empty:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def open_plain(path: Path, mode: int) -> int:
    """A handle to a plain file. Raises OSError, and InputError for a link, a pipe or a folder."""
    if not path.is_symlink() and (path.is_file() or not path.exists()):
        handle = os.open(path, mode | CAREFULLY)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return handle
        os.close(handle)
    raise InputError(f"session: {path.stem} is a link or no plain file, and is left alone.")


def read_all(handle: int) -> bytes:
    """Everything from the start. Raises InputError where that is more than a session can be."""
    size = os.fstat(handle).st_size
    if size > LARGEST:
        raise InputError(f"session: a file of {size:,} bytes is no session; {LARGEST:,} are the most.")
    return read_at(handle, 0, size)


def read_at(handle: int, start: int, length: int) -> bytes:
    """Up to `length` bytes from `start`."""
    os.lseek(handle, start, os.SEEK_SET)
    parts = []
    while length > 0 and (part := os.read(handle, length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _make_private(folder: Path) -> None:
    """The folder, and the one above it, for this user alone."""
    for path in (folder.parent, folder):
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.suppress(OSError):
        if stat.S_IMODE(folder.stat().st_mode) != stat.S_IRWXU:
            folder.chmod(stat.S_IRWXU)


def _sync_folder(folder: Path) -> None:
    """Let the new name outlast a loss of power, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


if sys.platform == "win32":

    def _lock(handle: int) -> bool:
        """No lock here: what another process adds is seen before the next line is written."""
        del handle
        return True

else:
    import errno
    import fcntl

    def _lock(handle: int) -> bool:
        """Whether the file is ours now; True as well where the file system knows no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True
