"""The official client, beside the server in one process, and over the pipes of a real one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Literal

import pytest
from mcp import Client, StdioServerParameters, types

from knowledge import Knowledge
from tests.depth import LONG
from tests.tui.conftest import COMMAND
from tui.mcp.server import build_server
from tui.mcp.server_state import ServerState

Connect = Callable[[], AbstractAsyncContextManager[Client]]
TEXT = "BERT sentiment, 1000 requests a minute, p99 under 200 ms"
CALLS: dict[str, dict[str, Any]] = {
    "advise": {"text": TEXT},
    "next_question": {"text": TEXT},
    "why_not": {"text": TEXT, "name": "inf2"},
    "compat": {"text": "FlashAttention 2 on g4dn.xlarge"},
    "diagnose": {"text": "CUDA out of memory after a few steps of training"},
    "estimate": {"model": "llama-3-8b", "instance": "ml.g5.2xlarge", "concurrency": 8},
    "compare": {"names": ["g5", "inf2"]},
    "explain": {"term": "whats efa"},
    "template": {"text": TEXT, "format": "terraform"},
    "report": {"text": TEXT, "format": "markdown"},
    "verify_plan": {"text": TEXT},
    "verify_read": {"text": TEXT, "results": "instance_type,latency_ms\nml.g5.xlarge,5\n", "file": "measured.csv"},
    "quiz_item": {"about": "spot"},
    "quiz_grade": {"item": "court-recordings-queue", "answer": "b"},
}
"""For each tool, what a client would ask it."""


@pytest.fixture(scope="session")
def state(knowledge: Knowledge) -> ServerState:
    """What a server holds, once for the tests of a process."""
    return ServerState(knowledge)


@pytest.fixture
def connect(state: ServerState) -> Connect:
    """The client on a server in this process."""
    return lambda: Client(build_server(state))


@pytest.fixture(params=["auto", "legacy"] if LONG else ["auto"])
def over_pipes(settings: dict[str, str], request: pytest.FixtureRequest) -> Connect:
    """The client on `sizewise mcp`, in the present protocol and in the one with a handshake."""
    mode: Literal["auto", "legacy"] = request.param

    @asynccontextmanager
    async def connected() -> AsyncIterator[Client]:
        server = StdioServerParameters(command=str(COMMAND), args=["mcp"], env=settings)
        async with Client(server, mode=mode) as client:
            yield client

    return connected


def text_of(result: types.CallToolResult) -> str:
    """The text of an answer, which is one."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text
