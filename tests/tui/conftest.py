"""The command as a person starts it, and the same inside this process, both on one warm cache; and a Pilot that does not dawdle."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from textual import _wait

from knowledge import load
from tui.cli.main import main

COMMAND = Path(sys.executable).with_name("sizewise")
TEXT = "BERT sentiment, 1000 requests a minute, p99 under 200 ms"

_wait.SLEEP_GRANULARITY = 1 / 200  # a Pilot sleeps 20 ms at least twice a key: most of the time that the app's tests took
_wait.SLEEP_IDLE = _wait.SLEEP_GRANULARITY / 20


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


Start = Callable[..., Ended]


@pytest.fixture(scope="session")
def settings(warm: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment of our own: a cache that is filled once, no refreshed catalogue, UTF-8, no terminal."""
    folder = tmp_path_factory.mktemp("sizewise")
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPYCACHEPREFIX") if name in os.environ}
    own = {"SIZEWISE_CACHE": str(warm), "SIZEWISE_DATA": str(folder / "data"), "LC_ALL": "C.UTF-8"}
    load(cache=warm)
    return kept | own


@pytest.fixture(scope="session")
def sizewise(settings: dict[str, str]) -> Start:
    """Start the real command; `given` is what stands on its standard input, `more` is added to the environment."""

    def start(*arguments: str | bytes, given: str | bytes = b"", more: Mapping[str, str] | None = None) -> Ended:
        data = given.encode() if isinstance(given, str) else given
        done = subprocess.run(
            [COMMAND, *arguments], input=data, capture_output=True, env=settings | dict(more or {}), timeout=120, check=False
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return start


@pytest.fixture(scope="session")
def advised(sizewise: Start) -> str:
    """The advice on TEXT as JSON: what a person keeps in a file."""
    ended = sizewise("advise", TEXT, "--json")
    assert (ended.status, ended.err) == (0, "")
    return ended.out


@pytest.fixture
def inside(settings: dict[str, str], one_base: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Start:
    """The command inside this process: the same answers without a start, over one base; `given` and `more` as for `sizewise`."""
    del one_base  # it is used by the commands

    def start(*arguments: str, given: str | bytes | None = None, more: Mapping[str, str] | None = None) -> Ended:
        places = {name: settings[name] for name in ("SIZEWISE_CACHE", "SIZEWISE_DATA")}
        with monkeypatch.context() as own:
            for name, value in {**places, **(more or {})}.items():
                own.setenv(name, value)
            if given is not None:
                own.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode() if isinstance(given, str) else given), "utf-8"))
            capsys.readouterr()
            status = main(list(arguments))
            return Ended(status, *capsys.readouterr())

    return start
