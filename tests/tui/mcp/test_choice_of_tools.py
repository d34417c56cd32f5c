"""What an assistant sees of the tools: short enough to be read every time, and enough to choose the right one."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from mcp import types

from tests.case_tables import read_table
from tests.tui.mcp.conftest import Connect

QUESTIONS: list[dict[str, str]] = read_table(Path(__file__).with_name("questions.yaml"))
MOST_BYTES = 12_000
RIGHT_SHARE = 0.9
_WORD = re.compile(r"[a-z0-9]+")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "ed", "es", "s", "e")


def stem(word: str) -> str:
    """The word without its ending."""
    return next((word.removesuffix(end) for end in _ENDINGS if word.endswith(end) and len(word) - len(end) > 2), word)


def words_of(text: str) -> list[str]:
    """The stems of a text."""
    return [stem(word) for word in _WORD.findall(text.lower())]


def choose_tool(question: str, tools: Mapping[str, Sequence[str]]) -> str:
    """The tool whose words are likest to the question, by BM25 with its usual constants: a chooser that knows nothing but the listing."""
    mean = sum(map(len, tools.values())) / len(tools)
    spread = Counter(word for words in tools.values() for word in set(words))

    def score(words: Sequence[str]) -> float:
        counts = Counter(words)
        return sum(
            math.log(1 + (len(tools) - spread[word] + 0.5) / (spread[word] + 0.5))
            * counts[word]
            * 2.5
            / (counts[word] + 1.5 * (0.25 + 0.75 * len(words) / mean))
            for word in set(words_of(question))
        )

    return max(tools, key=lambda name: score(tools[name]))


async def list_tools(connect: Connect) -> types.ListToolsResult:
    """The listing, as the official client gets it."""
    async with connect() as client:
        return await client.list_tools()


async def test_the_listing_is_short(connect: Connect) -> None:
    """An assistant carries it in every conversation."""
    listing = await list_tools(connect)
    assert len(listing.model_dump_json(by_alias=True, exclude_none=True).encode()) <= MOST_BYTES


async def test_the_descriptions_lead_to_the_right_tool(connect: Connect) -> None:
    """Even a chooser that merely counts words finds it for nine questions of ten."""
    tools = {tool.name: words_of(f"{tool.name} {tool.title} {tool.description}") for tool in (await list_tools(connect)).tools}
    missed = [(case["ask"], case["tool"], found) for case in QUESTIONS if (found := choose_tool(case["ask"], tools)) != case["tool"]]
    assert len(QUESTIONS) >= 30
    assert {case["tool"] for case in QUESTIONS} == set(tools)
    assert len(QUESTIONS) - len(missed) >= len(QUESTIONS) * RIGHT_SHARE, missed


async def test_without_descriptions_the_right_tool_is_missed(connect: Connect) -> None:
    """So the questions are not answered by the names of the tools alone."""
    tools = {tool.name: words_of(tool.name) for tool in (await list_tools(connect)).tools}
    right = [case for case in QUESTIONS if choose_tool(case["ask"], tools) == case["tool"]]
    assert len(right) < len(QUESTIONS) / 2


async def test_every_description_says_when_to_call(connect: Connect) -> None:
    """And every argument that is listed has a type or its values."""
    for tool in (await list_tools(connect)).tools:
        assert "Call " in (tool.description or ""), tool.name
        for name, schema in tool.input_schema["properties"].items():
            assert name == "answer" or "type" in schema or "enum" in schema, (tool.name, name)
