"""Messages to the MCP server: an answer, or the protocol's error; the server's own failure is ours."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from jsonschema import Draft202012Validator
from mcp import MCPError, types
from pydantic import BaseModel, ValidationError

from knowledge.errors import InputError
from tests.fuzz.base import base, check_refusal
from tests.fuzz.edits import EDIT, ChoiceBytes, edit_document
from tests.tui.mcp.conftest import CALLS
from tui.mcp.prompts import PROMPTS
from tui.mcp.resources import uri_template
from tui.mcp.server import RequestHandlers
from tui.mcp.server_state import ServerState
from tui.mcp.tools import TOOLS

_INVALID: Final = -32602
_METHODS: Final[dict[str, tuple[type[BaseModel], str]]] = {
    "tools/call": (types.CallToolRequestParams, "call_tool"),
    "resources/list": (types.PaginatedRequestParams, "list_resources"),
    "resources/read": (types.ReadResourceRequestParams, "read_resource"),
    "prompts/get": (types.GetPromptRequestParams, "get_prompt"),
    "completion/complete": (types.CompleteRequestParams, "complete_argument"),
}
_MORE: Final[dict[str, dict[str, Any]]] = {
    "estimate": {
        "accelerator": "h100",
        "accelerators": 8,
        "model_config": {"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32},
    },
    "next_question": {"text": "chat with Llama 3 8B", "facts": {"region": "eu-west-1", "compare": ["g5", "inf2"]}, "not_sure": ["traffic"]},
    "quiz_grade": {
        "question": "Why Spot?",
        "references": ["It is cheaper where a job can be interrupted."],
        "answer": "cheap, interruptible",
    },
    "quiz_item": {"form": "choice", "task": "3.1", "difficulty": 2, "seen": ["court-recordings-queue"], "seed": 7},
}
_REQUESTS: Final[tuple[dict[str, Any], ...]] = (
    *({"method": "tools/call", "params": {"name": name, "arguments": given}} for name, given in (*CALLS.items(), *_MORE.items())),
    {"method": "resources/list", "params": {"cursor": "100"}},
    {"method": "resources/read", "params": {"uri": "sizewise://families/g5"}},
    *({"method": "prompts/get", "params": {"name": name, "arguments": {argument: "BERT"}}} for name, argument in PROMPTS.items()),
    *(
        {"method": "completion/complete", "params": {"ref": ref, "argument": {"name": name, "value": "g"}}}
        for ref, name in (
            ({"type": "ref/prompt", "name": "place"}, "workload"),
            ({"type": "ref/resource", "uri": uri_template("families")}, "id"),
        )
    ),
)


def fuzz(data: bytes) -> None:
    """The first byte says raw JSON or edited requests."""
    drawn = ChoiceBytes(data)
    if drawn.byte() == EDIT:
        _send_message(edit_document(drawn, drawn.pick(_REQUESTS)))
        return
    for line in drawn.rest().split(b"\n"):
        try:
            message = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        _send_message(message)


def _send_message(message: object) -> None:
    """One message, as the SDK hands it to the server: parameters that are none do not get so far."""
    if not isinstance(message, dict):
        return
    method, params = message.get("method"), message.get("params") or {}
    if not isinstance(method, str) or method not in _METHODS or not isinstance(params, dict):
        return
    model, name = _METHODS[method]
    try:
        checked = model.model_validate(params)
    except ValidationError:
        return
    try:
        answer = asyncio.run(getattr(_faces(), name)(None, checked))
    except MCPError as error:
        _check_refused(error)
        return
    _state(answer, params)


def _check_refused(error: MCPError) -> None:
    assert error.code == _INVALID
    check_refusal(InputError(error.message))


def _state(answer: BaseModel, params: dict[str, Any]) -> None:
    """The protocol's own shape; a tool's answer also keeps the schema that the server announces."""
    assert answer.model_dump_json()
    if not isinstance(answer, types.CallToolResult):
        return
    (content,) = answer.content
    assert isinstance(content, types.TextContent)
    if answer.is_error:
        assert not content.text.startswith(_check_failure()), content.text
        check_refusal(InputError(content.text))
    else:
        assert content.text.strip()
        _schema(params["name"]).validate(answer.structured_content)


@functools.cache
def _held_base() -> ServerState:
    return ServerState(base())


@functools.cache
def _faces() -> RequestHandlers:
    return RequestHandlers(_held_base())


@functools.cache
def _check_failure() -> str:
    """How the server tells a failure of its own."""
    return _held_base().say("failed", problem="\0").partition("\0")[0]


@functools.cache
def _schema(tool: str) -> Draft202012Validator:
    return Draft202012Validator(TOOLS[tool].output_schema())


def seeds() -> Iterator[bytes]:
    """A call of every tool and every other request, and edits of each."""
    for number, request in enumerate(_REQUESTS):
        yield b"\0" + msgspec.json.encode(request)
        yield bytes((EDIT, number))
