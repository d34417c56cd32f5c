"""The command on a machine that is not as it should be: the real one, and inside this process where that shows the same."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from knowledge import Knowledge
from quizzes.bank import load_bank
from quizzes.generated import load_source
from tests.security.running import run_command

COMMAND = Path(sys.executable).with_name("sizewise")
TEXT = "BERT sentiment, 1000 requests a minute under 200 ms"
PATIENCE = 60
"""Seconds after which a command that does not end is a failure; no measure of speed."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    def has_one_line(self, *words: str) -> bool:
        """True if standard error is one clear line with these words in it."""
        is_ours = "Traceback" not in self.err and "failed on its own" not in self.err
        return is_ours and self.err.count("\n") == 1 and all(word in self.err for word in words)


Start = Callable[..., Ended]


@pytest.fixture(scope="session")
def cache(knowledge: Knowledge, warm: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what a run of the tests has compiled, base, bank and scenarios: a copy, for commands do harm to it here."""
    load_bank(knowledge, cache=warm)
    load_source(cache=warm)
    folder = tmp_path_factory.mktemp("cache")
    for compiled in warm.glob("*.cache"):
        shutil.copy2(compiled, folder)
    return folder


@pytest.fixture
def settings(cache: Path, tmp_path: Path) -> dict[str, str]:
    """An environment of our own: a warm cache, and no data yet."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ} | {"HOME": str(tmp_path / "home")}
    return kept | {"SIZEWISE_CACHE": str(cache), "SIZEWISE_DATA": str(tmp_path / "data"), "LC_ALL": "C.UTF-8"}


@pytest.fixture
def sizewise(settings: dict[str, str]) -> Start:
    """Start the real command.

    `more` is added to the environment, and None takes a variable away; `through` is a line of the shell with "$@" in it.
    Python writes no compiled files then: without room it would write halves of them.
    """

    def start(
        *arguments: str,
        given: bytes = b"",
        more: Mapping[str, str | None] | None = None,
        through: str = "",
        cwd: Path | None = None,
    ) -> Ended:
        careful = {"PYTHONDONTWRITEBYTECODE": "1"} if through else {}
        own = {name: value for name, value in {**settings, **careful, **(more or {})}.items() if value is not None}
        command = ["/bin/sh", "-c", through, "sh", str(COMMAND), *arguments] if through else [str(COMMAND), *arguments]
        done = subprocess.run(
            command, input=given, capture_output=True, env=own, timeout=PATIENCE, check=False, cwd=cwd, start_new_session=True
        )
        return Ended(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))

    return start


@pytest.fixture
def inside(settings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Start:
    """The command inside this process; `given`, `more` and `cwd` as for `sizewise`, `kilobytes` is the most a file may hold."""

    def start(
        *arguments: str,
        given: bytes = b"",
        more: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        kilobytes: float | None = None,
    ) -> Ended:
        with monkeypatch.context() as own, _file_limit(kilobytes):
            for name, value in {**settings, **(more or {})}.items():
                own.setenv(name, value) if value is not None else own.delenv(name, raising=False)
            own.chdir(cwd or Path.cwd())
            return Ended(*run_command(*arguments, given=given))

    return start


@contextlib.contextmanager
def _file_limit(kilobytes: float | None) -> Iterator[None]:
    """Let no file of this process grow beyond that; None sets no limit."""
    if kilobytes is None:
        yield
        return
    before, writes_none = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(kilobytes * 1024), before[1]))
    sys.dont_write_bytecode = True  # a module that is imported first under the limit would be kept by half
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
