"""What all sections of a record need: the advice, its figures, sentences, source numbers; and how values are written."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Final

from engine import fact_wording
from engine.advice import Advice, Plan, PlanInShort
from engine.handover.report.content import Sentence
from engine.handover.report.figure_data import Figures
from engine.number_format import format_money
from engine.plan_wording import describe_plan, entry_name, has_hardware, name_hardware, name_machines
from engine.workload import FACT_NAMES, Value
from knowledge import Knowledge
from knowledge.schema.source import Source
from knowledge.sentences import Say

_MOST_QUOTED: Final = 200
"""Characters of a person's text that a record repeats."""


class SourceNumbers:
    """Numbers sources in order of first citation."""

    def __init__(self, known: Mapping[str, Source]) -> None:
        """An id that is not in `known` gets no number."""
        self._known = known
        self._numbers: dict[str, int] = {}

    def assign_numbers(self, ids: Iterable[str]) -> tuple[int, ...]:
        """The numbers of sources; one cited for the first time gets the next number."""
        return tuple(self._numbers.setdefault(one, len(self._numbers) + 1) for one in dict.fromkeys(ids) if one in self._known)

    def list_sources(self) -> list[tuple[int, Source]]:
        """All cited sources with their numbers, in order."""
        return [(number, self._known[one]) for one, number in self._numbers.items()]


@dataclasses.dataclass(frozen=True, slots=True)
class ReportContext:
    """One advice with its figures and sentences. Source numbers run through the whole record."""

    advice: Advice
    figures: Figures
    knowledge: Knowledge
    say: Say
    """Sentences of `wording/report.yaml`."""
    say_plot: Say
    """Sentences of `wording/plots.yaml`, shared with the terminal's plots."""
    numbering: SourceNumbers

    def cite_sources(self, text: str, sources: Iterable[str] = ()) -> Sentence:
        """A sentence with the numbers of its sources, at most two."""
        return Sentence(text, self.numbering.assign_numbers(tuple(sources)[:2]))

    def name_fact(self, name: str) -> str:
        """A fact in words; its id where it is not known today."""
        return fact_wording.fact_name(self.knowledge, name) if name in FACT_NAMES else name

    def format_value(self, fact: str, value: Value | None) -> str:
        """A value with its unit."""
        if value is None:
            return "-"
        return fact_wording.describe_value(fact, value) if fact in FACT_NAMES else str(value)

    def describe_hardware(self, plan: Plan | PlanInShort) -> str:
        """Instances or memory of a plan; the name of the place where it has neither."""
        return name_hardware(plan) if has_hardware(plan) else self.name_place(plan.place)

    def describe_plan(self, plan: Plan | PlanInShort) -> str:
        """Hardware, place and purchase option of a plan."""
        return describe_plan(plan, self.knowledge)

    def count_machines(self, what: str, count: int) -> str:
        """Instances in a figure with their number, or the name of a place."""
        return name_machines(self.name_place(what), count)

    def name_place(self, identity: str) -> str:
        """The name of a place."""
        return entry_name(self.knowledge.places, identity)


def shorten_quote(text: str) -> str:
    """A person's text on one line, shortened if it is long."""
    short = " ".join(text.split())
    return short if len(short) <= _MOST_QUOTED else f"{short[: _MOST_QUOTED - 1]}…"


def format_usd(value: float | None) -> str:
    """An amount of money; a dash where it is unknown."""
    return format_money(value) if value is not None else "-"
