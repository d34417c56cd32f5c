"""The real command on a machine that is not as it should be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from knowledge import Knowledge
from quizzes.bank import load_bank
from quizzes.generated import load_source

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
        """Whether standard error is one clear line with these words in it."""
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
    kept = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home")}
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
