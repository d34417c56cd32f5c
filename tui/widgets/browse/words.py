"""The sentences of the browse screen, which stand in `wording/browse.yaml`."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.sentences import sentence


def say(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence `key` with its placeholders filled."""
    return sentence(knowledge, "browse", key, **values)


def kind_name(knowledge: Knowledge, kind: str) -> str:
    """What a reader knows a kind by."""
    return say(knowledge, f"kind_{kind}")
