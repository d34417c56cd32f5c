"""What the processes of a run share: compiled Python, and the knowledge base, which each of them reads from one cache."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from knowledge import Knowledge, compiled_cache, load, store
from tests.depth import rounds
from tests.shared_folder import one_process_at_a_time, shared_folder
from tests.warm_base import WarmBase

BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"
"""Compiled modules, where the environment wants none beside the sources (PYTHONDONTWRITEBYTECODE)."""

if sys.dont_write_bytecode:  # every worker and every command that a test starts would compile all modules again: half of a run
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


settings.register_profile(
    "sizewise",
    max_examples=rounds(quick=40, long=1_000),
    deadline=None,  # how long an example takes says something of the machine, not of the code
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sizewise")


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors: the tests of the app and of commands wait part of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of tests, which live to the end: to look at them all takes it a third of a second."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _heed_signals() -> None:
    """Let programs that tests start receive signals that this process was told to ignore (by nohup, or as a job in the background)."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder of this run, with the base: what one process has compiled, bank or scenarios too, every other reads."""
    folder = shared_folder(tmp_path_factory, "warm")
    with one_process_at_a_time(folder):
        load(cache=folder)
    return folder


@pytest.fixture(scope="session")
def knowledge(warm: Path) -> Knowledge:
    """The base, from a cache of our own."""
    return load(cache=warm)


@pytest.fixture(scope="session")
def warm_base(warm: Path) -> WarmBase:
    """What commands inside this process have read of the warm cache."""
    return WarmBase(warm)


@pytest.fixture
def one_base(warm_base: WarmBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command inside this process read the warm cache once, instead of once for each."""
    monkeypatch.setattr(compiled_cache, "load_sections", warm_base.load_sections)
    monkeypatch.setattr(store, "Knowledge", warm_base.base)
