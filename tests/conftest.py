"""The base, read once for the tests of a process, from a cache that the processes of a run share."""

from __future__ import annotations

import os
import signal
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
    """A cache folder of this run: what one process has compiled, base, bank or scenarios, every other reads."""
    folder = tmp_path_factory.getbasetemp()
    shared = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "warm"
    shared.mkdir(exist_ok=True)
    return shared


@pytest.fixture(scope="session")
def knowledge(warm: Path) -> Knowledge:
    """The base, from a cache of our own."""
    return load(cache=warm)
