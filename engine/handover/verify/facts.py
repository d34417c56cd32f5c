"""What a plan of measurements needs of an advice: facts as stated or assumed, and the load that its plans were sized for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from engine.advice import Advice, Plan
from engine.decision.complete import complete
from engine.decision.context import Context
from engine.handover.kept import workload_of
from knowledge import Knowledge
from knowledge.sentences import Say, saying

_REPOSITORY: Final = "/"


class Facts:
    """Reads an advice; a fact that is no number where one belongs is as good as unknown."""

    def __init__(self, advice: Advice, knowledge: Knowledge) -> None:
        """Take the advice."""
        self.advice, self.knowledge = advice, knowledge
        self.say: Say = saying(knowledge, "verify")
        self.rates = knowledge.weights["verify"].thresholds

    @cached_property
    def _known(self) -> Mapping[str, Any]:
        assumed = {one.fact: one.value for one in self.advice.assumptions}
        return assumed | {name: fact.get("value") for name, fact in self.advice.workload.items()}

    def text(self, fact: str) -> str:
        """A fact that is a name; "" where it is not known."""
        value = self._known.get(fact)
        return value if isinstance(value, str) else ""

    def number(self, fact: str) -> float:
        """A fact that is a number; 0 where it is not known."""
        value = self._known.get(fact)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0

    def capacity(self, plan: Plan) -> float:
        """Requests a second that the whole plan carries; 0 where that is not known."""
        made = plan.throughput_per_s.estimate or 0.0
        tokens = self.number("output_tokens") if plan.throughput_per_s.unit == "output tokens" else 1.0
        return made / tokens if tokens else 0.0

    def peak(self, plan: Plan) -> float:
        """Requests a second at the busiest time, as the plan was sized for it."""
        return self.capacity(plan) * (plan.utilization or 0.0)

    @cached_property
    def context(self) -> Context:
        """The workload as a decision sees it. Raises InputError for a fact that the base does not know today."""
        stated = workload_of(self.advice, self.knowledge)
        return Context.of(complete(stated, self.knowledge), self.knowledge, self.advice.lens)

    @property
    def generates(self) -> bool:
        """Whether answers are made token by token."""
        plan = self.advice.choice
        return plan is not None and plan.throughput_per_s.unit == "output tokens"

    @property
    def subject(self) -> str:
        """The model's or the algorithm's name, else the task."""
        for fact, kind in (("model", "models"), ("algorithm", "algorithms")):
            entries = getattr(self.knowledge, kind)
            if self.text(fact) in entries:
                name: str = entries[self.text(fact)].name
                return name
        return self.text("task") or self.text("stage") or "-"

    @property
    def repository(self) -> str:
        """The name under which load generators find the model's tokenizer: that of its repository, where the base has one."""
        model = self.knowledge.models.get(self.text("model"))
        aliases = model.aliases if model is not None else ()
        return next((alias for alias in aliases if _REPOSITORY in alias), self.text("model") or "MODEL")
