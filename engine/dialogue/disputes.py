"""Facts that cannot all hold, with the ways out: which of two gives way."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.intake.contradictions import Contradiction, contradictions_of
from engine.workload import Value, Workload


class Side(msgspec.Struct, frozen=True):
    """One way out: a fact holds, another gives way, whole or in part."""

    keeps: str
    value: Value
    """What holds."""
    gives_way: str
    kept: Value | None
    """What is left of what gives way."""


class Dispute(msgspec.Struct, frozen=True):
    """One contradiction."""

    problem: str
    sides: tuple[Side, ...]


def disputes_in(workload: Workload) -> Iterator[Dispute]:
    """Every contradiction, with the fact that gives way on each side."""
    for contradiction in contradictions_of(workload):
        sides = (_side(workload, contradiction, gives_way) for gives_way in _in_order(workload, contradiction))
        yield Dispute(contradiction.text, tuple(sides))


def _in_order(workload: Workload, contradiction: Contradiction) -> list[str]:
    """The two facts, in the order in which a workload lists them."""
    return [fact for fact in workload.known_facts() if fact in contradiction.facts]


def _side(workload: Workload, contradiction: Contradiction, gives_way: str) -> Side:
    """One fact holds; of the other, a list keeps the ids that are not in question."""
    keeps = next(fact for fact in contradiction.facts if fact != gives_way)
    value = getattr(workload, gives_way)
    kept = tuple(name for name in value if name != contradiction.identity) if isinstance(value, tuple) else ()
    return Side(keeps, getattr(workload, keeps), gives_way, kept or None)
