"""The file of a session: private, extended by whole lines only, and written by one process at a time."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import Final

from knowledge.errors import InputError
from knowledge.private_folders import make_private_folder

_SAFE_FLAGS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Follow no link, wait for no pipe, translate no line end."""
MAX_BYTES: Final = 256_000_000
"""A larger file is not read."""


class SessionFile:
    """An open file to append lines to. It is locked where the system has locks."""

    def __init__(self, handle: int, path: Path, *, is_locked: bool) -> None:
        """`handle` is open for reading and appending, and closed with the session."""
        self._handle, self.path, self.is_locked = handle, path, is_locked
        self.end = 0
        """Bytes of whole lines."""
        self.is_torn = False
        """True if half a line follows them."""
        self.lacks_newline = False
        """True if the last line lacks only its newline."""
        self._is_new = False

    @classmethod
    def create(cls, path: Path) -> SessionFile:
        """Create a private empty file. Raises OSError."""
        make_private_folder(path.parent)
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | _SAFE_FLAGS, 0o600)
        _sync_folder(path.parent)
        log = cls(handle, path, is_locked=_lock_file(handle))
        log._is_new = True
        return log

    @classmethod
    def open(cls, path: Path) -> SessionFile:
        """Open an existing file. Raises OSError, and InputError for a link or a special file."""
        handle = open_plain_file(path, os.O_RDWR | os.O_APPEND)
        return cls(handle, path, is_locked=_lock_file(handle))

    def read_bytes(self) -> bytes:
        """The whole content."""
        return read_all(self._handle)

    def is_unchanged(self) -> bool:
        """True if nobody else wrote to the file or removed it."""
        status = os.fstat(self._handle)
        is_whole = status.st_size >= self.end if self.is_torn else status.st_size == self.end
        return is_whole and status.st_nlink > 0

    def append(self, lines: bytes) -> None:
        """Append whole lines, synced to the disk. Raises OSError; none of the lines is kept then."""
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
        """Close the file; remove a new one that is still empty."""
        is_empty = self._is_new and self.end == 0 and self.is_unchanged()
        os.close(self._handle)
        if is_empty:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)


def open_plain_file(path: Path, mode: int) -> int:
    """Open a plain file. Raises OSError, and InputError for a link, a pipe or a folder."""
    if not path.is_symlink() and (path.is_file() or not path.exists()):
        handle = os.open(path, mode | _SAFE_FLAGS)
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return handle
        os.close(handle)
    raise InputError(f"session: {path.stem} is a link or not a plain file, and is left alone.")


def read_all(handle: int) -> bytes:
    """The whole content. Raises InputError for more than MAX_BYTES."""
    size = os.fstat(handle).st_size
    if size > MAX_BYTES:
        raise InputError(f"session: a file of {size:,} bytes is no session; {MAX_BYTES:,} are the most.")
    return read_at(handle, 0, size)


def read_at(handle: int, start: int, length: int) -> bytes:
    """Up to `length` bytes from `start`."""
    os.lseek(handle, start, os.SEEK_SET)
    parts = []
    while length > 0 and (part := os.read(handle, length)):
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _sync_folder(folder: Path) -> None:
    """Sync the new directory entry to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


if sys.platform == "win32":

    def _lock_file(handle: int) -> bool:
        """No lock on Windows: a change by another process is noticed before the next line is written."""
        del handle
        return True

else:
    import errno
    import fcntl

    def _lock_file(handle: int) -> bool:
        """Lock the file. Returns False if another process holds the lock; True where the file system has no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
        return True
