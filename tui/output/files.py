"""What a command writes: plain files, none of them written over unless that is asked for, and the standard streams."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from knowledge.atomic_files import replace_file
from knowledge.errors import InputError, quote_value
from tui.output.streams import replace_controls

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_MODE: Final = 0o644
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Faults of the disk: no other name would help."""


def checked_target(arguments: argparse.Namespace) -> Path | None:
    """The file of --out, or None for standard output; checked before anything is worked out. Raises InputError as `check_target` does."""
    path = Path(arguments.out) if arguments.out else None
    if path is not None:
        check_target(path, force=arguments.force)
    return path


def check_target(path: Path, *, force: bool) -> None:
    """Raise InputError where nothing may be written at `path`: a link, not a plain file, one that is there, a folder that is not."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise InputError(f"--out: there is no folder {quote_value(str(path.parent))}.") from None
        return
    except (OSError, ValueError) as error:
        raise InputError(f"--out: {quote_value(str(path))} cannot be written ({getattr(error, 'strerror', None) or error}).") from None
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"--out: {quote_value(str(path))} is a link or not a plain file, and is left alone.")
    if not force:
        raise InputError(f"--out: {quote_value(str(path))} is there already. Give --force to write over it.")


def write_file(path: Path, data: bytes, *, force: bool) -> None:
    """Write a file whole, or leave what was there. Raises InputError where that may not be done, OSError where the disk takes no more."""
    check_target(path, force=force)
    try:
        if force:
            replace_file(path, data, mode=stat.S_IMODE(path.stat().st_mode) if path.exists() else _MODE)
        else:
            create_file(path, data)
    except FileExistsError:
        raise InputError(f"--out: {quote_value(str(path))} is there already. Give --force to write over it.") from None
    except OSError as error:
        if error.errno in _FULL:
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise InputError(f"--out: {quote_value(str(path))} cannot be written ({error.strerror}).") from None


def write_files(files: Mapping[Path, bytes], *, force: bool) -> None:
    """Write all of them; where one fails, those that were not there before go again. Raises as `write_file` does."""
    for path in files:
        check_target(path, force=force)
    with contextlib.ExitStack() as undoing:
        for path, data in files.items():
            if not path.exists():
                undoing.callback(_remove_file, path)
            write_file(path, data, force=force)
        undoing.pop_all()


def write_or_print(data: bytes, path: Path | None, *, force: bool) -> None:
    """Write text into the file, or print it where there is none. Raises as `write_file` does."""
    if path is None:
        print_bytes(data)
    else:
        write_file(path, data, force=force)


def print_bytes(data: bytes) -> None:
    """Print text in UTF-8: as it is into a file or pipe, on a terminal without what steers it."""
    if sys.stdout.isatty():
        print(replace_controls(data.decode()), end="")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)


def create_file(path: Path, data: bytes) -> None:
    """Write a new file whole, or none. Raises OSError, where the name is taken too."""
    with os.fdopen(os.open(path, _NEW, _MODE), "wb") as file:
        try:
            file.write(data)
            file.flush()
        except BaseException:  # Ctrl-C too leaves nothing half
            _remove_file(path)
            raise


def _remove_file(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
