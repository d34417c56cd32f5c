"""Where it is decided which of the candidates are facts: the surest first, then the earliest, unless a later one corrects it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

import msgspec

from engine.intake.candidate import Candidate
from engine.intake.exact import is_more_exact
from engine.intake.message import Message
from engine.intake.unused import Span
from engine.intake.values import value_of
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError

_SEVERAL: Final = frozenset({"task", "data_type", "model", "model_family", "algorithm", "dataset", "stage"})
"""Facts of which a message may name several without contradicting itself."""
_NEEDS: Final = {"latency_percentile": "latency_p99_ms"}
"""A fact that says nothing without another."""
_OF_ONE_TYPE: Final = frozenset({"current_instance", "current_count"})
"""Facts of which a fleet of several types has as many."""
_GIVES_WAY: Final = {"instances_wanted": "current_count"}
"""A fact -> the one that its number states instead: machines that are in use are not wanted."""
_BEATS: Final = {"compare": "require"}
"""A list -> the list whose ids it leaves out: what has to be taken is not asked about as well."""

Quote = Callable[[int, int], str]
"""From two places of a message to the words between them, as they were written."""


class Resolved(msgspec.Struct, frozen=True):
    """The facts of a message, what speaks against them, and where the words stand that either was read from."""

    workload: Workload
    conflicts: tuple[str, ...]
    used: tuple[Span, ...]


def resolve(candidates: Iterable[Candidate], message: Message, quote: Quote, knowledge: Knowledge) -> Resolved:
    """Decide fact by fact. A value that cannot be is told, and so is one that differs from the one taken."""
    proposed: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        proposed.setdefault(candidate.fact, []).append(candidate)
    for fact in [fact for fact in proposed if _is_pointless(fact, proposed)]:
        del proposed[fact]
    several = _SEVERAL | _OF_ONE_TYPE if "current_fleet" in proposed else _SEVERAL
    decisions = [_Decision(fact, quote, may_be_several=fact in several) for fact in proposed]
    for decision in decisions:
        for candidate in sorted(proposed[decision.fact], key=lambda one: -one.certainty):
            decision.consider(candidate, message, knowledge)
    workload = Workload()
    for decision in decisions:
        if decision.value is not None:
            workload = workload.with_fact(decision.fact, decision.value, decision.origin)
    return Resolved(
        _without_beaten(workload),
        tuple(line for decision in decisions for line in decision.conflicts),
        tuple(span for decision in decisions for span in decision.used),
    )


def _is_pointless(fact: str, proposed: Collection[str]) -> bool:
    """Whether another fact is missing that it rests on, or takes its place."""
    return (fact in _NEEDS and _NEEDS[fact] not in proposed) or _GIVES_WAY.get(fact) in proposed


class _Decision:
    """What is decided of one fact."""

    def __init__(self, fact: str, quote: Quote, *, may_be_several: bool) -> None:
        self.fact, self._quote, self._may_be_several = fact, quote, may_be_several
        self.value: Value | None = None
        self.origin = Origin(kind="said")
        self.conflicts: list[str] = []
        self.used: list[Span] = []
        self._end = 0
        """Where the words end that stated it first."""

    def consider(self, candidate: Candidate, message: Message, knowledge: Knowledge) -> None:
        """Take a candidate, or tell that it differs from the one taken."""
        span = candidate.start, candidate.end
        if candidate.is_listed:
            self._add(str(candidate.value), span)
            return
        try:
            value = value_of(self.fact, candidate.value, knowledge)
        except InputError as error:
            self.conflicts.append(str(error))
            self.used.append(span)
            return
        if self.value is None:
            self._end = candidate.end
        if self.value is None or self._is_replaced(value, candidate, message, knowledge):
            self.value, self.used = value, [span]
            self.origin = Origin(kind="said", quote=self._quote(*span), about=candidate.is_approximate)
        elif self.value == value:
            self.used.append(span)
        elif not self._may_be_several:
            self.used.append(span)
            self.conflicts.append(f'{self.fact}: "{self.origin.quote}" and "{self._quote(*span)}" differ; the first is used.')

    def _is_replaced(self, value: Value, candidate: Candidate, message: Message, knowledge: Knowledge) -> bool:
        """Whether what was taken gives way: to a more exact algorithm, or to words that correct it."""
        if self.fact == "algorithm" and is_more_exact(str(value), str(self.value), knowledge):
            return True
        return self.value != value and message.has("corrects", self._end, candidate.start)

    def _add(self, identity: str, span: Span) -> None:
        """Take one more id of a list; the quote spans all that named one."""
        known = self.value if isinstance(self.value, tuple) else ()
        self.used.append(span)
        self.value = known if identity in known else (*known, identity)
        quote = self._quote(min(start for start, _ in self.used), max(end for _, end in self.used))
        self.origin = Origin(kind="said", quote=quote)


def _without_beaten(workload: Workload) -> Workload:
    for fact, stronger in _BEATS.items():
        ids, kept = getattr(workload, fact) or (), getattr(workload, stronger) or ()
        left = tuple(one for one in ids if one not in kept)
        if left != tuple(ids):
            workload = workload.with_fact(fact, left, workload.origins[fact]) if left else workload.without_fact(fact)
    return workload
