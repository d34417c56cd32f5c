"""`sizewise mcp` as a command."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.conftest import COMMAND, Start
from tests.tui.refused import one_line
from tui.mcp.prompts import PROMPTS
from tui.mcp.resources import read_resource
from tui.mcp.server_state import ServerState
from tui.mcp.tools import TOOLS


def test_without_the_extra_one_line_says_how_to_install_it(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing is served."""
    monkeypatch.setitem(sys.modules, "mcp", None)
    ended = inside("mcp")
    assert ended.status == 2
    assert 'pip install "sizewise[mcp]"' in one_line(ended)


def test_a_person_who_starts_it_is_told_what_it_is(settings: dict[str, str]) -> None:
    """On a terminal nobody answers; Ctrl+C ends it."""
    child, handle = pty.fork()
    if child == 0:
        os.execve(COMMAND, ["sizewise", "mcp"], settings)  # noqa: S606  # our own command
    shown = b""
    while b"Ctrl+C ends it" not in shown:
        shown += os.read(handle, 4096)
    os.write(handle, b"\x03")
    with contextlib.suppress(OSError):
        while data := os.read(handle, 4096):
            shown += data
    _, status = os.waitpid(child, 0)
    os.close(handle)
    assert os.waitstatus_to_exitcode(status) == 130
    assert b"Traceback" not in shown


def test_other_commands_start_without_the_sdk() -> None:
    """Nobody who does not serve waits for it."""
    code = "import sys; from tui.cli.main import main; main(['explain', 'g5']); sys.exit('mcp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_the_page_on_it_names_what_there_is() -> None:
    """Every tool and prompt, and addresses that can be read."""
    page = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(TOOLS)
    assert all(f"`{prompt}`" in page for prompt in PROMPTS)


def test_the_addresses_of_the_page_can_be_read(state: ServerState) -> None:
    """Each gives a text and a record."""
    page = (Path(__file__).parents[3] / "docs" / "mcp.md").read_text(encoding="utf-8")
    addresses = re.findall(r"`(sizewise://[^`]+)`", page)
    assert len(addresses) > 4
    assert all(len(read_resource(address, state)) == 2 for address in addresses)
