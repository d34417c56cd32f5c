"""The words of plots, from the base."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.sentences import Say, saying


def words_of(knowledge: Knowledge) -> Say:
    """What reads `wording/plots.yaml`."""
    return saying(knowledge, "plots")
