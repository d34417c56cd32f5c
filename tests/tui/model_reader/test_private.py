"""No call unless somebody asks for it, no second place, no key where it does not belong, nothing of it in a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from engine.intake.reader import ReadingTask
from knowledge import Knowledge
from tests.tui.conftest import Start
from tests.tui.model_reader.scripted_server import fails, serving, states
from tui.model_reader.choice import parse_reader
from tui.model_reader.opening import open_text_reader
from tui.model_reader.reader import ModelReader

ROOT: Final = Path(__file__).parents[3]
KEY: Final = "sk-test-0123456789abcdef"
ARN: Final = "arn:aws:sagemaker:eu-west-1:123456789012:endpoint/fraud"
LINES: Final = (f"BERT behind {ARN}, within 200 ms", "production", "/reader all", "/now", "/quit")
HEAVY: Final = ("openai", "boto3", "botocore", "tui.model_reader.reader", "tui.model_reader.request", "tui.model_reader.redaction")
WITHOUT: Final = """
import sys
from tui.cli.main import main
for words in (["understand", "BERT within 200 ms"], ["advise", "BERT within 200 ms"], ["--version"]):
    try:
        main(words)
    except SystemExit:
        pass
print("LOADED", [name for name in sys.argv[1:] if name in sys.modules])
"""


def test_who_lets_no_model_read_loads_nothing_of_it(settings: dict[str, str]) -> None:
    """Neither a client nor a module of ours but the one that looks whether somebody asks."""
    command = [sys.executable, "-c", WITHOUT, *HEAVY]
    done = subprocess.run(command, env=settings, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines()[-1] == "LOADED []"


def test_no_key_and_no_instruction_is_in_any_file(settings: dict[str, str], tmp_path: Path) -> None:
    """A whole conversation is held and saved; the server got the key and no ARN, the disk neither a key nor what was sent."""
    with serving(states(("environment", "production", "production")), fails(500)) as server:
        own = {"OPENAI_API_KEY": KEY, "SIZEWISE_DATA": str(tmp_path / "data"), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
        command = [sys.executable, "-m", "tui.cli.main", "--plain", "--reader", server.reader, "--reader-seconds", "20"]
        done = subprocess.run(
            command, input="\n".join(LINES), env=settings | own, cwd=ROOT, capture_output=True, text=True, timeout=200, check=False
        )
        seen = list(server.seen)
    assert done.returncode == 0, done.stderr
    assert seen
    assert all(one.headers["authorization"] == f"Bearer {KEY}" for one in seen)
    assert not any(ARN in json.dumps(one.body) for one in seen)
    assert KEY not in done.stdout + done.stderr
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if KEY.encode() in path.read_bytes() or ARN.encode() in path.read_bytes()] == []


@pytest.mark.parametrize(
    ("reader", "key"),
    [
        ("openai:https://models.example.com/v1#x", KEY),
        ("openai:http://127.0.0.1:1/v1#x", KEY),
        ("openai:http://models.example.com/v1#x", "none"),
        ("ollama:x", "none"),
    ],
)
def test_the_key_goes_over_no_wire_that_others_read(reader: str, key: str, knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor to Ollama, which wants none."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    opened = ModelReader(parse_reader(reader), knowledge)
    assert opened._client._client.api_key == key  # type: ignore[attr-defined]  # of the official client


def test_a_proxy_and_a_redirection_are_not_followed(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one socket goes where the option says."""
    with serving(states()) as elsewhere, serving(fails(307, b"", ("Location", f"http://127.0.0.1:{elsewhere.server_port}/v1/x"))) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{elsewhere.server_port}")
        second = open_text_reader(server.reader, "20", knowledge, list[str]().append)
        assert second is not None
        second.read_text("BERT within 200 ms")
        assert (len(server.seen), len(elsewhere.seen)) == (1, 0)


STRACE: Final = "/usr/bin/strace"


@pytest.mark.skipif(not os.access(STRACE, os.X_OK), reason="strace is not installed")
@pytest.mark.parametrize("words", [("understand", "BERT within 200 ms"), ("advise", "BERT within 200 ms")])
def test_the_default_commands_open_no_socket(words: tuple[str, ...], settings: dict[str, str], tmp_path: Path) -> None:
    """As the system sees it."""
    trace = tmp_path / "trace"
    command = [STRACE, "-f", "-e", "trace=socket,connect,sendto", "-o", str(trace), sys.executable, "-m", "tui.cli.main", *words]
    done = subprocess.run(command, env=settings, cwd=ROOT, capture_output=True, timeout=200, check=False)
    if not trace.exists() or b"Operation not permitted" in done.stderr:
        pytest.skip("this system lets nobody trace")
    assert done.returncode == 0
    assert [line for line in trace.read_text().splitlines() if "socket(" in line or "connect(" in line] == []


def test_the_person_s_own_words_are_all_that_is_sent(inside: Start) -> None:
    """No advice, no fact that is known already, no price."""
    with serving(states()) as server:
        given = (
            json.dumps({"id": "1", "say": "BERT, 20 requests a second"})
            + "\n"
            + json.dumps({"id": "1", "say": "it is for a bakery"})
            + "\n"
        )
        inside("converse", "--jsonl", "--reader", server.reader, "--reader-seconds", "20", given=given)
        last = server.seen[-1]
    assert "20 requests" not in last.text
    assert "bakery" in last.text
    assert "$" not in last.text
    assert "ml." not in last.text


def test_a_reader_that_is_closed_holds_no_connection(knowledge: Knowledge) -> None:
    """It can be closed at any time."""
    with serving(states()) as server:
        reader = ModelReader(parse_reader(server.reader), knowledge)
        reader.read(ReadingTask("BERT within 200 ms"))
        reader.close()
