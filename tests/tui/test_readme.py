"""The README shows what really happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tui.cli.main import main

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    command
    for command in re.findall(r"`(sizewise [^`]+)`", README)
    if not command.startswith(("sizewise catalog refresh", "sizewise understand"))
]


def test_the_advice_in_the_readme_is_the_one_that_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    """The block under "One advice" is the output of the command above it, to the letter."""
    command = re.search(r"^    \.venv/bin/(sizewise advise .*)$", README, re.MULTILINE)
    block = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert command is not None
    assert block is not None
    assert main(shlex.split(command[1])[1:]) == 0
    assert capsys.readouterr().out == block[1]


@pytest.mark.parametrize("command", [command for command in COMMANDS if "--file" not in command and "schema" not in command])
def test_every_command_of_the_readme_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that the README names exits well and prints something."""
    words = [word for word in shlex.split(command)[1:] if word != "…"]
    assert main([*words, "BERT"] if words[-1] == "exam" else words) == 0
    assert capsys.readouterr().out
