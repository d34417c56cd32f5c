"""What is held while a client is connected: the base, the bank of questions, and what was computed already."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from engine.decision.context import Memo
from knowledge import Knowledge
from knowledge.sentences import sentence
from quizzes.bank import Bank, load_bank

Arguments = dict[str, Any]
"""What a client gives a tool, checked against the tool's schema."""


class Told(NamedTuple):
    """What a tool answers."""

    document: object
    """A record or a mapping; its JSON is the structured content."""
    text: str


class Held:
    """Reads the bank when it is first asked for."""

    def __init__(self, knowledge: Knowledge) -> None:
        """Take the base; nothing is computed yet."""
        self.knowledge = knowledge
        self.memo: Memo = {}

    @cached_property
    def bank(self) -> Bank:
        """Every item to practise."""
        return load_bank(self.knowledge)

    def say(self, key: str, /, **values: object) -> str:
        """The sentence `key` of this subject, filled."""
        return sentence(self.knowledge, "mcp", key, **values)
