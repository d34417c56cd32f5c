"""From the machines of today to the chosen plan: what changes, what that takes, what could go wrong, what to do first."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from string import Template
from typing import Final

from engine.advice import Plan, PresentChange
from engine.change_worth import is_committed
from engine.decision.choice import Decision
from engine.decision.context import ONLINE, MachinesOfToday
from engine.number_format import format_duration, format_significant
from knowledge.schema.instance import Instance
from knowledge.schema.processor import NEURON

_FULL: Final = 0.7
"""Share of the capacity from which on there is little room."""
_MS_PER_HOUR: Final = 3.6e6
_OWN_MACHINES: Final = frozenset({"ec2", "ecs", "eks"})


class Move:
    """The step from today to the choice."""

    def __init__(self, decision: Decision, fleet: Sequence[MachinesOfToday], choice: Plan | None) -> None:
        """`fleet` is what runs today, at least one machine; `choice` None where nothing fits."""
        self.now, self.choice, self._fleet = fleet[0].instance, choice, fleet
        self._decision, self._work, knowledge = decision, decision.context.workload, decision.context.knowledge
        self._knowledge, self._words = knowledge, knowledge.wording["present"].texts
        self._machines = sum(machines.quantity for machines in fleet)
        named = choice.instance_type if choice is not None else None
        self.then = knowledge.instances.get(named.removeprefix("ml.")) if named else None

    @property
    def here(self) -> str:
        """What runs today: "3 × g5.xlarge"."""
        return " and ".join(machines.name for machines in self._fleet)

    @property
    def there(self) -> str:
        """The choice: "1 × ml.g6.xlarge", or the place that needs no machine."""
        if self.choice is None:
            return ""
        if not self.choice.instance_type:
            return self._knowledge.places[self.choice.place].name
        return f"{self.choice.instance_count or 1} × {self.choice.instance_type}"

    @functools.cached_property
    def changes(self) -> tuple[PresentChange, ...]:
        """What differs, the heaviest first."""
        return tuple(self._list_changes())

    def _list_changes(self) -> Iterator[PresentChange]:
        if self.choice is None:
            return
        processor = self.choice.processor
        if processor != self._processor:
            yield "neuron" if processor in NEURON else "processor"
        if self.then is not None and self.then.arch != self.now.arch:
            yield "architecture"
        if self.then is None or self.choice.place != (self._work.current_place or self.choice.place):
            yield "place"
        if self.then is not None:
            yield from self._list_changes_of_machine(self.then)
        if self._changes_purchase(self.choice.purchase):
            yield "purchase"

    def _changes_purchase(self, purchase: str) -> bool:
        """Whether it is to be paid for in another way; what is committed, or runs on Spot, stays so."""
        now = self._work.current_purchase or "on-demand"
        return not is_committed(now) and purchase not in (now, "on-demand" if now == "spot" else now)

    def _list_changes_of_machine(self, then: Instance) -> Iterator[PresentChange]:
        choice, now = self.choice, self.now
        if choice is None:
            return
        if then.accelerator != now.accelerator and choice.processor == self._processor:
            yield "accelerator"
        if then.family != now.family:
            yield "family"
        elif then.size != now.size or len(self._fleet) > 1:
            yield "size"
        if (choice.instance_count or 1) != self._machines:
            yield "count"

    @property
    def _processor(self) -> str:
        device = self._knowledge.accelerators.get(self.now.accelerator or "")
        return device.processor if device is not None else "cpu"

    @property
    def time(self) -> str:
        """How long an answer or a run takes, before and after."""
        if self.choice is None:
            return ""
        if self._decision.context.situation == ONLINE:
            before, after, key = self._work.current_latency_ms, self.choice.latency_ms.estimate, "time_answer"
        else:
            hours = self._work.current_run_hours
            before, after, key = (hours * _MS_PER_HOUR if hours else None), _in_ms(self.choice.hours_per_run), "time_run"
        if not before or not after:
            return ""
        return Template(self._words[key]).substitute(before=format_duration(before), after=format_duration(after))

    @property
    def effort(self) -> str:
        """What the heaviest change takes."""
        return self._words[f"effort_{self.changes[0]}"] if self.changes else ""

    @property
    def risk(self) -> str:
        """What could go wrong, the gravest first."""
        choice = self.choice
        if choice is None:
            return ""
        share = f"{choice.utilization:.0%}" if choice.utilization is not None else ""
        return Template(self._words[self._risk_key(choice)]).substitute(share=share)

    def _risk_key(self, choice: Plan) -> str:
        if "purchase" in self.changes and choice.purchase == "spot":
            return "risk_spot"
        if self._work.is_assumed("model") and {"neuron", "processor", "accelerator"} & set(self.changes):
            return "risk_assumed"
        if choice.instance_count == 1 < self._machines and self._decision.context.situation == ONLINE:
            return "risk_single"
        if choice.verdict == "tight":
            return "risk_tight"
        return "risk_full" if choice.utilization is not None and choice.utilization > _FULL else "risk_small"

    @property
    def first_step(self) -> str:
        """What to do before anything is switched."""
        if self.choice is None:
            return ""
        return Template(self._words[self._first_step_key()]).substitute(then=self.choice.instance_type or self.there)

    def _first_step_key(self) -> str:
        changes, choice = set(self.changes), self.choice
        if choice is None or changes == {"purchase"}:
            return "first_purchase"
        if "neuron" in changes:
            return "first_neuron"
        if self._decision.context.situation != ONLINE:
            return "first_job"
        if changes <= {"count", "purchase"}:
            return "first_count" if (choice.instance_count or 1) < self._machines else "first_count_more"
        if choice.place == "sagemaker-realtime" and "place" not in changes:
            return "first_variant"
        return "first_beside" if choice.place in _OWN_MACHINES or choice.place == "sagemaker-realtime" else "first_copy"

    def reason_to_look_again(self) -> str:
        """Until when it may stay as it is."""
        choice = self.choice
        if choice is None:
            return ""
        rate = choice.throughput_per_s.estimate if not self.changes else None
        if rate is None or self._decision.context.situation != ONLINE or choice.throughput_per_s.unit != "requests":
            return self._words["first_stay_plain"]
        return Template(self._words["first_stay"]).substitute(rate=format_significant(rate * _FULL))


def _in_ms(hours: float | None) -> float | None:
    return hours * _MS_PER_HOUR if hours is not None else None
