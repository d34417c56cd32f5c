"""The sentences of the practice screen, from `knowledge/data/wording/practice.yaml`."""

from __future__ import annotations

from string import Template

from knowledge import Knowledge


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence under `key` with its placeholders filled."""
    return Template(knowledge.wording["practice"].texts[key]).substitute({name: str(value) for name, value in values.items()})
