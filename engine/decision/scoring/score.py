"""The score of an option, term by term: what is added up to rank it is what is shown of it."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """Points against an option, by what they are for; the least in all ranks first. Weighed by the priority already."""

    cost: float = 0.0
    """The logarithm of its cost over the cheapest."""
    speed: float = 0.0
    """The same of its time over the quickest, as far as speed counts."""
    effort: float = 0.0
    """What its place, compiling for Neuron and several machines take."""
    fit: float = 0.0
    """How far from what the algorithm's own guide names."""
    guidance: float = 0.0
    """Documented rules of thumb that speak against it, less those that speak for it."""
    wish: float = 0.0
    """What the person asks about or would rather have; below 0 where it is that."""
    move: float = 0.0
    """Leaving the place of today."""
    risk: float = 0.0
    """How likely it misses a stated target."""

    @property
    def total(self) -> float:
        """The sum of all terms."""
        return sum(self)
