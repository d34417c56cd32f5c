"""The words that formats show and reports say, from `knowledge/data/wording/exchange.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import sentence

_MOST_NAMES: Final = 5
"""Names that one line repeats."""


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return sentence(knowledge, "exchange", key, **values)


def listed(names: Iterable[str]) -> str:
    """The first names of many, in a row."""
    every = list(dict.fromkeys(names))
    return ", ".join(every[:_MOST_NAMES]) + (f" and {len(every) - _MOST_NAMES} more" if len(every) > _MOST_NAMES else "")
