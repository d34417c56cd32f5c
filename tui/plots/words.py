"""The words of plots, from the base."""

from __future__ import annotations

from string import Template
from typing import Protocol

from knowledge import Knowledge


class Say(Protocol):
    """Gives the sentence of a key with its placeholders filled."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The sentence."""


def words_of(knowledge: Knowledge) -> Say:
    """What reads `wording/plots.yaml`."""
    texts = knowledge.wording["plots"].texts

    def say(key: str, /, **values: object) -> str:
        return Template(texts[key]).substitute({name: str(value) for name, value in values.items()})

    return say


def named(what: str, count: int) -> str:
    """Machines with their number, where there is more than one."""
    return f"{what} × {count}" if count > 1 else what
