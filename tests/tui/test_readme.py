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
    if not command.startswith(("sizewise catalog refresh", "sizewise understand", "sizewise --plain", "sizewise serve", "sizewise mcp", "sizewise doctor"))
]


SHOWN = re.findall(r"^    \.venv/bin/(sizewise (?:advise|estimate) [^\n]*)$\n\n```text\n(.*?)```", README, re.MULTILINE | re.DOTALL)


def test_the_readme_shows_an_advice_and_an_estimate() -> None:
    """Each below its command."""
    assert [command.split()[1] for command, _ in SHOWN] == ["advise", "estimate"]


@pytest.mark.parametrize(("command", "block"), SHOWN, ids=["advice", "estimate"])
def test_what_the_readme_shows_is_what_is_given(command: str, block: str, capsys: pytest.CaptureFixture[str]) -> None:
    """To the letter."""
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out == block


@pytest.mark.parametrize("command", [command for command in COMMANDS if not {"--file", "schema", "--model-config"} & set(command.split())])
def test_every_command_of_the_readme_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that the README names exits well and prints something."""
    words = [word for word in shlex.split(command)[1:] if word != "…"]
    assert main([*words, "BERT"] if words[-1] == "exam" else words) == 0
    assert capsys.readouterr().out
