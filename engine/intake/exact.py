"""Which of two algorithms in one message says more."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge

_GENERIC: Final = frozenset({"recommender", "time-series", "llm", "cnn", "transformer-encoder"})
"""Classes that a message names on the way to a more exact algorithm."""


def is_more_exact(value: str, current: str, knowledge: Knowledge) -> bool:
    """Whether `value` is an algorithm where `current` is a class of them, or a mode of `current`."""
    algorithm = knowledge.algorithms.get(value)
    return (current in _GENERIC and value not in _GENERIC) or (algorithm is not None and algorithm.variant_of == current)
