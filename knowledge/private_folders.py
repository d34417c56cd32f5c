"""Folders of a user's own: nobody else looks into them, and one that was made read-only stays so."""

from __future__ import annotations

import contextlib
import errno
import stat
from pathlib import Path


def make_private_folder(folder: Path) -> None:
    """Create the folder and its parent, for this user alone. Raises OSError, also for a folder that its owner may not write to.

    That holds for an administrator too, whom the system would let write: whoever took the permission away meant it.
    """
    for path in (folder.parent, folder):
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if is_read_only(folder):
        raise PermissionError(errno.EACCES, f"the folder {folder.name} is read-only", str(folder))
    with contextlib.suppress(OSError):
        if stat.S_IMODE(folder.stat().st_mode) != stat.S_IRWXU:
            folder.chmod(stat.S_IRWXU)


def is_read_only(folder: Path) -> bool:
    """True if the folder's own permissions do not let its owner write; False where there is none."""
    try:
        return not folder.stat().st_mode & stat.S_IWUSR
    except OSError:
        return False
