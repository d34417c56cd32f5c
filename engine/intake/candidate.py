"""What a reader proposes: a fact, its value, the words that say it, and how surely they do."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Certainty(enum.IntEnum):
    """How surely words say a fact; of two that differ the surer one counts."""

    SUGGESTED = 1
    """Several words together hint at it, or they tell of the present alone."""
    WORDED = 2
    """A phrase says it."""
    EXACT = 3
    """A number with its unit, or a name."""


class Candidate(NamedTuple):
    """One fact that a reader takes some words to state; the resolver decides whether it is one."""

    fact: str
    value: object
    start: int
    end: int
    certainty: Certainty = Certainty.EXACT
    is_approximate: bool = False
    """Whether the words say "about"."""
    is_listed: bool = False
    """Whether the value is one more of a list, as ids in `require` are."""
