"""The entries of the base as resources, and the prompts."""

from __future__ import annotations

import json

import pytest
from mcp import Client, MCPError, types

from engine.workload import FACT_NAMES
from knowledge import Knowledge
from knowledge.lookup import EXPLAINED_KINDS
from tests.depth import LONG
from tests.tui.conftest import Start
from tests.tui.mcp.conftest import Connect
from tui.mcp.prompts import PROMPTS
from tui.mcp.resources import FACTS_URI, MAP_URI, PAGE_SIZE, READABLE_KINDS


async def listed(client: Client) -> list[types.Resource]:
    """Every resource, page by page."""
    found: list[types.Resource] = []
    cursor = None
    while True:
        page = await client.list_resources(cursor=cursor)
        assert len(page.resources) <= PAGE_SIZE
        found += page.resources
        cursor = page.next_cursor
        if cursor is None:
            return found


async def test_every_entry_is_listed_once(connect: Connect, knowledge: Knowledge) -> None:
    """With its name and a summary; the map of all names stands first."""
    async with connect() as client:
        found = await listed(client)
    expected = [f"sizewise://{kind}/{identity}" for kind in EXPLAINED_KINDS for identity in sorted(getattr(knowledge, kind))]
    assert [one.uri for one in found] == [MAP_URI, FACTS_URI, *expected]
    assert all(one.name and one.description for one in found)


async def test_a_listed_entry_can_be_read(connect: Connect) -> None:
    """As a text, and as a record with its sources: the map and an entry of each kind, in a long run every one."""
    async with connect() as client:
        found = await listed(client)
        for one in found if LONG else {one.uri.rpartition("/")[0]: one for one in found}.values():
            text, record = (await client.read_resource(one.uri)).contents
            assert isinstance(text, types.TextResourceContents)
            assert isinstance(record, types.TextResourceContents)
            assert text.text.strip()
            assert (text.mime_type, record.mime_type) == ("text/plain", "application/json")
            assert one.uri in (MAP_URI, FACTS_URI) or one.uri.endswith("/" + json.loads(record.text)["id"])


async def test_the_facts_are_told_with_their_values(connect: Connect) -> None:
    """Each that advise takes: in words, and as a schema that a choice's values are listed in."""
    async with connect() as client:
        text, schema = (await client.read_resource(FACTS_URI)).contents
    assert isinstance(text, types.TextResourceContents)
    assert isinstance(schema, types.TextResourceContents)
    assert [line.split(":")[0] for line in text.text.splitlines()] == list(FACT_NAMES) == list(json.loads(schema.text)["properties"])
    assert json.loads(schema.text)["properties"]["priority"]["enum"] == ["cost", "latency", "throughput", "simplicity", "balanced"]


async def test_an_entry_is_what_explain_says(connect: Connect, inside: Start) -> None:
    """The page and the document of the command; test_tools reads it over pipes too."""
    async with connect() as client:
        text, record = (await client.read_resource("sizewise://families/g5")).contents
    assert isinstance(text, types.TextResourceContents)
    assert isinstance(record, types.TextResourceContents)
    assert text.text == inside("explain", "g5").out.removesuffix("\n")
    assert json.loads(record.text) == json.loads(inside("explain", "g5", "--json").out)


async def test_each_kind_has_a_template_whose_ids_are_completed(connect: Connect, knowledge: Knowledge) -> None:
    """What begins as typed comes first; a page at most, and the number of all."""
    async with connect() as client:
        templates = (await client.list_resource_templates()).resource_templates
        assert [one.uri_template for one in templates] == [f"sizewise://{kind}/{{id}}" for kind in READABLE_KINDS]
        for template, kind in zip(templates, READABLE_KINDS, strict=True):
            known = getattr(knowledge, kind)
            name = next(iter(known))
            reference = types.ResourceTemplateReference(uri=template.uri_template)
            found = (await client.complete(reference, {"name": "id", "value": name[:2].upper()})).completion
            assert name[:2] == found.values[0][:2]
            assert set(found.values) <= set(known)
            assert len(found.values) == min(found.total or 0, PAGE_SIZE)
            contents = (await client.read_resource(template.uri_template.replace("{id}", name))).contents
            assert contents


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("sizewise://families/g55", "Did you mean g5?"),
        ("sizewise://family/g5", "Did you mean sizewise://families/{id}?"),
        ("sizewise://families/", "sizewise://"),
        ("sizewise://families/../../etc/passwd", "there is no such entry"),
        ("file:///etc/passwd", "there is no such entry"),
        ("sizewise://stamp/as_of", "there is no such entry"),
        ("", "there is no such entry"),
        ("x" * 10_000, "there is no such entry"),
    ],
)
async def test_an_address_of_nothing_is_refused_in_one_line(connect: Connect, uri: str, told: str) -> None:
    """With the nearest that there is."""
    async with connect() as client:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(uri)
    assert told in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("cursor", ["0", "1", "-100", "100000", "1e2", "x", "٣", "9" * 5000])
async def test_a_cursor_that_no_list_gave_is_refused(connect: Connect, cursor: str) -> None:
    """In one line."""
    async with connect() as client:
        with pytest.raises(MCPError, match="cursor"):
            await client.list_resources(cursor=cursor)


async def test_a_prompt_carries_what_it_is_given(connect: Connect) -> None:
    """As text: signs that mean something to a template mean nothing in it."""
    odd = "BERT $workload ${x} {y} %s [/z]"
    async with connect() as client:
        prompts = (await client.list_prompts()).prompts
        assert {prompt.name: [one.name for one in prompt.arguments or ()] for prompt in prompts} == {
            name: [argument] for name, argument in PROMPTS.items()
        }
        for name, argument in PROMPTS.items():
            (message,) = (await client.get_prompt(name, {argument: odd})).messages
            assert isinstance(message.content, types.TextContent)
            assert odd in message.content.text
            with pytest.raises(MCPError, match=f"{argument}: it is missing"):
                await client.get_prompt(name, {})
            with pytest.raises(MCPError, match="no such argument"):
                await client.get_prompt(name, {"other": "x"})
            nothing = await client.complete(types.PromptReference(name=name), {"name": argument, "value": "x"})
            assert nothing.completion.values == []
        with pytest.raises(MCPError, match="Did you mean place"):
            await client.get_prompt("plaice", {})


async def test_only_what_is_there_can_be_completed(connect: Connect) -> None:
    """A template of another server is refused."""
    async with connect() as client:
        with pytest.raises(MCPError, match="only the resource templates"):
            await client.complete(types.ResourceTemplateReference(uri="file:///{path}"), {"name": "path", "value": "/"})
