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
from tui.widgets.card import GUARD_SECONDS

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


def begin(tmux: Pane) -> None:
    """Open the app, as far as its first screen."""
    wait_for("ready>", tmux)
    type_line("clear; sizewise; echo status $?", tmux)
    wait_for("What do you want to run?", tmux)


def click(words: str, tmux: Pane) -> None:
    """Press and release the left button on the first place where `words` stand."""
    lines = wait_for(words, tmux).splitlines()[-int(tmux("display-message", "-p", "#{pane_height}")) :]
    row = next(at for at, line in enumerate(lines, 1) if words in line)
    column = lines[row - 1].index(words) + 1
    for end in ("M", "m"):
        tmux("send-keys", "-l", f"\x1b[<0;{column};{row}{end}")


def test_a_sentence_gets_a_plan(tmux: Pane) -> None:
    """A person types `sizewise`, then a sentence, is asked what matters, and reads the plan with its reasons."""
    begin(tmux)
    type_line(TEXT, tmux)
    wait_for("What is it for?", tmux)
    type_line("production", tmux)
    wait_for("Taken as production", tmux)
    tmux("send-keys", "F3")
    shown = wait_for("Why not", tmux)
    assert "SageMaker real-time endpoint" in next(line for line in shown.splitlines() if line.strip().startswith("ml."))
    tmux("send-keys", "C-q")
    assert "Traceback" not in wait_for("status 0", tmux)


def test_arrows_alone_answer(tmux: Pane) -> None:
    """The first goal and the first answer, without a letter."""
    begin(tmux)
    tmux("send-keys", "Down", "Enter")
    wait_for("What is it for?", tmux)
    time.sleep(2 * GUARD_SECONDS)  # nobody answers a question in the moment in which it appears
    tmux("send-keys", "Down", "Enter")
    wait_for("Taken as production", tmux)


def test_the_mouse_alone_answers(tmux: Pane) -> None:
    """A click on a goal, a click on an answer."""
    begin(tmux)
    click("identify plants", tmux)
    wait_for("What is it for?", tmux)
    time.sleep(2 * GUARD_SECONDS)  # the same
    click("a test environment", tmux)
    wait_for("Taken as for testing", tmux)


def test_a_conversation_is_gone_on_with(tmux: Pane) -> None:
    """After the program was left in the middle of a question."""
    begin(tmux)
    type_line(TEXT, tmux)
    wait_for("What is it for?", tmux)
    tmux("send-keys", "C-q")
    wait_for("status 0", tmux)
    begin(tmux)
    tmux("send-keys", "C-o")
    wait_for("Saved conversations", tmux)
    tmux("send-keys", "Enter")
    wait_for("Continuing", tmux)
    wait_for("What is it for?", tmux)


def test_a_mistake_is_one_line(tmux: Pane) -> None:
    """A misspelt fact is answered on one line below the command."""
    wait_for("ready>", tmux)
    type_line(shlex.join(["sizewise", "advise", "--set", "latncy_p99=5"]), tmux)
    assert "Did you mean latency_p99_ms?" in wait_for("no such fact", tmux)
