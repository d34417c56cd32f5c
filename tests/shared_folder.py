"""A folder that all processes of one run of the tests share, for what is made once."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


def shared_folder(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """The folder of that name; the process that is there first makes it."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    folder.mkdir(exist_ok=True)
    return folder


@contextlib.contextmanager
def one_process_at_a_time(folder: Path) -> Iterator[None]:
    """Hold the lock beside a folder, so that one process fills it while the others wait."""
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415  # not everywhere

            fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        yield
