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
        self._firsts: dict[str, int] = {}
        """List of ids -> where the first of them was named."""
        self._ends: dict[str, int] = {}
        """Fact -> where the words end that stated it."""
        self.used: list[tuple[int, int]] = []
        """Where the words stand that facts, or contradictions, were read from."""

    def say(self, fact: str, given: object, start: int, end: int, *, about: bool = False) -> None:
        """Set a fact; the first one said stays unless it is corrected, and another value is a contradiction."""
        self.used.append((start, end))
        try:
            value = value_of(fact, given, self._knowledge)
        except InputError as error:
            self.contradictions.append(str(error))
            return
        current, quote = getattr(self.workload, fact), self.quote(start, end)
        if current is None:
            self._ends[fact] = end
        exact = fact == "algorithm" and is_more_exact(str(value), str(current), self._knowledge)
        if current is None or exact or (current != value and self._message.has("corrects", self._ends.get(fact, 0), start)):
            self.workload = self.workload.with_fact(fact, value, Origin(kind="said", quote=quote, about=about))
        elif current != value and fact not in _FREE:
            first = self.workload.origins[fact].quote
            self.contradictions.append(f'{fact}: "{first}" and "{quote}" differ; the first is used.')

    def add(self, fact: str, identity: str, start: int, end: int) -> None:
        """Add an id to a list of them; the quote spans all that named one."""
        self.used.append((start, end))
        current: tuple[str, ...] = getattr(self.workload, fact) or ()
        if identity in current:
            return
        first = min(start, self._firsts.get(fact, start))
        self._firsts[fact] = first
        self.workload = self.workload.with_fact(fact, (*current, identity), Origin(kind="said", quote=self.quote(first, end)))

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
