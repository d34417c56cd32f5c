"""The MCP server: offers tools, resources and prompts through the official SDK, and turns input errors into errors of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import anyio.to_thread
from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext

from knowledge.errors import InputError, quote_value, suggest_name
from tui.mcp import resources
from tui.mcp.prompts import PROMPTS, fill_prompt
from tui.mcp.server_state import ServerState
from tui.mcp.tools import TOOLS, structured_content
from tui.output.streams import replace_controls
from tui.version import VERSION

Context = ServerRequestContext[Any]
Page = types.PaginatedRequestParams | None
Result = TypeVar("Result")
_INVALID: Final = -32602
"""JSON-RPC error code for invalid parameters."""


def build_server(state: ServerState) -> Server[Any]:
    """A server with the state given."""
    handlers = RequestHandlers(state)
    return Server(
        "sizewise",
        version=VERSION,
        title=state.say("title"),
        instructions=state.say("instructions"),
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        on_completion=handlers.complete_argument,
    )


class RequestHandlers:
    """A handler for each request. One thread does all work: the connection stays responsive, and one answer is computed at a time."""

    def __init__(self, state: ServerState) -> None:
        """Nothing is computed yet."""
        self._state = state
        self._one_thread = anyio.CapacityLimiter(1)

    async def _run_in_thread(self, work: Callable[[], Result]) -> Result:
        """Run in the thread. An InputError becomes an error of the protocol."""
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._one_thread)
        except InputError as error:
            raise MCPError(_INVALID, str(error)) from None

    async def list_tools(self, _context: Context, _params: Page) -> types.ListToolsResult:
        """All tools with the schemas of their arguments; those of the answers, which are long, are told by `sizewise schema`."""
        return types.ListToolsResult(tools=await self._run_in_thread(lambda: [self._describe_tool(name) for name in TOOLS]))

    def _describe_tool(self, name: str) -> types.Tool:
        tool, state = TOOLS[name], self._state
        hints = types.ToolAnnotations(read_only_hint=True)
        return types.Tool(
            name=name,
            title=state.say(f"title_{name}"),
            description=state.say(f"tool_{name}"),
            input_schema=tool.input_schema(name, state),
            annotations=hints,
        )

    async def call_tool(self, _context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """The answer of a tool. Bad input is an answer of one line too, so that the assistant can correct it."""
        if params.name not in TOOLS:
            hint = suggest_name(params.name, TOOLS)
            raise MCPError(_INVALID, self._state.say("unknown_tool", name=quote_value(params.name), hint=hint))
        try:
            return await self._run_in_thread(partial(self._answer_call, params.name, params.arguments or {}))
        except MCPError as error:
            return _error_result(error.message)
        except Exception as error:  # noqa: BLE001  # the connection outlives any failure
            problem = f"{type(error).__name__}: {error}".splitlines()[0]
            return _error_result(self._state.say("failed", problem=replace_controls(problem)))

    def _answer_call(self, name: str, given: dict[str, Any]) -> types.CallToolResult:
        answer = TOOLS[name].answer_call(name, given, self._state)
        return types.CallToolResult(content=[types.TextContent(text=answer.text)], structured_content=structured_content(answer))

    async def list_resources(self, _context: Context, params: Page) -> types.ListResourcesResult:
        """A page of resources; the map of all names is the first."""
        return await self._run_in_thread(partial(self._list_page, params.cursor if params else None))

    def _list_page(self, cursor: str | None) -> types.ListResourcesResult:
        state = self._state
        listed = [
            resources.Entry(resources.MAP_URI, state.say("kind_map"), state.say("kind_map_about")),
            resources.Entry(resources.FACTS_URI, state.say("kind_facts"), state.say("kind_facts_about")),
            *resources.list_resources(state.knowledge),
        ]
        start = _page_start(cursor, len(listed), state)
        end = start + resources.PAGE_SIZE
        page = [types.Resource(uri=one.uri, name=one.name, description=one.about, mime_type="text/plain") for one in listed[start:end]]
        return types.ListResourcesResult(resources=page, next_cursor=str(end) if end < len(listed) else None)

    async def list_templates(self, _context: Context, _params: Page) -> types.ListResourceTemplatesResult:
        """The address template of each kind of entry."""
        about = partial(self._state.say, "template_about")
        templates = [
            types.ResourceTemplate(uri_template=resources.uri_template(kind), name=kind, description=about(kind=kind))
            for kind in resources.READABLE_KINDS
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(self, _context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """The article of an entry, and its record as JSON."""
        found = await self._run_in_thread(partial(resources.read_resource, params.uri, self._state))
        contents = [types.TextResourceContents(uri=params.uri, mime_type=one.mime, text=one.text) for one in found]
        return types.ReadResourceResult(contents=[*contents])

    async def list_prompts(self, _context: Context, _params: Page) -> types.ListPromptsResult:
        """All prompts with their arguments."""
        return types.ListPromptsResult(prompts=[self._describe_prompt(name, argument) for name, argument in PROMPTS.items()])

    def _describe_prompt(self, name: str, argument: str) -> types.Prompt:
        say = self._state.say
        prompt_argument = types.PromptArgument(name=argument, description=say(f"prompt_{name}_{argument}"), required=True)
        return types.Prompt(name=name, title=say(f"prompt_{name}"), description=say(f"prompt_{name}_about"), arguments=[prompt_argument])

    async def get_prompt(self, _context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """The text of a prompt."""
        text = await self._run_in_thread(partial(fill_prompt, params.name, params.arguments or {}, self._state))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=self._state.say(f"prompt_{params.name}_about"), messages=[message])

    async def complete_argument(self, _context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Complete the id in a resource template; a prompt's argument is free text without completions."""
        kinds = {resources.uri_template(kind): kind for kind in resources.READABLE_KINDS}
        match params.ref:
            case types.ResourceTemplateReference(uri=uri) if uri in kinds and params.argument.name == "id":
                names, total = await self._run_in_thread(partial(resources.complete_ids, kinds[uri], params.argument.value, self._state))
            case types.PromptReference(name=name) if PROMPTS.get(name) == params.argument.name:
                names, total = [], 0
            case _:
                raise MCPError(_INVALID, self._state.say("unknown_reference"))
        return types.CompleteResult(completion=types.Completion(values=names, total=total, has_more=total > len(names)))


def _page_start(cursor: str | None, length: int, state: ServerState) -> int:
    """Index of the first resource on a page. Raises InputError for a cursor that no list gave."""
    if cursor is None:
        return 0
    at = int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) < 7 else 0  # noqa: PLR2004  # no list is that long
    if not 0 < at < length or at % resources.PAGE_SIZE:
        raise InputError(state.say("bad_cursor", value=quote_value(cursor)))
    return at


def _error_result(line: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=line)], is_error=True)
