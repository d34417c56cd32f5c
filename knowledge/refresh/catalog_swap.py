"""Replaces the catalogue by a refreshed one, as a whole or not at all.

Beside `catalog` in the state folder live, for a moment, `catalog.new-*` (being written) and `catalog.previous` (the old one
between the two renames of the swap, where `knowledge.store.current_catalog` still finds it after a kill).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from knowledge.errors import InputError

TARGET: Final = "catalog"
PREVIOUS: Final = "catalog.previous"
SCRATCH: Final = "catalog.new-"
LOCK: Final = "refresh.lock"
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700
"""Only the user may read what is in the state folder."""


@contextmanager
def scratch_folder(state: Path) -> Iterator[Path]:
    """An empty folder beside the target, removed at the end unless it was swapped in.

    Holds the lock of the folder `state`, and cleans up after a killed refresh. Raises InputError while another refresh runs.
    """
    state.mkdir(parents=True, exist_ok=True, mode=_PRIVATE_FOLDER)
    with _hold_lock(state / LOCK):
        _recover_from_kill(state)
        scratch = Path(tempfile.mkdtemp(prefix=SCRATCH, dir=state))
        try:
            yield scratch
        finally:
            shutil.rmtree(scratch, ignore_errors=True)


def swap_in(scratch: Path, state: Path) -> None:
    """Make `scratch` the catalogue of `state`. At every moment there is a whole one as `catalog` or `catalog.previous`."""
    for path in scratch.iterdir():
        path.chmod(_PRIVATE)
        with path.open("rb") as file:
            os.fsync(file.fileno())
    target, previous = state / TARGET, state / PREVIOUS
    if target.exists():
        target.rename(previous)
    try:
        scratch.rename(target)
    except BaseException:
        if previous.exists():
            previous.rename(target)
        raise
    shutil.rmtree(previous, ignore_errors=True)


def _recover_from_kill(state: Path) -> None:
    """Finish or undo what a killed refresh left."""
    target, previous = state / TARGET, state / PREVIOUS
    if previous.exists() and not target.exists():
        previous.rename(target)
    for left in (previous, *state.glob(f"{SCRATCH}*")):
        shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """Hold an advisory lock, which the system releases even if the process is killed. Raises InputError if another process holds it."""
    with open(path, "a+", encoding="utf-8", opener=_open_private) as file:  # Path.open takes no opener
        try:
            _lock(file)
        except OSError:
            file.seek(0)
            owner = file.read(20).strip()
            who = f" (process {owner})" if owner.isdigit() else ""
            raise InputError(f"another refresh is running{who}; wait until it has finished.") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, _PRIVATE)


if sys.platform == "win32":  # pragma: no cover

    def _lock(file: IO[str]) -> None:
        import msvcrt  # noqa: PLC0415  # exists on Windows only

        file.seek(1000)  # a byte beyond the process number, which stays readable
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:

    def _lock(file: IO[str]) -> None:
        import fcntl  # noqa: PLC0415  # does not exist on Windows

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
