"""What another answer would change: flips of the choice, and the effect of each open question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from engine.advice import Flip, NextQuestion, PlanInShort
from engine.decision.choice import Decision, decide
from engine.decision.plans import type_name
from engine.decision.purchasing import advised_purchase
from engine.policy import Policy
from engine.vocabulary import accepts
from engine.workload import Origin, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.schema.decision import Choice, Question
from knowledge.schema.record import Lens

_STEPS = (0.5, 2.0, 0.2, 5.0, 0.05, 20.0)
"""Factors on a number, nearest first."""
_SUPPOSED = Origin(kind="answered")


class WhatIf(msgspec.Struct):
    """Runs the decision again under other facts; equal questions are asked once."""

    stated: Workload
    """What was known before anything was assumed."""
    decision: Decision
    _runs: dict[tuple[tuple[str, Value], ...], Decision] = msgspec.field(default_factory=dict)

    def is_of(self, workload: Workload, knowledge: Knowledge, lens: Lens, policy: Policy) -> bool:
        """Whether the decision is the one for just this: the words that facts came from included, since an advice repeats them."""
        context = self.decision.context
        return context.knowledge is knowledge and (self.stated, context.lens, context.policy) == (workload, lens, policy)

    def under(self, fact: str, value: Value) -> Decision:
        """The decision with one fact changed."""
        return self.under_all({fact: value})

    def under_all(self, facts: Mapping[str, Value]) -> Decision:
        """The decision with these facts changed together."""
        key = tuple(facts.items())
        if key not in self._runs:
            context, changed = self.decision.context, self.stated
            for fact, value in key:
                changed = changed.with_fact(fact, value, _SUPPOSED)
            self._runs[key] = decide(changed, context.knowledge, context.lens, context.memo, context.policy)
        return self._runs[key]

    def changes(self, fact: str, value: Value) -> bool:
        """True where the choice is another one then."""
        return self.under(fact, value).key() != self.decision.key()

    def questions(self) -> tuple[NextQuestion, ...]:
        """Open questions whose answer can change the choice, by effect, then by ease."""
        effects = [(self.effect(question), question) for question in self._open()]
        telling = sorted(((e, q) for e, q in effects if e > 0), key=lambda pair: (-round(pair[0], 6), -pair[1].ease, pair[1].id))
        return tuple(
            NextQuestion(fact=q.id, prompt=q.prompt, why=q.principle, effect=round(e, 4), choices=tuple(c.label for c in self.offered(q)))
            for e, q in telling
        )

    def effect(self, question: Question) -> float:
        """Prior-weighted probability that the answer changes the choice."""
        choices = self.offered(question)
        total = sum(choice.prior for choice in choices)
        return sum(choice.prior for choice in choices if self.changes(question.id, choice.value)) / total

    def offered(self, question: Question) -> tuple[Choice, ...]:
        """The choices that make sense for this kind of model."""
        kind = self.decision.context.needs.kind
        return tuple(choice for choice in question.choices if not choice.kinds or kind in choice.kinds) or question.choices

    def _open(self) -> Iterator[Question]:
        context = self.decision.context
        for question in context.knowledge.questions.values():
            answered = any(not self.stated.is_assumed(fact) for fact in (question.id, *question.unless))
            if self.applies(question) and context.workload.is_assumed(question.id) and not answered:
                yield question

    def applies(self, question: Question) -> bool:
        """Whether a question is one of this kind of run and of model."""
        context = self.decision.context
        of_run = not question.situations or context.situation in question.situations
        return of_run and (not question.kinds or context.needs.kind in question.kinds)

    def flips(self) -> Iterator[Flip]:
        """For each fact in play, the nearest change that leads to another choice; each is looked for when it is asked for."""
        for fact, values in self._changes():
            for value in values:
                if self.changes(fact, value) and self.under(fact, value).best is not None:
                    before = getattr(self.decision.context.workload, fact)
                    yield Flip(fact=fact, before=before, to=value, choice=in_short(self.under(fact, value)))
                    break

    def _changes(self) -> Iterator[tuple[str, list[Value]]]:
        work, asked = self.decision.context.workload, self.decision.context.knowledge.questions
        asked = {fact: question for fact, question in asked.items() if not question.subject and self.applies(question)}
        for fact, value in work.known().items():
            kind = accepts(fact)
            if isinstance(kind, Quantity) and isinstance(value, (int, float)) and fact in asked:
                steps = [type(value)(value * step) if not kind.whole else max(1, round(value * step)) for step in _STEPS]
                yield fact, [step for step in steps if kind.low <= step <= kind.high and step != value]
            elif fact in asked and not isinstance(kind, Quantity):
                yield fact, [choice.value for choice in self.offered(asked[fact]) if choice.value != value]
        for fact, question in asked.items():
            if getattr(work, fact) is None and all(self.stated.is_assumed(other) for other in question.unless):
                yield fact, [choice.value for choice in self.offered(question)]


def in_short(decision: Decision) -> PlanInShort:
    """The choice of a decision that has one."""
    best = decision.best
    if best is None:
        raise ValueError("This decision has no choice.")
    return PlanInShort(
        processor=best.processor,
        family=best.instance.family if best.instance else None,
        instance_type=type_name(best),
        instance_count=best.count if best.instance else None,
        memory_mb=best.memory_mb,
        place=best.place.id,
        purchase=advised_purchase(decision.context, best),
    )
