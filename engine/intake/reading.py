"""One pass over one message: readers propose, the resolver decides, and what follows from the facts is added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, get_args

from engine.intake.asked_for import asked_for
from engine.intake.candidate import Candidate, Certainty
from engine.intake.clauses import Hearing
from engine.intake.contradictions import contradictions_of
from engine.intake.derive import with_derived
from engine.intake.lexica import Lexica
from engine.intake.message import Message
from engine.intake.name_reader import NameReader
from engine.intake.names import names_in, sizes_in
from engine.intake.patterns import Found
from engine.intake.present import fact_of_today, present_in, reports_today
from engine.intake.quantities.horizon import horizon_in
from engine.intake.quantities.modality import Stated
from engine.intake.quantities.quantity_facts import quantities_in
from engine.intake.resolver import Resolved, resolve
from engine.intake.several_models import have_none_in_common, with_models
from engine.intake.software_names import software_names
from engine.intake.spelling import Mended, mended
from engine.intake.term_reader import TermReader
from engine.intake.tokens import Match, unwrapped
from engine.intake.traffic_in_words import with_traffic_in_words
from engine.intake.unused import Span, unused_spans
from engine.symptoms import hurts, likeliest, observed_shares, rank_symptoms, telling_span
from engine.workload import Framework, Origin, Workload
from knowledge import Knowledge
from knowledge.schema.message_vocabulary import EntityName

_RUNS_WITH: Final = frozenset({"engine", "kernel", "format", "library", "feature", "framework"})
"""Kinds of software whose needs bind an advice."""
_FRAMEWORKS: Final[frozenset[str]] = frozenset(get_args(Framework))
"""Software that is a fact of its own."""
_MOST_NAMES: Final = 250
"""Names that are read; a text with more is a list, not a workload."""
_LEFT: Final = 200  # characters shown of a message from which nothing was read


class Reading:
    """What is read from one text, with the words that say it."""

    def __init__(
        self, written: str, knowledge: Knowledge, lexica: Lexica, *, hearing: Hearing = "first", second: Sequence[Candidate] = ()
    ) -> None:
        """Mend its typos and find its words; the facts wait until they are asked for. `second`: what another reader proposes."""
        self.written, self.knowledge, self.lexica, self._second = written, knowledge, lexica, second
        self.spelled: Mended = mended(unwrapped(written), lexica.known, lexica.targets)
        self.message = Message(self.spelled.text, lexica, hearing=hearing)

    @cached_property
    def stated(self) -> list[Stated]:
        """What its quantities state."""
        return quantities_in(self.message)

    @cached_property
    def stages(self) -> list[Found]:
        """Where a stage is named and not denied."""
        return self._terms.stages()

    @cached_property
    def workload(self) -> Workload:
        """The facts that hold in the end: those stated, and those that follow."""
        work = with_models(self._resolved.workload, self.message, self._named)
        work = with_traffic_in_words(with_derived(work, self.knowledge, self.message), self.message, self.knowledge)
        if have_none_in_common(work, self._terms.values("framework")):
            work = work.without_fact("framework")
        return self._with_question(self._with_symptoms(work))

    @cached_property
    def contradictions(self) -> list[str]:
        """What cannot all hold, a line for each."""
        conflicts = self._resolved.conflicts
        if self.workload.framework is None:
            conflicts = tuple(line for line in conflicts if not line.startswith("framework:"))
        return [*conflicts, *(one.text for one in contradictions_of(self._resolved.workload))]

    @cached_property
    def unused(self) -> list[str]:
        """Numbers and names of its statements that no fact came from, in the words of the message."""
        quotes = [origin.because for origin in self.workload.origins.values()]
        told = [self.quote(*span) for span in unused_spans(self.message, self.used_spans(), self._named)]
        return [one for one in told if not any(f'"{one}' in quote or f" {one}" in quote for quote in quotes)]

    @property
    def leftover(self) -> list[str]:
        """The message itself where nothing at all was read from it."""
        return [] if not self.workload.is_blank or not self.written.strip() else [self.written.strip()[:_LEFT]]

    def quote(self, start: int, end: int) -> str:
        """The words between two places of the mended text, as they were written."""
        return self.written[self.back(start) : self.back(end)].strip()

    def back(self, place: int) -> int:
        """Where a place of the mended text stood in what was written."""
        return self.spelled.back(place)

    def place_of(self, words: str) -> int | None:
        """Where some words begin in the mended text, the first time in a clause that states facts; None where they do not stand there."""
        wanted, start, first = words.strip(), -1, None
        while wanted and (start := self.written.find(wanted, start + 1)) >= 0:
            place = self.spelled.forth(start)
            first = place if first is None else first
            if self.message.clauses.states_facts(place):
                return place
        return first

    @cached_property
    def _named(self) -> list[Match]:
        return names_in(self.message.text, self.message.words, self.knowledge, self.lexica.names)[:_MOST_NAMES]

    @cached_property
    def _terms(self) -> TermReader:
        void = [match for match in self._named if match.value == EntityName("", "")]
        return TermReader(self.message, self.lexica, {one.fact for one in self.stated}, void)

    @cached_property
    def _resolved(self) -> Resolved:
        return resolve([*self._candidates(), *self._second], self.message, self.quote, self.knowledge)

    def _candidates(self) -> list[Candidate]:
        """What every reader proposes; the present is read from words that state nothing else."""
        names = list(NameReader(self.message, self.knowledge).candidates(self._named))
        in_use = [one for one in names if one.fact == "current_instance"]
        reports = reports_today(self.message, [(one.start, one.end) for one in names if one.fact in {"current_instance", "current_place"}])
        found = [*self._quantities(reports=reports), *names]
        if not any(one.fact in {"model", "model_family", "parameters_b"} for one in found):
            found += (Candidate("parameters_b", *size) for size in sizes_in(self.message.text))
        found += (
            Candidate("run_days", *told, certainty=Certainty.SUGGESTED)
            for told in horizon_in(self.message, self.knowledge.stamp.as_of.year)
        )
        found += self._software()
        found += self._terms.candidates()
        stated = [(one.start, one.end) for one in found if one.certainty > Certainty.SUGGESTED]
        machines = [(one.start, one.end, self.knowledge.instances[str(one.value)].accelerator is not None) for one in in_use]
        return [*found, *(Candidate(*one, Certainty.SUGGESTED) for one in present_in(self.message, stated, machines, reports=reports))]

    def _software(self) -> Iterator[Candidate]:
        """What the work runs with; drivers, images and toolkits are named for many reasons, and what runs nowhere binds nothing."""
        for one in software_names(self.message.text, self.knowledge):
            software = self.knowledge.software[one.id]
            is_framework = not _FRAMEWORKS.isdisjoint((one.id, self.message.text[one.start : one.end].lower()))
            is_told = software.kind in _RUNS_WITH and software.runs_somewhere and self.message.clauses.states_facts(one.start)
            if is_told and not is_framework and not one.is_denied and one.start < self.message.options:
                yield Candidate("software", one.id, one.start, one.end, is_listed=True)

    def _quantities(self, *, reports: bool) -> Iterator[Candidate]:
        """Numbers with units; the 8B of "Llama 3 8B" belongs to a name. In a report of today they tell how it does."""
        names = [self.message.span(match) for match in self._named if any(c.isdigit() for c in match.quote)]
        for stated in self.stated:
            if any(stated.start < end and start < stated.end for start, end in names):
                continue
            clause = self.message.clause(stated.start, stated.end)
            if stated.fact == "commitment_years" and self.message.has("no_contract", *clause):
                yield Candidate(stated.fact, 0, stated.start, stated.end)
            elif stated.start < self.message.options:
                fact, value = fact_of_today(stated, self.message) if reports else (stated.fact, stated.value)
                yield Candidate(fact, value, stated.start, stated.end, is_approximate=stated.about)

    def _with_symptoms(self, work: Workload) -> Workload:
        """What hurts, where the message complains: the likeliest symptom, and one that is nearly as likely."""
        if not self.message.cues["hurts"]:
            return work
        ranked = rank_symptoms(self.message.text, self.knowledge, observed_shares(work), stage=work.stage)
        if not ranked or not hurts(self.message.text, ranked[0], self.knowledge):
            return work
        if self.message.cues["asks_if_fine"] and not ranked[0].error_text:
            return work
        found = tuple(one.symptom.id for one in likeliest(ranked, self.knowledge))
        quote = self.quote(*telling_span(self.message.text, ranked[0], self.knowledge))
        return work.with_fact("symptoms", found, Origin(kind="said", quote=quote))

    def _with_question(self, work: Workload) -> Workload:
        """What the person wants to know."""
        asking = next((clause for clause in self.message.clauses.all if clause.is_question), None)
        if asking is None:
            return work
        several = len(work.compare or ()) > 1
        asks = asked_for(self.message) or (("comparison",) if several else ("choice",))
        return work.with_fact("asks", asks, Origin(kind="said", quote=self.quote(asking.start, asking.end)))

    def used_spans(self) -> list[Span]:
        """Words that a fact rests on in the end; what another fact has taken the place of is used no more."""
        told = " | ".join((*(f"{one.quote} {one.because}" for one in self.workload.origins.values()), *self.contradictions))
        quotes = [one.quote for one in self.workload.origins.values() if one.quote]
        spans = ((span, self.quote(*span)) for span in self._resolved.used)
        return [span for span, words in spans if words in told or any(quote in words for quote in quotes)]
