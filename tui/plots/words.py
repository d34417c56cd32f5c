"""The words of plots, from the base."""

from __future__ import annotations

from knowledge import Knowledge
from knowledge.sentences import Say, saying


def words_of(knowledge: Knowledge) -> Say:
    """What reads `wording/plots.yaml`."""
    return saying(knowledge, "plots")


def named(what: str, count: int) -> str:
    """Machines with their number, where there is more than one."""
    return f"{what} × {count}" if count > 1 else what
