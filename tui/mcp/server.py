"""The server: gives the tools, resources and prompts to the official SDK, and turns mistakes into what the protocol has for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

import anyio.to_thread
from mcp import MCPError, types
from mcp.server import Server, ServerRequestContext

from knowledge.errors import InputError, shown, suggestion
from tui.cli.main import VERSION
from tui.cli.streams import printable
from tui.mcp import resources
from tui.mcp.held import Held
from tui.mcp.prompts import PROMPTS, prompt_text
from tui.mcp.tools import TOOLS, document_of

Context = ServerRequestContext[Any]
Page = types.PaginatedRequestParams | None
Result = TypeVar("Result")
_INVALID: Final = -32602
"""The code of JSON-RPC for parameters that make no sense."""


def server_of(held: Held) -> Server[Any]:
    """A server that answers from one base."""
    faces = Faces(held)
    return Server(
        "sizewise",
        version=VERSION,
        title=held.say("title"),
        instructions=held.say("instructions"),
        on_list_tools=faces.list_tools,
        on_call_tool=faces.call_tool,
        on_list_resources=faces.list_resources,
        on_list_resource_templates=faces.list_templates,
        on_read_resource=faces.read_resource,
        on_list_prompts=faces.list_prompts,
        on_get_prompt=faces.get_prompt,
        on_completion=faces.complete,
    )


class Faces:
    """What answers each request. The work is done by one thread, so that the connection stays awake and one thing is computed at a time."""

    def __init__(self, held: Held) -> None:
        """Take what is held; nothing is computed yet."""
        self._held = held
        self._one = anyio.CapacityLimiter(1)

    async def _worked(self, work: Callable[[], Result]) -> Result:
        """What some work gives. A mistake of the client's becomes the protocol's error."""
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._one)
        except InputError as error:
            raise MCPError(_INVALID, str(error)) from None

    async def list_tools(self, _context: Context, _params: Page) -> types.ListToolsResult:
        """Every tool with the schemas of what goes in and what comes out."""
        return types.ListToolsResult(tools=await self._worked(lambda: [self._tool(name) for name in TOOLS]))

    def _tool(self, name: str) -> types.Tool:
        tool, held = TOOLS[name], self._held
        hints = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, destructive_hint=False, open_world_hint=False)
        return types.Tool(
            name=name,
            title=held.say(f"title_{name}"),
            description=held.say(f"tool_{name}"),
            input_schema=tool.input_schema(name, held),
            output_schema=tool.output_schema(),
            annotations=hints,
        )

    async def call_tool(self, _context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """The answer of a tool; bad input is an answer too, with one line, so that whoever asked can mend it."""
        if params.name not in TOOLS:
            hint = suggestion(params.name, TOOLS)
            raise MCPError(_INVALID, self._held.say("unknown_tool", name=shown(params.name), hint=hint))
        try:
            return await self._worked(partial(self._called, params.name, params.arguments or {}))
        except MCPError as error:
            return _refused(error.message)
        except Exception as error:  # noqa: BLE001  # the connection outlives whatever it is
            problem = f"{type(error).__name__}: {error}".splitlines()[0]
            return _refused(self._held.say("failed", problem=printable(problem)))

    def _called(self, name: str, given: dict[str, Any]) -> types.CallToolResult:
        told = TOOLS[name].told(name, given, self._held)
        return types.CallToolResult(content=[types.TextContent(text=told.text)], structured_content=document_of(told))

    async def list_resources(self, _context: Context, params: Page) -> types.ListResourcesResult:
        """A page of the entries; the map of all names stands first."""
        return await self._worked(partial(self._listed, params.cursor if params else None))

    def _listed(self, cursor: str | None) -> types.ListResourcesResult:
        held = self._held
        listed = [resources.Entry(resources.MAP, held.say("kind_map"), held.say("kind_map_about")), *resources.entries(held.knowledge)]
        start = _position(cursor, len(listed), held)
        end = start + resources.AT_ONCE
        page = [types.Resource(uri=one.uri, name=one.name, description=one.about, mime_type="text/plain") for one in listed[start:end]]
        return types.ListResourcesResult(resources=page, next_cursor=str(end) if end < len(listed) else None)

    async def list_templates(self, _context: Context, _params: Page) -> types.ListResourceTemplatesResult:
        """The address of an entry of each kind."""
        about = partial(self._held.say, "template_about")
        templates = [
            types.ResourceTemplate(uri_template=resources.template_of(kind), name=kind, description=about(kind=kind))
            for kind in resources.READABLE
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(self, _context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """The article of an entry, and its record as JSON."""
        found = await self._worked(partial(resources.read, params.uri, self._held))
        contents = [types.TextResourceContents(uri=params.uri, mime_type=one.mime, text=one.text) for one in found]
        return types.ReadResourceResult(contents=[*contents])

    async def list_prompts(self, _context: Context, _params: Page) -> types.ListPromptsResult:
        """The prompts with their argument."""
        return types.ListPromptsResult(prompts=[self._prompt(name, argument) for name, argument in PROMPTS.items()])

    def _prompt(self, name: str, argument: str) -> types.Prompt:
        say = self._held.say
        asked = types.PromptArgument(name=argument, description=say(f"prompt_{name}_{argument}"), required=True)
        return types.Prompt(name=name, title=say(f"prompt_{name}"), description=say(f"prompt_{name}_about"), arguments=[asked])

    async def get_prompt(self, _context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """What a prompt says."""
        text = await self._worked(partial(prompt_text, params.name, params.arguments or {}, self._held))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=self._held.say(f"prompt_{params.name}_about"), messages=[message])

    async def complete(self, _context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        """Ids of the kind of a template; a prompt's argument is free text, of which nothing can be completed."""
        kinds = {resources.template_of(kind): kind for kind in resources.READABLE}
        match params.ref:
            case types.ResourceTemplateReference(uri=uri) if uri in kinds and params.argument.name == "id":
                names, total = await self._worked(partial(resources.completed, kinds[uri], params.argument.value, self._held))
            case types.PromptReference(name=name) if PROMPTS.get(name) == params.argument.name:
                names, total = [], 0
            case _:
                raise MCPError(_INVALID, self._held.say("unknown_reference"))
        return types.CompleteResult(completion=types.Completion(values=names, total=total, has_more=total > len(names)))


def _position(cursor: str | None, length: int, held: Held) -> int:
    """Where a page begins. Raises InputError for a cursor that no list gave."""
    if cursor is None:
        return 0
    at = int(cursor) if cursor.isascii() and cursor.isdigit() and len(cursor) < 7 else 0  # noqa: PLR2004  # no list is that long
    if not 0 < at < length or at % resources.AT_ONCE:
        raise InputError(held.say("bad_cursor", value=shown(cursor)))
    return at


def _refused(line: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=line)], is_error=True)
