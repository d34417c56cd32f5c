"""How people tell what hurts, prepared for comparing texts with it."""

from typing import NamedTuple

from knowledge.schema.record import Record


class Wording(NamedTuple):
    """One text that tells of a symptom."""

    symptom: int
    """Its place among the symptoms."""
    weight: float
    norm: float
    """Length of its vector of rarities."""


class Term(NamedTuple):
    """A word without its ending, or two in a row."""

    rarity: float
    """Logarithm of how few symptoms it stands in."""
    wordings: tuple[int, ...]
    """Places of the wordings that it stands in."""


class SymptomIndex(Record):
    """All wordings of all symptoms."""

    symptoms: tuple[str, ...]
    lengths: tuple[float, ...]
    """Terms of each symptom, weighted."""
    wordings: tuple[Wording, ...]
    terms: dict[str, Term]
    pain: dict[str, float]
    """Term -> logarithm of how much more often it stands where something hurts than where nothing does."""
