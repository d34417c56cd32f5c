"""The facts that one message states, each with the words that say it; what speaks against an earlier one is noted."""

from __future__ import annotations

from typing import Final

from engine.intake.exact import is_more_exact
from engine.intake.message import Message
from engine.intake.spelling import Mended
from engine.intake.values import value_of
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.errors import InputError

_FREE: Final = frozenset({"task", "data_type", "model", "algorithm", "stage"})
"""Facts of which a message may name several without contradicting itself."""


class Collected:
    """A workload that grows while a message is read."""

    def __init__(self, written: str, spelled: Mended, message: Message, knowledge: Knowledge) -> None:
        """Begin with nothing known."""
        self.workload = Workload()
        self.contradictions: list[str] = []
        self._written, self._spelled, self._message, self._knowledge = written, spelled, message, knowledge
        self._spans: dict[str, tuple[int, int]] = {}
        """List of ids -> from where to where they were named."""
        self._ends: dict[str, int] = {}
        """Fact -> where the words end that stated it."""
        self._used: dict[str, list[tuple[int, int]]] = {}
        """Fact -> where the words stand that it, or a contradiction about it, was read from."""

    @property
    def used(self) -> list[tuple[int, int]]:
        """Where the words stand that facts and contradictions were read from."""
        return [span for spans in self._used.values() for span in spans]

    def say(self, fact: str, given: object, start: int, end: int, *, about: bool = False) -> None:
        """Set a fact; the first one said stays unless it is corrected, and another value is a contradiction."""
        try:
            value = value_of(fact, given, self._knowledge)
        except InputError as error:
            self.contradictions.append(str(error))
            self._used.setdefault(fact, []).append((start, end))
            return
        current, quote = getattr(self.workload, fact), self.quote(start, end)
        if current is None:
            self._ends[fact] = end
        exact = fact == "algorithm" and is_more_exact(str(value), str(current), self._knowledge)
        if current is None or exact or (current != value and self._message.has("corrects", self._ends.get(fact, 0), start)):
            self.workload = self.workload.with_fact(fact, value, Origin(kind="said", quote=quote, about=about))
            self._used[fact] = [(start, end)]
        elif current == value:
            self._used.setdefault(fact, []).append((start, end))
        elif fact not in _FREE:
            self._used.setdefault(fact, []).append((start, end))
            first = self.workload.origins[fact].quote
            self.contradictions.append(f'{fact}: "{first}" and "{quote}" differ; the first is used.')

    def add(self, fact: str, identity: str, start: int, end: int) -> None:
        """Add an id to a list of them; the quote spans all that named one."""
        current: tuple[str, ...] = getattr(self.workload, fact) or ()
        first, last = self._spans.get(fact, (start, end))
        first, last = min(start, first), max(end, last)
        self._spans[fact] = (first, last)
        self._used.setdefault(fact, []).append((start, end))
        known = current if identity in current else (*current, identity)
        self.workload = self.workload.with_fact(fact, known, Origin(kind="said", quote=self.quote(first, last)))

    def drop(self, fact: str) -> None:
        """Take a fact back, and what was noted of it."""
        self.workload = self.workload.without_fact(fact)
        self.contradictions = [line for line in self.contradictions if not line.startswith(f"{fact}:")]

    def ends_before(self, fact: str, place: int, reach: int) -> bool:
        """Whether the words that stated a fact end right before a place."""
        return fact in self._ends and 0 <= place - self._ends[fact] <= reach

    def require_rather_than_compare(self) -> None:
        """What has to be taken is not asked about as well."""
        asked = self.workload.compare or ()
        left = tuple(one for one in asked if one not in (self.workload.require or ()))
        if left != asked:
            work = self.workload.without_fact("compare")
            self.workload = work.with_fact("compare", left, self.workload.origins["compare"]) if left else work

    def quote(self, start: int, end: int) -> str:
        """The words at a place, as they were written."""
        return self._written[self._spelled.back(start) : self._spelled.back(end)].strip()
