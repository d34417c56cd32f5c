"""Facts that cannot all hold, with the ways out: which of two gives way."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.intake.contradictions import contradictions_of
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
    """Every contradiction that leaves a choice between two facts."""
    for problem in contradictions_of(workload):
        sides = tuple(_sides(workload, problem))
        if sides:
            yield Dispute(problem, sides)


def _sides(workload: Workload, problem: str) -> Iterator[Side]:
    """Which facts, taken away, end it; each of them may give way to another."""
    ending = [(fact, left) for fact in workload.known_facts() if (left := _without(workload, fact, problem)) is not None]
    for fact, left in ending:
        other = next((name for name, _ in ending if name != fact), None)
        if other is not None:
            yield Side(other, getattr(workload, other), fact, getattr(left, fact))


def _without(workload: Workload, fact: str, problem: str) -> Workload | None:
    """The workload without what the problem says of the fact; None where the problem stays."""
    value = getattr(workload, fact)
    kept = tuple(name for name in value if not problem.startswith(f"{name}:")) if isinstance(value, tuple) else ()
    left = workload.with_fact(fact, kept, workload.origins[fact]) if kept and kept != value else workload.without_fact(fact)
    return left if problem not in set(contradictions_of(left)) else None
