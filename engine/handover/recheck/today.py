"""What became of a kept choice: whether it can be had, what it costs today, and whether its price or its estimate moved."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from engine.advice import Plan
from engine.decision.choice import Decision
from engine.decision.limits import Failure
from engine.decision.limits.of_access import job_name, region, status
from engine.decision.option import Option
from engine.decision.plans import plan_of, type_name
from engine.decision.whatif import WhatIf
from engine.decision.wording import rejection
from engine.intake.given import from_mapping
from engine.workload import Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.instance import Instance
from knowledge.sentences import sentence

_SAME: Final = 1e-9
"""Shares below it are rounding."""
_HAD: Final = frozenset({"status", "capacity", "region", "job_name"})
"""Limits on whether a type can be had at all."""


def missing(kept: Plan, knowledge: Knowledge) -> str:
    """Why today's base does not know the hardware or the place any more; "" where it does."""
    name = type_of(kept)
    if name and name not in knowledge.instances:
        return sentence(knowledge, "recheck", "missing", what=kept.instance_type)
    return "" if kept.place in knowledge.places else sentence(knowledge, "recheck", "missing", what=kept.place)


def type_of(plan: Plan) -> str:
    """The instance type as the catalogue names it; "" where there is none."""
    return (plan.instance_type or "").removeprefix("ml.")


def usd_of(plan: Plan) -> float | None:
    """What is compared: the cost of a run, else of a month; None for what is bought once."""
    return plan.cost.usd_per_run if plan.cost.usd_per_run is not None else plan.cost.usd_per_month


def key_of(plan: Plan) -> tuple[object, ...]:
    """What makes one choice another."""
    return type_of(plan), plan.instance_count, plan.memory_mb, plan.place, plan.purchase


class Today:
    """A kept choice in today's decision. Hardware and place are ones that the base knows."""

    def __init__(self, kept: Plan, stated: Workload, decision: Decision) -> None:
        """The decision is one on the `stated` facts that the choice was made for."""
        self.kept, self.decision, self.context = kept, decision, decision.context
        self._what_if = WhatIf(stated, decision)

    @functools.cached_property
    def gone(self) -> str:
        """Why it cannot be had any more, whatever it is for; "" where it can."""
        instance, place = self._instance, self.context.knowledge.places[self.kept.place]
        if instance is None:
            return ""
        found = (check(self.context, place, instance) for check in (status, region, job_name))
        failure = next((one for one in found if one is not None and one.limit in _HAD), None)
        if failure is None and self.context.hourly(place, instance) is None:
            failure = Failure("price", "a price", instance.no_price_reason or "none known")
        return rejection(self.context, "type", instance.instance_type, failure).text if failure is not None else ""

    @functools.cached_property
    def near(self) -> Option | None:
        """The same hardware at the same place, whatever its number."""
        kept = self.kept
        wanted = kept.place, kept.instance_type, kept.memory_mb
        options = self.decision.options
        return next((one for one in options if (one.place.id, type_name(one), one.memory_mb) == wanted), None)

    @functools.cached_property
    def plan(self) -> Plan | None:
        """The same hardware in the same number, as it would be proposed today; None where that does not fit."""
        count = self.kept.instance_count
        same = self.near is not None and (count is None or self.near.count == count)
        return plan_of(self.context, self.near) if same and self.near is not None else None

    @functools.cached_property
    def usd(self) -> float | None:
        """What it costs today, paid as it was."""
        plan = self.plan
        usd, month = (usd_of(plan), plan.cost.usd_per_month) if plan is not None else (None, None)
        if plan is None or usd is None or not month or plan.purchase == self.kept.purchase:
            return usd
        paid = next((one.usd_per_month for one in plan.purchases if one.kind == self.kept.purchase), None)
        return usd * paid / month if paid is not None else None

    def under(self, taken: Mapping[str, Value]) -> bool:
        """Whether it would be today's choice if these facts were so; False where they are none."""
        try:
            facts = from_mapping(taken, self.context.knowledge).known()
        except InputError:
            return False
        then = self._what_if.under_all(facts)
        return then.best is not None and key_of(plan_of(then.context, then.best)) == key_of(self.kept)

    @property
    def moved(self) -> float | None:
        """Share by which its cost changed; 0 where it did not."""
        before, after = usd_of(self.kept), self.usd
        if not before or after is None:
            return None
        return _share(before, after)

    @property
    def price_moved(self) -> float:
        """Share by which the on-demand price of a machine changed, or for what has no machines the cost under the same estimate."""
        kept, instance = self.kept, self._instance
        if instance is None:
            same = self.plan is not None and self.plan.latency_ms == kept.latency_ms
            return (self.moved or 0.0) if same else 0.0
        saving = next((one.saving for one in kept.purchases if one.advised), 0.0)
        paid, now = kept.cost.usd_per_hour, self.context.hourly(self.context.knowledge.places[kept.place], instance)
        before = paid / (1 - saving) / (kept.instance_count or 1) if paid and saving < 1 else None
        return _share(before, now) if before and now else 0.0

    @property
    def _instance(self) -> Instance | None:
        return self.context.knowledge.instances.get(type_of(self.kept))


def _share(before: float, after: float) -> float:
    share = after / before - 1
    return share if abs(share) > _SAME else 0.0
