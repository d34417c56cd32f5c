"""Candidates from the phrases of the lexicon: stage, task, traffic, priority, and whatever is so or not."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Final

from engine.intake.candidate import Candidate, Certainty
from engine.intake.denial import NEGATIVE, Speaks, is_denied, speaks_of
from engine.intake.lexica import Lexica
from engine.intake.message import Message
from engine.intake.patterns import Found, Hits, outermost
from engine.intake.stages import stages_of
from engine.intake.tokens import Match
from engine.lazy_pattern import lazy_pattern

_STAGE_ORDER: Final = ("fine-tuning", "training", "preprocessing", "experimentation", "inference")
"""What a message speaks of first where it names several: serving what was just fine-tuned is the second step."""
_OR: Final = lazy_pattern(r"\s*(?:or|vs\.?|versus)\s*", re.IGNORECASE)
_LABEL: Final = lazy_pattern(r"\s*[:=?]\s*(?P<no>no|none|not|false|never|nope)?(?P<yes>yes|true|ok|sure)?\b", re.IGNORECASE)
_SERVED: Final = frozenset(
    {"requests_per_second", "peak_requests_per_second", "latency_p99_ms", "concurrency", "time_to_first_token_ms", "tokens_per_second"}
)
"""Facts of a model that answers, so that its training is done."""
_LEARNS: Final = frozenset({"epochs", "training_tokens_b"})
"""Facts of a training that nothing else has."""
_UNTRIED: Final = Speaks("untried", 24, lazy_pattern(r"[.;:,!?\n]"))
"""What nobody has tried is neither so nor not so."""
_LEARNT: Final = frozenset(
    {"rows", "columns", "dataset_gb", "epochs", "training_tokens_b", "training_deadline_hours", "items_per_run", "run_days"}
)
"""Facts of a training, or of the data for it."""


class TermReader:
    """Reads the phrases of one message; what its numbers state tells which of several stages is meant."""

    def __init__(self, message: Message, lexica: Lexica, stated: Collection[str], void: Sequence[Match]) -> None:
        """`stated`: facts that its numbers state. `void`: names that mean something else, as the train of "train station"."""
        self._message, self._lexica, self._stated = message, lexica, frozenset(stated)
        self._void = [(match.first, match.last) for match in void]

    @cached_property
    def terms(self) -> Hits:
        """Where the phrases of the lexicon stand."""
        return self._lexica.facts.hits(self._message.words)

    def candidates(self) -> Iterator[Candidate]:
        """What each fact's phrases state."""
        for fact in self._lexica.facts.groups:
            yield from self._flag(fact) if fact in self._lexica.flags else self._value(fact)

    def values(self, fact: str) -> list[str]:
        """Every value of a fact that is named and not denied."""
        return [one.value for one in outermost(self.terms[fact]) if not self._denies(one)]

    def stages(self) -> list[Found]:
        """Where a stage is named and not denied."""
        options = self._message.options
        last = options if "?" in self._message.text[:options] else len(self._message.text)  # a list of two workloads asks nothing before it
        found = [
            one
            for one in outermost(self.terms["stage"])
            if self._message.span(one)[0] < last and self._states(one) and not self._is_void(one)
        ]
        stages = stages_of(self._message, found, served=bool(self._stated & _SERVED), trains=bool(self._stated & _LEARNS))
        if self._stated >= {"requests_per_second", "latency_p99_ms"} and not self._stated & _LEARNT:
            return [one for one in stages if one.value != "training"]  # it only says what else is done
        return stages

    def _found(self, fact: str) -> list[Found]:
        """Where its phrases state something."""
        named = [one for one in outermost(self.terms[fact]) if not self._is_void(one)]
        return [one for one in named if self._message.span(one)[0] < self._message.options and self._states(one)]

    def _value(self, fact: str) -> Iterator[Candidate]:
        """The value that the longest phrase tells, or several words together."""
        found = self._found(fact)
        denied = {one.value for one in found if self._denies(one)}
        said = [one for one in found if one.value not in denied]
        if fact == "stage":
            stages = self.stages()
            best = next((one for stage in _STAGE_ORDER for one in stages if one.value == stage), None)
        elif self._is_choice(said):
            best = None
        elif said:
            counted = Counter(one.value for one in said)
            best = max(said, key=lambda one: (one.length, counted[one.value], -one.first))
        else:
            best = None
        if best is not None:
            yield self._candidate(fact, best.value, best, Certainty.WORDED)
        elif not said:
            yield from self._notion(fact)

    def _notion(self, fact: str) -> Iterator[Candidate]:
        """A value that no phrase says but several words together, in words that state facts."""
        found = self._lexica.facts.pair(fact, self.terms, self._message.words, self.terms["stage"])
        if found is not None and self._states(found) and not self._denies(found):
            value = found.value == "true" if fact in self._lexica.flags else found.value
            yield self._candidate(fact, value, found, Certainty.SUGGESTED)

    def _flag(self, fact: str) -> Iterator[Candidate]:
        """Something that is so or not: a denial turns it round; the longest phrase wins."""
        found = [one for one in self._found(fact) if not speaks_of(self._message, _UNTRIED, self._message.span(one)[0])]
        if not found:
            yield from self._notion(fact)
            return
        plain = [one for one in found if not self._denies(one) or self._message.words[one.first].text in NEGATIVE]
        best = max(plain or found, key=lambda one: (one.length, -one.first))
        labels = [_LABEL.match(self._message.text, self._message.span(one)[1]) for one in found]
        label = next((one for one in labels if one and (one["no"] or one["yes"])), None)
        is_so = bool(label["yes"]) if label is not None else best.value == "true" and bool(plain)
        yield self._candidate(fact, is_so, best, Certainty.WORDED)

    def _is_choice(self, said: list[Found]) -> bool:
        """Whether two values are asked about: "LoRA or QLoRA?"."""
        return any(
            one.value != other.value and _OR.fullmatch(self._message.text, self._message.span(one)[1], self._message.span(other)[0])
            for one, other in itertools.pairwise(said)
        )

    def _denies(self, found: Found) -> bool:
        """Whether a denial stands before a phrase, in its sentence."""
        return is_denied(self._message, self._message.span(found)[0])

    def _is_void(self, found: Found) -> bool:
        """Whether it lies within words that mean something else: the train of "train station"."""
        return any(first <= found.first and found.last <= last and found.length < last - first for first, last in self._void)

    def _states(self, found: Found) -> bool:
        """Whether the clause that it begins in tells of the workload."""
        return self._message.clauses.states_facts(self._message.span(found)[0])

    def _candidate(self, fact: str, value: object, found: Found, certainty: Certainty) -> Candidate:
        return Candidate(fact, value, *self._message.span(found), certainty)
