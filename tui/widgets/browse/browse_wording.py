"""The sentences of the browse screen, from `wording/browse.yaml`."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.sentences import fill_sentence


def browse_text(knowledge: Knowledge, key: str, /, **values: object) -> str:
    """The sentence `key` with its placeholders filled."""
    return fill_sentence(knowledge, "browse", key, **values)


def kind_name(knowledge: Knowledge, kind: str) -> str:
    """The name of a kind for readers."""
    return browse_text(knowledge, f"kind_{kind}")
