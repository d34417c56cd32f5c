"""The base, read once for the tests of a process, from a cache that the processes of a run share."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge import Knowledge, load


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors: the tests of the app and of commands wait part of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _heeded() -> None:
    """Programs that tests start heed what this process was told to ignore (nohup, a job in the background): no handler outlives exec."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder of this run, with the base: what one process has compiled, bank or scenarios too, every other reads."""
    folder = tmp_path_factory.getbasetemp()
    shared = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "warm"
    shared.mkdir(exist_ok=True)
    with _alone(shared.with_name("warm.lock")):
        load(cache=shared)
    return shared


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process of a run after the other: what the first one compiles, the others would compile at the same time."""
    with path.open("w") as lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415  # not everywhere

            fcntl.flock(lock, fcntl.LOCK_EX)  # until the file is closed
        yield


@pytest.fixture(scope="session")
def knowledge(warm: Path) -> Knowledge:
    """The base, from a cache of our own."""
    return load(cache=warm)
