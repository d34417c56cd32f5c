"""Sentences of import and export, from `knowledge/data/wording/exchange.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from knowledge import Knowledge
from knowledge.sentences import fill_sentence

_MAX_NAMES: Final = 5
"""Names shown in one line."""


def exchange_sentence(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return fill_sentence(knowledge, "exchange", key, **values)


def list_first_names(names: Iterable[str]) -> str:
    """The first few of many names."""
    every = list(dict.fromkeys(names))
    return ", ".join(every[:_MAX_NAMES]) + (f" and {len(every) - _MAX_NAMES} more" if len(every) > _MAX_NAMES else "")
