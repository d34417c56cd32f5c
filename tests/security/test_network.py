"""Nothing leaves the machine unless somebody asks for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.security.conftest import PATIENCE, Ran
from tests.security.running import APART, CASES, all_commands, case_command

ROOT = Path(__file__).parents[2]


def test_every_command_is_watched_or_talks_by_its_nature() -> None:
    """A new command needs a line in `commands.yaml`, or a reason to stand apart."""
    assert all_commands() >= APART
    assert {case_command(case) for case in CASES} - {""} == all_commands() - APART


def test_no_command_asks_anybody(watched: Ran) -> None:
    """No socket, no look-up of a name, no other process; neither does the start of the app, a conversation or practice."""
    assert [(ran["words"], ran["asked"]) for ran in watched[:-1] if ran["asked"]] == []
    assert set(watched[-1]["asked"]) <= {"socket.__new__ to itself"}  # by which its event loop wakes itself


def test_every_command_ended_as_it_should(watched: Ran) -> None:
    """Else it would have had no chance to ask: with the status that `commands.yaml` names, and without a traceback."""
    assert [(ran["words"], ran["status"], ran["err"][:200]) for ran in watched if ran["status"] not in ran["ends"]] == []
    assert [ran["words"] for ran in watched if "Traceback" in ran["out"] + ran["err"]] == []


ATTEMPTS: Final = (
    "import socket; socket.socket()",
    "import socket; socket.getaddrinfo('localhost', 80)",
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9', timeout=1)",
    "import asyncio; asyncio.run(asyncio.open_connection('127.0.0.1', 9))",
    "import subprocess; subprocess.run(['true'])",
    "import os; os.system('true')",
)
WATCHED: Final = """
import json, sys
from tests.security.audit_hook import note, noted
sys.addaudithook(note)
unnoted = []
for attempt in json.load(sys.stdin):
    noted.clear()
    try:
        exec(attempt)
    except OSError:
        pass
    if not [event for event in noted if not event.endswith("to itself")]:
        unnoted.append(attempt)
print(json.dumps(unnoted))
"""


def test_an_attempt_would_be_noted(environment: dict[str, str]) -> None:
    """Whatever way it takes."""
    command, given = [sys.executable, "-c", WATCHED], json.dumps(ATTEMPTS).encode()
    done = subprocess.run(command, input=given, env=environment, cwd=ROOT, stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
    assert json.loads(done.stdout) == []
