"""Files that are replaced as a whole: written beside the old one, then renamed to its name, so that a crash leaves one of the two."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import time
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""For the user alone."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""A link is not followed, a line end not translated."""
_LONGEST_NAME: Final = 100
"""Characters of the file's name at the beginning of the scratch file's name, which has to stay short enough for every system."""
_SCRATCH_ENDING: Final = re.compile(r"\.(?P<process>[1-9][0-9]{0,9})(?:\.[0-9a-f]{16})?")
"""Process number and random digits; earlier releases did without the digits."""
_LEFTOVER_AGE_S: Final = 60.0
"""A younger scratch file may be that of a process of another machine or container, whose number says nothing here."""


def replace_file(path: Path, data: bytes, *, mode: int = PRIVATE, is_durable: bool = False) -> None:
    """Make `data` the content of the file at `path`, with the permissions `mode`. Raises OSError and leaves the old file if that fails.

    `is_durable` waits until the data is on the disk before the old file goes.
    """
    scratch = path.with_name(f"{path.name[:_LONGEST_NAME]}.{os.getpid()}.{os.urandom(8).hex()}")
    handle = os.open(scratch, _NEW, PRIVATE)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123  # created by us just now
            file.write(data)
            if is_durable:
                file.flush()
                os.fsync(handle)
        if mode != PRIVATE:
            scratch.chmod(mode)
        scratch.replace(path)
    except BaseException:  # Ctrl-C too leaves nothing behind
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise


def remove_leftovers(path: Path) -> None:
    """Remove the scratch files of `path` whose process was killed before it could rename them; nothing else, and no error if that fails."""
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            name = entry.name
            ending = _SCRATCH_ENDING.fullmatch(name, min(len(path.name), _LONGEST_NAME))
            if ending and name.startswith(path.name[:_LONGEST_NAME]) and _is_abandoned(entry, int(ending["process"])):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108  # an entry of scandir has its path as text


def _is_abandoned(entry: os.DirEntry[str], process: int) -> bool:
    """True for a plain file that nobody can be writing any more."""
    status = entry.stat(follow_symlinks=False)
    return stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > _LEFTOVER_AGE_S and not _is_running(process)


def _is_running(process: int) -> bool:
    """True if the process is alive; always True on Windows, where asking for it by a signal would end it."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's
        return True
    return True
