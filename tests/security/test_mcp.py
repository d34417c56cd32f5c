"""`sizewise mcp` talks to the program that started it, and to nobody else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.security.conftest import HOSTILE

SERVER = """
import sys
from tests.security.audit_hook import note, noted
sys.addaudithook(note)
from tui.cli.main import main
main(["mcp"])
print("\\n".join(event for event in noted if not event.endswith("to itself")), file=sys.stderr)
"""
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("advise", {"text": f"BERT {HOSTILE} under 200 ms, 5 requests a second"}),
    ("explain", {"term": HOSTILE}),
    ("compare", {"names": [HOSTILE, "g5"]}),
    ("estimate", {"model": HOSTILE, "instance": HOSTILE}),
    ("quiz_grade", {"item": HOSTILE, "answer": HOSTILE}),
    (HOSTILE, {}),
]


def request(identity: int, method: str, parameters: dict[str, Any]) -> str:
    """One message of the protocol."""
    return json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": parameters})


@pytest.fixture(scope="module")
def served(environment: dict[str, str]) -> tuple[list[str], str]:
    """The answers to a handshake and to calls with hostile arguments, and what the server wrote to standard error."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": HOSTILE, "version": "1"}}
    lines = [request(0, "initialize", hello), '{"jsonrpc": "2.0", "method": "notifications/initialized"}']
    lines += [request(number, "tools/call", {"name": name, "arguments": given}) for number, (name, given) in enumerate(CALLS, 1)]
    command, root = [sys.executable, "-c", SERVER], Path(__file__).parents[2]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=root, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        answers = []
        for line in lines:
            server.stdin.write(f"{line}\n")
            server.stdin.flush()
            if '"id"' in line:
                answers.append(server.stdout.readline())
        _, told = server.communicate()
    return answers, told


def test_it_asks_nobody_and_its_answers_steer_nothing(served: tuple[list[str], str]) -> None:
    """No socket, no look-up of a name, no other process; no control character, mark of direction or invisible letter in an answer."""
    lines, attempts = served
    assert attempts.strip() == ""
    answers = [json.loads(line) for line in lines]
    assert [answer["id"] for answer in answers] == list(range(len(CALLS) + 1))
    texts = [part["text"] for answer in answers[1:] for part in answer.get("result", {}).get("content", [])]
    assert texts
    assert [text for text in texts if any(not one.isprintable() and one != "\n" for one in text)] == []
