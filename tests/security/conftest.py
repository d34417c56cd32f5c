"""One run of every command in a watched process, for all tests that ask what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from knowledge import Knowledge
from tests.shared_folder import one_process_at_a_time, shared_folder

HOSTILE: Final = (
    "\x1b[31mX\x1b]52;c;ZXZpbA==\x07\x1b]8;;http://evil.example\x1b\\l\x9b2J\x9d0;t\x9c\x7f\r\b"
    "\u202e\u2066\u200f\u2028[/x][bold red]{0} %s $(id)`id`<script>'\"=cmd|' /C calc'!A0"
)
"""Escapes of 7 and 8 bits, a link, the clipboard, marks of direction, markup, and what a shell, a page or a spreadsheet would run."""
PATIENCE: Final = 300
"""Seconds after which a process that does not end is a failure; no measure of speed."""
Ran = list[dict[str, Any]]


@pytest.fixture(scope="session")
def environment(warm: Path, knowledge: Knowledge) -> dict[str, str]:
    """An environment with nothing of this machine in it but the compiled base."""
    del knowledge  # it is compiled into the cache now
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPYCACHEPREFIX") if name in os.environ}
    return kept | {"HOME": os.devnull, "SIZEWISE_CACHE": str(warm), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all commands run; `data` in it is where they keep things."""
    return shared_folder(tmp_path_factory, "watched")


@pytest.fixture(scope="session")
def watched(environment: dict[str, str], place: Path) -> Ran:
    """How every command of `commands.yaml` and the app ended on hostile text, and what each asked of others: run once in a run of tests."""
    result = place.with_name("watched.json")
    command = [sys.executable, "-m", "tests.security.watched", str(place), str(result)]
    root = Path(__file__).parents[2]
    with one_process_at_a_time(place):
        if not result.exists():
            done = subprocess.run(
                command, input=HOSTILE.encode(), capture_output=True, env=environment, cwd=root, timeout=PATIENCE, check=False
            )
            assert done.returncode == 0, done.stderr.decode()[-2000:]
    ran: Ran = json.loads(result.read_text(encoding="utf-8"))
    return ran
