"""What a plan of measurements needs of an advice: its facts, stated or assumed, and the load that its plans were sized for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.advice import Advice, Plan
from engine.decision.context import Context, complete_workload
from engine.handover.kept_advice import restore_workload
from knowledge import Knowledge
from knowledge.sentences import Say, bind_subject


class PlanFacts:
    """The facts and loads of one advice; a fact of an unexpected type counts as unknown."""

    def __init__(self, advice: Advice, knowledge: Knowledge) -> None:
        """Read nothing before it is asked for."""
        self.advice, self.knowledge = advice, knowledge
        self.say: Say = bind_subject(knowledge, "verify")
        self.rates = knowledge.weights["verify"].thresholds

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        assumed = {one.fact: one.value for one in self.advice.assumptions}
        return assumed | {name: fact.get("value") for name, fact in self.advice.workload.items()}

    def text_fact(self, fact: str) -> str:
        """A fact that is a name; "" if unknown."""
        value = self._values.get(fact)
        return value if isinstance(value, str) else ""

    def number_fact(self, fact: str) -> float:
        """A fact that is a number; 0 if unknown."""
        value = self._values.get(fact)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0

    def plan_capacity(self, plan: Plan) -> float:
        """Requests a second that the whole plan handles; 0 if unknown."""
        made = plan.throughput_per_s.estimate or 0.0
        tokens = self.number_fact("output_tokens") if plan.throughput_per_s.unit == "output tokens" else 1.0
        return made / tokens if tokens else 0.0

    def capacity_range(self, plan: Plan) -> tuple[float, float, float]:
        """Requests a second that the whole plan handles at least, by estimate, and at most."""
        made, value = plan.throughput_per_s, self.plan_capacity(plan)
        scale = value / made.estimate if made.estimate else 0.0
        return (made.low or made.estimate or 0.0) * scale, value, (made.high or made.estimate or 0.0) * scale

    def peak_rate(self, plan: Plan) -> float:
        """Requests a second at the busiest time, as the plan was sized for it."""
        return self.plan_capacity(plan) * (plan.utilization or 0.0)

    @cached_property
    def context(self) -> Context:
        """The context of a decision on the workload. Raises InputError for a fact that the base does not know today."""
        stated = restore_workload(self.advice, self.knowledge)
        return Context.for_workload(complete_workload(stated, self.knowledge), self.knowledge, self.advice.lens)

    @property
    def generates_text(self) -> bool:
        """True if answers are made token by token."""
        plan = self.advice.choice
        return plan is not None and plan.throughput_per_s.unit == "output tokens"

    @property
    def subject(self) -> str:
        """The model's or the algorithm's name, else the task."""
        for fact, kind in (("model", "models"), ("model", "hosted_models"), ("algorithm", "algorithms")):
            entries = getattr(self.knowledge, kind)
            if self.text_fact(fact) in entries:
                name: str = entries[self.text_fact(fact)].name
                return name
        return self.text_fact("task") or self.text_fact("stage") or "-"
