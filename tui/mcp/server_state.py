"""What the server keeps while a client is connected: the base, the question bank, the cache of decisions."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from engine.decision.context import DecisionCache
from knowledge import Knowledge
from knowledge.sentences import fill_sentence
from quizzes.bank import Bank, load_bank

Arguments = dict[str, Any]
"""Arguments of a tool call, checked against the tool's schema."""


class ToolAnswer(NamedTuple):
    """The answer of a tool."""

    document: object
    """A record or a mapping; its JSON is the structured content."""
    text: str


class ServerState:
    """Shared by all calls of one server."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Nothing is read or computed yet."""
        self.knowledge = knowledge
        self.cache = DecisionCache()

    @cached_property
    def bank(self) -> Bank:
        """Every item to practise, read at first use."""
        return load_bank(self.knowledge)

    def say(self, key: str, /, **values: object) -> str:
        """The sentence `key` of `wording/mcp.yaml`, filled."""
        return fill_sentence(self.knowledge, "mcp", key, **values)
