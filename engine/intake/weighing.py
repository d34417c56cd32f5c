"""A second reader's proposals against what the rules have read: which become candidates, which are asked about, which fall away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from engine.intake.candidate import Candidate, Certainty
from engine.intake.evidence import Evidence, evidence_for, is_same_value, value_in
from engine.intake.reader import NO_PROPOSALS, Proposal, Proposals
from engine.intake.reading import Reading
from engine.intake.telling_words import tells_of
from engine.intake.unused import overlaps
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Quantity, Value, tells_of_workload
from knowledge.errors import InputError

Verdict = Literal["agrees", "taken", "open", "dropped"]
_MOST_DOUBTED: Final = 0.2
"""Share of an answer's proposals that may be caught out before it is no longer believed in what only it can tell."""
_NO_FACTS: Final = frozenset({"what-if", "small-talk", "command", "retract"})
"""Acts whose words state nothing, by the reader's own account."""


class Weighed(msgspec.Struct, frozen=True):
    """One proposal, and what became of it."""

    proposal: Proposal
    verdict: Verdict
    why: str = ""
    """A key of the wording that says why it is open or dropped; "" else."""
    value: Value | None = None
    """The value as our own reading has it; None where it has none."""


class Weighing(msgspec.Struct, frozen=True):
    """What became of all proposals for one text."""

    all: tuple[Weighed, ...] = ()

    def of(self, verdict: Verdict) -> list[Weighed]:
        """Those with a verdict."""
        return [one for one in self.all if one.verdict == verdict]


def literal_only(proposals: Proposals, text: str) -> Proposals:
    """Those whose words stand in the text, letter by letter; the others are counted as faults."""
    kept = tuple(one for one in proposals.facts if one.quote.strip() and one.quote.strip() in text)
    acts = tuple(one for one in proposals.acts if one.quote.strip() and one.quote.strip() in text)
    return Proposals(kept, acts, proposals.asked, proposals.faults + len(proposals.facts) - len(kept))


def weigh(proposals: Proposals, reading: Reading) -> Weighing:
    """The verdict on every proposal for the text that the rules have read as `reading`."""
    if proposals is NO_PROPOSALS or not proposals.facts:
        return Weighing()
    scale = _Scale(proposals, reading)
    judged = [scale.judge(one) for one in proposals.facts]
    doubted = sum(one.verdict == "dropped" or one.why == "differs" for one in judged) + proposals.faults
    is_credible = doubted <= _MOST_DOUBTED * (len(judged) + proposals.faults)
    return Weighing(tuple(one if is_credible or one.why != "meaning" else msgspec.structs.replace(one, verdict="open") for one in judged))


def candidates_of(weighing: Weighing, reading: Reading) -> Iterator[Candidate]:
    """The proposals that count, as candidates for the resolver of that reading; those of other parts of the message are left out."""
    for one in weighing.of("taken"):
        start = reading.place_of(one.proposal.quote)
        if start is None or one.value is None:
            continue
        span = start, start + len(one.proposal.quote.strip())
        certainty = min(one.proposal.certainty, Certainty.WORDED)
        if is_list_fact(one.proposal.fact) and isinstance(one.value, tuple):
            yield from (Candidate(one.proposal.fact, each, *span, certainty, is_listed=True) for each in one.value)
        else:
            yield Candidate(one.proposal.fact, one.value, *span, certainty)


class _Scale:
    """Weighs the proposals for one text."""

    def __init__(self, proposals: Proposals, reading: Reading) -> None:
        self._proposals, self._reading = proposals, reading
        self._known = reading.workload
        self._is_used = overlaps(reading.used_spans())

    def judge(self, one: Proposal) -> Weighed:
        """The verdict on one proposal; one that is only a matter of meaning has the reason `meaning`, taken or not."""
        start = self._reading.place_of(one.quote)
        if one.fact not in FACT_NAMES or not tells_of_workload(one.fact):
            return Weighed(one, "dropped", "no_such_fact")
        if start is None:
            return Weighed(one, "dropped", "not_in_text")
        try:
            value = value_in(one.fact, one.value, self._reading.knowledge)
        except InputError:
            return Weighed(one, "dropped", "no_value")
        known = getattr(self._known, one.fact)
        if known is not None and is_same_value(known, value):
            return Weighed(one, "agrees", value=known)
        return self._against_rules(one, value, start)

    def _against_rules(self, one: Proposal, value: Value, start: int) -> Weighed:
        """The verdict on a value, by its words and next to what the rules have read."""
        if any(act.act in _NO_FACTS and one.quote in act.quote for act in self._proposals.acts):
            return Weighed(one, "dropped", "no_statement", value)
        words, is_answer = one.quote.strip(), one.fact == self._proposals.asked
        evidence = evidence_for(one.fact, value, words, self._reading, is_answer=is_answer)
        if evidence is Evidence.REFUTED:
            return Weighed(one, "dropped", "does_not_follow", value)
        if self._is_said_otherwise(one.fact) or self._has_only_read_numbers(one.fact, start, start + len(words)):
            return Weighed(one, "open", "differs", value)
        if one.role not in {"wanted", "present"} or not self._reading.message.clauses.states_facts(start):
            return Weighed(one, "open", "of_another", value)
        if evidence is Evidence.OPEN:
            is_about = tells_of(one.fact, value, words, self._reading.knowledge)
            return Weighed(one, "taken" if is_about else "open", "meaning", value)
        return Weighed(one, "taken", value=value)

    def _is_said_otherwise(self, fact: str) -> bool:
        """True if the rules have read another value of the fact, from words that say it."""
        return fact in self._known.origins and self._known.origins[fact].kind == "said" and not is_list_fact(fact)

    def _has_only_read_numbers(self, fact: str, start: int, end: int) -> bool:
        """True if the fact is a number, and every number between two places has been read as something else."""
        if not isinstance(accepted_values(fact), Quantity):
            return False
        numbers = [one for one in self._reading.message.amounts if one.start < end and start < one.end]
        return bool(numbers) and all(self._is_used(one.start, one.end) for one in numbers)
