"""What a conversation is held over: the base, the lens, the person's terms, and beside it what was computed already."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from engine.decision.choice import Decision, WhatIf, decide
from engine.decision.context import DecisionCache
from engine.dialogue.record import Ask, State
from engine.intake.reader import NO_PROPOSALS, Proposals
from engine.measurement import Trial
from engine.policy import NO_POLICY, Policy
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.schema.decision import Question
from knowledge.schema.record import Lens

_KEPT: Final = 12
"""Workloads whose what-ifs are kept: those that back and redo lead to."""


@dataclasses.dataclass(eq=False, repr=False)
class Desk:
    """Holds no part of the conversation: without it the same answers lead to the same questions, later."""

    knowledge: Knowledge
    lens: Lens = "today"
    policy: Policy = NO_POLICY
    cache: DecisionCache = dataclasses.field(default_factory=DecisionCache)
    measurements: tuple[Trial, ...] = ()
    proposals: Proposals = NO_PROPOSALS
    """What a second reader found in the line that is being answered; none on the desk of a whole conversation."""
    latest_asks: deque[tuple[State, Ask | None]] = dataclasses.field(default_factory=lambda: deque(maxlen=4))
    """The questions that the latest states of the conversation led to."""
    _turns: dict[tuple[object, ...], Turn] = dataclasses.field(default_factory=dict)

    def turn(self, workload: Workload) -> Turn:
        """The decision for a workload with its what-ifs; the same object as long as it is kept."""
        key = tuple((name, value, *_what_counts_of(workload.origins[name])) for name, value in workload.known_facts().items())
        found = self._turns.pop(key, None)
        if found is None:
            decision = decide(workload, self.knowledge, self.lens, self.cache, self.policy, measurements=self.measurements)
            found = Turn(workload, decision, WhatIf(workload, decision))
            if len(self._turns) >= _KEPT:
                del self._turns[next(iter(self._turns))]
        self._turns[key] = found
        return found


def _what_counts_of(origin: Origin) -> tuple[object, ...]:
    """What a decision follows from beside the value of a fact; not the words it was told in."""
    return origin.kind == "assumed", origin.about, tuple(sorted(origin.measured_at.items(), key=lambda fact: fact[0]))


@dataclasses.dataclass(eq=False, repr=False)
class Turn:
    """One workload: its decision, and what other answers would lead to."""

    stated: Workload
    decision: Decision
    what_if: WhatIf
    _effects: dict[str, float] = dataclasses.field(default_factory=dict)

    def leader(self, questions: Sequence[Question]) -> tuple[Question, float] | None:
        """The question of the greatest effect, ties by ease, with its effect; looks at no more answers than it takes to know that."""
        heap = [(-1.0, -question.ease, question.id, 0) for question in questions]
        asked = {question.id: question for question in questions}
        likely = {name: sorted(self.what_if.choices_of(question), key=lambda choice: -choice.prior) for name, question in asked.items()}
        heapify(heap)
        while heap:
            bound, ease, name, looked = heappop(heap)
            choices = likely[name]
            if looked == len(choices):
                return asked[name], -bound
            same = not self.what_if.changes_choice(name, choices[looked].value)
            lost = choices[looked].prior / sum(choice.prior for choice in choices) if same else 0.0
            heappush(heap, (round(bound + lost, 6), ease, name, looked + 1))
        return None

    def reckoned_effect(self, fact: str) -> float | None:
        """The effect of a question as far as it was computed already; None else."""
        return self._effects.get(fact)

    def effect(self, question: Question) -> float:
        """Prior-weighted probability that the answer changes the choice."""
        if question.id not in self._effects:
            self._effects[question.id] = self.what_if.effect_of(question)
        return self._effects[question.id]
