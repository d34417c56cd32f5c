"""What another answer would change: flips of the choice, and the effect of each open question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.advice import Flip, NextQuestion, PlanInShort
from engine.decision.choice.decision import Decision
from engine.decision.context import Option, instance_type_name, is_told_by_dataset
from engine.decision.costs import advised_purchase
from engine.measurement import Trial
from engine.model_families import member_choices
from engine.policy import NO_POLICY, Policy
from engine.vocabulary import accepted_values
from engine.workload import SUBJECT_FACTS, Origin, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.schema.decision import Choice, Question
from knowledge.schema.record import Lens

_STEPS = (0.5, 2.0, 0.2, 5.0, 0.05, 20.0)
"""Factors by which a number is changed, nearest first."""
_SUPPOSED = Origin(kind="answered")


class WhatIf(msgspec.Struct):
    """Repeats a decision with other facts; equal changes are decided once."""

    stated: Workload
    """The workload as stated, before assumptions."""
    decision: Decision
    _runs: dict[tuple[tuple[str, Value], ...], Decision] = msgspec.field(default_factory=dict)

    def is_for(
        self, workload: Workload, knowledge: Knowledge, lens: Lens, policy: Policy = NO_POLICY, measurements: Sequence[Trial] = ()
    ) -> bool:
        """True if the decision was made for exactly these, including the quoted words of the facts, which an advice repeats."""
        context = self.decision.context
        own = self.stated, context.lens, context.policy, context.measured.measurements
        return context.knowledge is knowledge and own == (workload, lens, policy, tuple(measurements))

    def decide_with(self, fact: str, value: Value) -> Decision:
        """The decision with one fact changed."""
        return self.decide_with_all({fact: value})

    def decide_with_all(self, facts: Mapping[str, Value]) -> Decision:
        """The decision with these facts changed at once."""
        key = tuple(facts.items())
        if key not in self._runs:
            changed = self.stated
            for fact, value in key:
                changed = changed.with_fact(fact, value, _SUPPOSED)
            self._runs[key] = self.decision.decide_again(changed)
        return self._runs[key]

    def changes_choice(self, fact: str, value: Value) -> bool:
        """True if the choice is another with this value."""
        return self.decide_with(fact, value).choice_key() != self.decision.choice_key()

    def next_questions(self) -> tuple[NextQuestion, ...]:
        """Open questions whose answer can change the choice, ordered by effect, then by ease."""
        effects = [(self.effect_of(question), question) for question in self._open_questions()]
        telling = sorted(((e, q) for e, q in effects if e > 0), key=lambda pair: (-round(pair[0], 6), -pair[1].ease, pair[1].id))
        return tuple(
            NextQuestion(
                fact=q.id, prompt=q.prompt, why=q.principle, effect=round(e, 4), choices=tuple(c.label for c in self.choices_of(q))
            )
            for e, q in telling
        )

    def effect_of(self, question: Question) -> float:
        """Prior-weighted probability that the answer changes the choice."""
        choices = self.choices_of(question)
        total = sum(choice.prior for choice in choices)
        telling = sum(choice.prior for choice in choices if self.changes_choice(question.id, choice.value))
        return telling / total if total else 0.0

    def choices_of(self, question: Question) -> tuple[Choice, ...]:
        """The choices of a question that make sense for this kind of model."""
        if question.members_of:
            family = getattr(self.decision.context.workload, question.members_of)
            families = self.decision.context.knowledge.model_families
            return member_choices(families[family], self.decision.context.knowledge) if family is not None else ()
        kind = self.decision.context.needs.kind
        return tuple(choice for choice in question.choices if not choice.kinds or kind in choice.kinds) or question.choices

    def fitting_answers(self) -> Iterator[tuple[str, Value, Decision]]:
        """Answers to open questions with which something fits, with their decisions; for each question the likeliest answer first.

        Not to those on what the work is: another work is no help.
        """
        for question in self._open_questions():
            if question.subject or question.id in SUBJECT_FACTS or question.id == "stage":
                continue
            for choice in sorted(self.choices_of(question), key=lambda one: -one.prior):
                if choice.value != getattr(self.decision.context.workload, question.id):
                    decision = self.decide_with(question.id, choice.value)
                    if decision.best is not None:
                        yield question.id, choice.value, decision

    def _open_questions(self) -> Iterator[Question]:
        context = self.decision.context
        for question in context.knowledge.questions.values():
            answered = any(not self.stated.is_assumed(fact) for fact in (question.id, *question.unless))
            if self.is_applicable(question) and context.workload.is_assumed(question.id) and not answered:
                yield question

    def is_applicable(self, question: Question) -> bool:
        """True if a question applies to this kind of run and of model, and no data set answers it."""
        context = self.decision.context
        if is_told_by_dataset(context.workload, question.id):
            return False
        if question.members_of and getattr(context.workload, question.members_of) is None:
            return False
        of_run = not question.situations or context.situation in question.situations
        return of_run and (not question.kinds or context.needs.kind in question.kinds)

    def find_flips(self) -> Iterator[Flip]:
        """For each relevant fact, the nearest change that leads to another choice; computed lazily."""
        for fact, values in self._values_to_try():
            for value in values:
                if self.changes_choice(fact, value) and self.decide_with(fact, value).best is not None:
                    before = getattr(self.decision.context.workload, fact)
                    yield Flip(fact=fact, before=before, to=value, choice=summarize_choice(self.decide_with(fact, value)))
                    break

    def _values_to_try(self) -> Iterator[tuple[str, list[Value]]]:
        work, asked = self.decision.context.workload, self.decision.context.knowledge.questions
        asked = {fact: question for fact, question in asked.items() if not question.subject and self.is_applicable(question)}
        for fact, value in work.known_facts().items():
            kind = accepted_values(fact)
            if isinstance(kind, Quantity) and isinstance(value, (int, float)) and fact in asked:
                steps = [type(value)(value * step) if not kind.whole else max(1, round(value * step)) for step in _STEPS]
                yield fact, [step for step in steps if kind.low <= step <= kind.high and step != value]
            elif fact in asked and not isinstance(kind, Quantity):
                yield fact, [choice.value for choice in self.choices_of(asked[fact]) if choice.value != value]
        for fact, question in asked.items():
            if getattr(work, fact) is None and all(self.stated.is_assumed(other) for other in question.unless):
                yield fact, [choice.value for choice in self.choices_of(question)]


def summarize_choice(decision: Decision) -> PlanInShort:
    """The choice in short. Raises ValueError where the decision has none."""
    if decision.best is None:
        raise ValueError("This decision has no choice.")
    return summarize_option(decision, decision.best)


def summarize_option(decision: Decision, option: Option) -> PlanInShort:
    """One of the options of a decision in short."""
    return PlanInShort(
        processor=option.processor,
        family=option.instance.family if option.instance else None,
        instance_type=instance_type_name(option),
        instance_count=option.count if option.instance else None,
        memory_mb=option.memory_mb,
        place=option.place.id,
        purchase=advised_purchase(decision.context, option),
    )
