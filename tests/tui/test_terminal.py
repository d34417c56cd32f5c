"""Sizewise in a real terminal, driven by tmux."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tui.conftest import COMMAND

TMUX = shutil.which("tmux")
TEXT = "BERT sentiment, 1000 requests a minute, under 200 ms"
PATIENCE = 30.0
"""Seconds after which a screen that does not come is a failure; no measure of speed."""
pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed: the tests in a real terminal need it")
Pane = Callable[..., str]


@pytest.fixture(params=[(80, 24), (160, 45)], ids=["80x24", "160x45"])
def tmux(request: pytest.FixtureRequest, settings: dict[str, str], tmp_path: Path) -> Iterator[Pane]:
    """A shell in a terminal of that size, on a tmux server of its own."""
    width, height = request.param
    socket = str(tmp_path / "tmux")

    def run(*arguments: str) -> str:
        command = [str(TMUX), "-S", socket, "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=settings | {"TERM": "xterm-256color"}, check=True).stdout

    run(
        "new-session",
        "-d",
        "-x",
        str(width),
        "-y",
        str(height),
        "env",
        f"PATH={COMMAND.parent}:{settings['PATH']}",
        "PS1=ready> ",
        "/bin/sh",
    )
    yield run
    run("kill-server")


def wait_for(words: str, tmux: Pane) -> str:
    """The screen and what has scrolled off it, as soon as `words` stand in it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        shown = tmux("capture-pane", "-p", "-J", "-S", "-200")
        if words in shown:
            return shown
        time.sleep(0.1)
    raise AssertionError(f"{words!r} did not come up:\n{shown}")


def type_line(line: str, tmux: Pane) -> None:
    """Type a line and Enter, as a person would."""
    tmux("send-keys", "-l", line)
    tmux("send-keys", "Enter")


def test_a_sentence_gets_a_plan(tmux: Pane) -> None:
    """A person types `sizewise`, then a sentence, and reads the plan with its reasons."""
    wait_for("ready>", tmux)
    type_line("sizewise; echo status $?", tmux)
    wait_for("Your workload", tmux)
    type_line(TEXT, tmux)
    shown = wait_for("status 0", tmux)
    head = next(line for line in shown.splitlines() if line.startswith("ml."))
    assert "SageMaker real-time endpoint" in head
    assert [title for title in ("Why", "Why not") if title not in shown.splitlines()] == []


def test_leaving_is_quiet(tmux: Pane) -> None:
    """An empty line and Ctrl-D leave without a word, Ctrl-C with one."""
    wait_for("ready>", tmux)
    for key, last in (("Enter", "left Enter 0"), ("C-d", "left C-d 0"), ("C-c", "Stopped.")):
        type_line(f"clear; echo with {key}; sizewise; echo left {key} $?", tmux)
        wait_for(f"with {key}\nSizewise", tmux)
        wait_for("Your workload", tmux)
        tmux("send-keys", key)
        assert "Traceback" not in wait_for(last, tmux)


def test_a_mistake_is_one_line(tmux: Pane) -> None:
    """A misspelt fact is answered on one line below the command."""
    wait_for("ready>", tmux)
    type_line(shlex.join(["sizewise", "advise", "--set", "latncy_p99=5"]), tmux)
    assert "Did you mean latency_p99_ms?" in wait_for("no such fact", tmux)
