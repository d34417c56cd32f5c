"""A client that sends anything: every call is answered, the server stays, and its standard output carries the protocol alone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from queue import Queue
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mcp import Client, MCPError, types

from tests.depth import LONG as FAR
from tests.depth import rounds
from tests.tui.conftest import COMMAND
from tests.tui.mcp.conftest import CALLS, text_of
from tui.mcp.server import build_server
from tui.mcp.server_state import ServerState
from tui.mcp.tools import TOOLS

PATIENCE = 60.0
"""Seconds after which an answer that does not come is a failure; no measure of speed."""
INVALID = -32602
LONG = "x\u202e[/b]\x1b[2J😀" * 10_000
WORDS = st.text(max_size=30) | st.sampled_from(
    ["", " ", "BERT under 200 ms", "g5", "inf2", "spot", "llama-3-8b", "ml.g5.xlarge", "b", "a c", "nan", "1e999", "$x ${y}", LONG]
)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([0, -1, 10**400, 1e308, 0.1 + 0.2])
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
FACTS = st.dictionaries(
    st.sampled_from(["latency_p99_ms", "model", "require", "stage", "rows", "arm_ok", "region"]) | WORDS, JSON, max_size=4
)


@st.composite
def calls(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A tool with arguments: what makes sense, partly replaced, or anything."""
    tool = draw(st.sampled_from(list(TOOLS)))
    sensible = draw(st.booleans())
    names = st.sampled_from(list(TOOLS[tool].arguments)) | WORDS
    wild = draw(st.dictionaries(names, JSON | FACTS, max_size=4))
    return tool, {**(CALLS[tool] if sensible else {}), **wild}


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One event loop for all the examples of a test."""
    with asyncio.Runner() as runner:
        yield runner


async def called(state: ServerState, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """The answer of a tool to the official client, which checks its content against the schema."""
    async with Client(build_server(state)) as client:
        return await client.call_tool(tool, arguments)


@settings(max_examples=rounds(quick=15, long=4000), deadline=None, derandomize=not FAR, database=None)
@given(call=calls())
def test_any_arguments_are_answered_or_refused_in_one_line(
    loop: asyncio.Runner, state: ServerState, call: tuple[str, dict[str, Any]]
) -> None:
    """No call fails in another way than by a line that says why, and none by a failure of ours."""
    answer = loop.run(called(state, *call))
    text = text_of(answer)
    assert text.strip()
    assert "failed on its own" not in text
    if answer.is_error:
        assert "\x1b" not in text
        assert len(text) < 1000


@settings(max_examples=rounds(quick=4, long=1000), deadline=None, derandomize=not FAR, database=None)
@given(name=st.text(max_size=50) | WORDS)
def test_unknown_names_are_refused_by_the_protocol(loop: asyncio.Runner, state: ServerState, name: str) -> None:
    """A tool, an address and a cursor of none: invalid parameters, in one short line."""

    async def refusals() -> list[MCPError]:
        found = []
        async with Client(build_server(state)) as client:
            for wrong in (client.call_tool(name, {}), client.read_resource(name), client.list_resources(cursor=f"x{name}")):
                with pytest.raises(MCPError) as refused:
                    await wrong
                found.append(refused.value)
        return found

    for error in loop.run(refusals()):
        assert error.code == INVALID
        assert len(error.message.splitlines()) == 1
        assert len(error.message) < 300


class Raw:
    """A server on pipes, to which any bytes can be sent. Its lines are read as they come, so that no pipe runs full."""

    def __init__(self, environment: dict[str, str]) -> None:
        """Start it."""
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([COMMAND, "mcp"], env=environment, stdin=pipe, stdout=pipe, stderr=pipe)
        self._lines: Queue[bytes] = Queue()
        self._reader = threading.Thread(target=self._collect_lines, daemon=True)
        self._reader.start()
        self._count = 0

    def _collect_lines(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def send(self, *lines: bytes) -> None:
        """Write lines."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line + b"\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The answer to a sound request; every line before it is a message of the protocol too."""
        self._count += 1
        identity = f"ask-{self._count}"
        self.send(json.dumps({"jsonrpc": "2.0", "id": identity, "method": method, "params": params}).encode())
        while True:
            line = self._lines.get(timeout=PATIENCE)
            assert line, "the server has gone"
            message: dict[str, Any] = json.loads(line)
            assert message["jsonrpc"] == "2.0"
            if message.get("id") == identity:
                return message

    def end(self) -> tuple[int, bytes]:
        """Close its input; its exit status and what it wrote to standard error."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        told = self.process.stderr.read()
        self.process.stderr.close()
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return status, told


HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}}


@pytest.fixture(scope="module")
def raw(settings: dict[str, str]) -> Iterator[Raw]:
    """A server that has shaken hands; afterwards it has ended well, and said nothing."""
    server = Raw(settings)
    assert "result" in server.ask("initialize", HELLO)
    server.send(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    yield server
    assert server.end() == (0, b"")


METHODS = st.sampled_from(
    ["initialize", "ping", "tools/call", "tools/list", "resources/read", "prompts/get", "completion/complete", "notifications/cancelled",
     "notifications/initialized", "server/discover", "logging/setLevel", "nope", ""]
)  # fmt: skip
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | JSON},
    optional={"id": st.integers() | JSON, "method": METHODS | JSON, "params": JSON, "result": JSON, "error": JSON},
).map(lambda message: json.dumps(message).encode())
GARBAGE = st.binary(max_size=200).map(lambda data: data.replace(b"\n", b""))
LINES = st.lists(MESSAGES | GARBAGE | JSON.map(lambda value: json.dumps(value).encode()), max_size=8)


def calling(tool: str, arguments: bytes) -> bytes:
    """A call whose arguments are written as they are."""
    return b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "%s", "arguments": %s}}' % (tool.encode(), arguments)


MONSTERS = (
    b"9" * 3_000_000,  # a long number
    calling("explain", b'{"term": "' + b"x" * 3_000_000 + b'"}'),  # a long text
    b'{"a":' * 50_000 + b"1" + b"}" * 50_000,  # deep nesting
    calling("advise", b'{"a":' * 150 + b"1" + b"}" * 150),  # deep arguments
    calling("advise", rb'{"text": "\ud800"}'),  # half a character
    calling("advise", b'{"facts": {"rows": NaN}}'),  # no number
    b"\xff\xfe\x00" * 1000,  # no text
    b"\r\n\r\n",  # empty lines
)


def with_monsters(test: Callable[..., None]) -> Callable[..., None]:
    """A test that is given every monstrous line too."""
    for line in MONSTERS:
        test = example(lines=[line])(test)
    return test


@with_monsters
@settings(max_examples=rounds(quick=8, long=3000), deadline=None, derandomize=not FAR, database=None)
@given(lines=LINES)
def test_whatever_lines_come_the_next_request_is_answered(raw: Raw, lines: list[bytes]) -> None:
    """Garbage, halves of messages, other shapes; what is written in between is messages of the protocol alone."""
    raw.send(*lines)
    answer = raw.ask("tools/call", {"name": "why_not", "arguments": {"text": "BERT", "name": "p4d"}})
    assert answer["result"]["structuredContent"]["is_choice"] is False


SHAKING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}).encode() + b"\n"


EARLY = {"a handshake": SHAKING} | ({"nothing": b"", "half a message": b'{"jsonrpc": "2.0"'} if FAR else {})


@pytest.mark.parametrize("data", EARLY.values(), ids=EARLY)
def test_a_client_that_goes_early_ends_the_server(settings: dict[str, str], data: bytes) -> None:
    """Whenever it goes: exit status 0, and no word on standard error."""
    done = subprocess.run([COMMAND, "mcp"], input=data, capture_output=True, env=settings, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in done.stdout.splitlines())


def test_a_client_that_stops_reading_ends_the_server(settings: dict[str, str]) -> None:
    """Its answers have nowhere to go: no traceback, and no server that is left behind."""
    reading, writing = os.pipe()
    process = subprocess.Popen([COMMAND, "mcp"], env=settings, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    os.close(reading)
    assert process.stdin is not None
    assert process.stderr is not None
    with contextlib.suppress(BrokenPipeError):
        for _ in range(100_000):
            os.write(process.stdin.fileno(), SHAKING)
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()
