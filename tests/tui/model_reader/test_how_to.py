"""The page on a model that reads along, followed word by word: its commands, against servers on this machine in place of the real ones."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Final

import pytest

from tests.tui.conftest import Start
from tests.tui.model_reader.scripted_server import Handler, Request, completion, facts, serving
from tui.maintenance.examples.page_fences import find_fences
from tui.model_reader import choice
from tui.output.exit_status import DONE

PAGE: Final = (Path(__file__).parents[3] / "docs" / "how-to" / "reader.md").read_text(encoding="utf-8")
FENCES: Final = list(find_fences(PAGE))
COMMANDS: Final = [
    line for fence in FENCES if fence.language == "sh" for line in fence.body.splitlines() if line.startswith(("sizewise ", "export "))
]
OLLAMA, LLAMA_CPP = "http://127.0.0.1:11434/v1", "http://127.0.0.1:8080/v1"
ANSWER: Final = facts(
    ("model", "ResNet-50", "ResNet-50"),
    ("requests_per_second", "20 a second", "20 a second"),
    ("traffic", "intermittent", "quiet night"),
    ("stage", "inference", "tags holiday photos"),
    ("cold_start_ok", "true", "a slow first answer would not hurt us"),
    ("latency_p99_ms", "2 s", "a slow first answer"),
)


def answering(handler: Handler, request: Request) -> None:
    """The model of the page, behind the OpenAI API or behind Converse."""
    if handler.path.endswith("/converse"):
        message = {"role": "assistant", "content": [{"text": ANSWER}]}
        usage = {"inputTokens": 10, "outputTokens": 10, "totalTokens": 20}
        answer = {"output": {"message": message}, "stopReason": "end_turn", "usage": usage, "metrics": {"latencyMs": 1}}
        handler.send_body(json.dumps(answer).encode())
    else:
        assert request["response_format"]["type"] == "json_schema"
        handler.send_body(completion(ANSWER))


def captioned(caption: str) -> str:
    """What stands in a block of the page with a caption."""
    (body,) = [fence.body for fence in FENCES if fence.file == caption]
    return body


def test_the_page_has_the_commands_that_matter() -> None:
    """Each kind of reader, the environment, the test."""
    told = "\n".join(COMMANDS)
    for part in ("--reader ollama:", f"--reader openai:{LLAMA_CPP}#", "--reader bedrock:", "export SIZEWISE_READER=", "reader test"):
        assert part in told, part


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("sizewise ")])
def test_each_command_of_the_page_does_what_it_says(line: str, inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses of the page lead to a server of the test, since others may listen there on this machine."""
    with serving(answering) as server:
        own = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(choice, "OLLAMA", f"{own}/v1")
        more = dict.fromkeys(("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"), "testing")
        more |= {"AWS_DEFAULT_REGION": "us-east-1", "AWS_ENDPOINT_URL_BEDROCK_RUNTIME": own, "AWS_CONFIG_FILE": "/nonexistent"}
        words = [word.replace(LLAMA_CPP, f"{own}/v1") for word in shlex.split(line)[1:]]
        ended = inside(*words, *(["--messages", "3"] if "test" in words else []), more=more)
        asked = len(server.seen)
    assert ended.status == DONE, ended.err
    assert asked == (3 if "test" in words else 1)
    assert "Your words are also read by" in ended.err
    assert "stands alone" not in ended.err
    if "ollama:qwen3:8b" in words and "understand" in words:
        assert ended.err.replace(own, OLLAMA.removesuffix("/v1")).rstrip("\n") == captioned("stderr").rstrip("\n")
        assert ended.out.rstrip("\n") == captioned("stdout").rstrip("\n")


def test_the_variables_of_the_page_ask_the_same_model(inside: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the option does."""
    (line,) = [line for line in COMMANDS if line.startswith("export ")]
    more = dict(word.split("=", 1) for word in shlex.split(line)[1:])
    with serving(answering) as server:
        monkeypatch.setattr(choice, "OLLAMA", f"http://127.0.0.1:{server.server_port}/v1")
        ended = inside("understand", "ResNet-50 within 200 ms", more=more)
        assert len(server.seen) == 1
    assert "read by qwen3:8b at" in ended.err


def test_the_messages_of_the_page_can_be_used(inside: Start, tmp_path: Path) -> None:
    """As they stand there."""
    own = tmp_path / "messages.yaml"
    own.write_text(captioned("messages.yaml"), encoding="utf-8")
    with serving(answering) as server:
        ended = inside(
            "reader", "test", "--reader", f"openai:http://127.0.0.1:{server.server_port}/v1#x", "--reader-seconds", "20", "--file", str(own)
        )
    assert ended.status == DONE, ended.err
    assert "model alone" in ended.out
