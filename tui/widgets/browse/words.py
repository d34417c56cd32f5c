"""The sentences of the browse screen, which stand in `wording/browse.yaml`."""

from __future__ import annotations

from string import Template

from knowledge import Knowledge


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence `key` with its placeholders filled."""
    return Template(knowledge.wording["browse"].texts[key]).substitute({name: str(value) for name, value in values.items()})


def kind_name(knowledge: Knowledge, kind: str) -> str:
    """What a reader knows a kind by."""
    return say(knowledge, f"kind_{kind}")
