"""What the sections of a record are written from, and how they say facts, names and sums."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from engine import words
from engine.advice import Advice, Plan, PlanInShort
from engine.decision.wording import money
from engine.handover.in_words import name_of, named, what, whole
from engine.handover.report.content import Said
from engine.handover.report.figured import Figures
from engine.handover.report.sources import Numbering
from engine.workload import FACT_NAMES, Value
from knowledge import Knowledge
from knowledge.sentences import Say

_MOST_QUOTED: Final = 200
"""Characters of a person's own words that a record repeats."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sheet:
    """One advice, its figures and its words. The numbers of sources count through all that is written from it."""

    advice: Advice
    figures: Figures
    base: Knowledge
    say: Say
    """Sentences of `wording/report.yaml`."""
    plots: Say
    """Sentences of `wording/plots.yaml`, which the terminal's plots say too."""
    numbering: Numbering

    def said(self, text: str, sources: Iterable[str] = ()) -> Said:
        """A sentence with the numbers of its sources, two at most."""
        return Said(text, self.numbering.marks(tuple(sources)[:2]))

    def fact(self, name: str) -> str:
        """A fact in words; its own name where it is one that is not known today."""
        return words.named(self.base, name) if name in FACT_NAMES else name

    def value(self, fact: str, value: Value | None) -> str:
        """A value with its unit."""
        if value is None:
            return "-"
        return words.shown(fact, value) if fact in FACT_NAMES else str(value)

    def plan(self, plan: Plan | PlanInShort) -> str:
        """What a plan runs on: machines, memory, or the place alone."""
        return what(plan) if plan.instance_type or plan.memory_mb else self.place(plan.place)

    def where(self, plan: Plan | PlanInShort) -> str:
        """A plan in short: what, where, and how it is paid for."""
        return whole(plan, self.base)

    def named(self, what: str, count: int) -> str:
        """Machines of a figure, or the place that stands for them."""
        return named(self.place(what), count)

    def place(self, identity: str) -> str:
        """A place by its name."""
        return name_of(self.base.places, identity)


def quoted(text: str) -> str:
    """A person's own words on one line, cut where they run on."""
    short = " ".join(text.split())
    return short if len(short) <= _MOST_QUOTED else f"{short[: _MOST_QUOTED - 1]}…"


def usd(value: float | None) -> str:
    """A sum; a dash where it is not known."""
    return money(value) if value is not None else "-"
