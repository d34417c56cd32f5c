"""Tab in real shells: a line is typed as by a person, and what the command is given is what was completed."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import rounds
from tests.tui.conftest import COMMAND, Start

PATIENCE = 60.0
"""Seconds after which words that do not come are a failure; no measure of speed."""
SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'PS1="ready"; eval "$(sizewise completions bash)"; echo be"gun"'),
    "zsh": (["zsh", "-f", "-i"], 'PS1="ready"; autoload -Uz compinit; compinit -u -D; eval "$(sizewise completions zsh)"; echo be"gun"'),
    "fish": (["fish", "--no-config", "-i"], 'sizewise completions fish | source; echo be"gun"'),
}
"""Shell -> how it is started, and what makes it complete."""
LINES = {
    "a command": ("und\t", ["understand"]),
    "an action": ("quiz gra\t", ["quiz", "grade"]),
    "an option and its value": ("advise --len\texa\t", ["advise", "--lens", "exam"]),
    "a value behind its sign": ("advise --lens=exa\t", ["advise", "--lens=exam"]),
    "a fact and its value": ("advise --set traf\tspik\t", ["advise", "--set", "traffic=spiky"]),
    "the id of a model": ("estimate --model llama-3-8\t", ["estimate", "--model", "llama-3-8b"]),
    "a model of a fact": ("advise -s model=llama-3-8\t", ["advise", "-s", "model=llama-3-8b"]),
    "an instance type": ("catalog show ml.g5.12\t", ["catalog", "show", "ml.g5.12xlarge"]),
    "an entry to explain": ("explain sagemaker-serv\t", ["explain", "sagemaker-serverless"]),
    "a file": ("advise --file worklo\t", ["advise", "--file", "workload.yaml"]),
    "a file behind its sign": ("advise --file=worklo\t", ["advise", "--file=workload.yaml"]),
    "a place that takes a text": ("advise BER\t", ["advise", "BER"]),
}
STUB = """#!/bin/sh
if [ "$1" = completions ]; then exec {command} "$@"; fi
for word in "$@"; do printf '<%s>' "$word"; done
printf '<end>\\n'
"""
"""Stands for the command: it says what it was given."""


class Shell:
    """A shell in a terminal of its own."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        """Start it."""
        self.child, self.handle = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)  # noqa: S606  # a shell that is tested
        self.shown = b""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.handle, keys.encode())

    def wait_for(self, pattern: bytes) -> re.Match[bytes]:
        """What came up and looks like that; what stands before it is forgotten."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = re.search(pattern, self.shown)
            if found:
                self.shown = self.shown[found.end() :]
                return found
            self.shown += os.read(self.handle, 65_536)
        raise AssertionError(f"{pattern!r} did not come up: {self.shown!r}")

    def end(self) -> None:
        """Leave it."""
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.handle)


@pytest.fixture(scope="module", params=SHELLS)
def shell(request: pytest.FixtureRequest, settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """A shell that completes; skipped where it is not installed."""
    command, begin = SHELLS[request.param]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed: its completion needs it")
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "workload.yaml").touch()
    stub = folder / "bin" / "sizewise"
    stub.parent.mkdir()
    stub.write_text(STUB.format(command=COMMAND), encoding="utf-8")
    stub.chmod(0o755)
    own = {
        "PATH": f"{stub.parent}:{settings['PATH']}",
        "HOME": str(folder),
        "TERM": "xterm",
        "COLUMNS": "200",
        "XDG_DATA_HOME": str(folder),
    }
    started = Shell(command, settings | own, folder)
    try:
        started.type(f"{begin}\r")
        started.wait_for(b"begun")
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            started.end()


def test_what_is_typed_is_completed(shell: Shell) -> None:
    """The command is given the words that were begun, whole."""
    for keys, words in list(LINES.values())[:: rounds(quick=2, long=1)]:
        shell.type(f"sizewise {keys}\r")
        found = shell.wait_for(rb"((?:<[^<>]*>)*)<end>")
        assert re.findall(r"<([^<>]*)>", found[1].decode()) == words, keys


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_script_has_no_mistake_of_syntax(name: str, inside: Start, tmp_path: Path) -> None:
    """The shell itself reads it without running it."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: its completion needs it")
    script = tmp_path / "script"
    script.write_text(inside("completions", name).out, encoding="utf-8")
    done = subprocess.run([name, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
