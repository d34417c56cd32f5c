"""What became of a kept choice: if it can still be had, what it costs today, and if its price or its estimate moved."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final

from engine.advice import Plan
from engine.decision.choice import Decision, WhatIf
from engine.decision.context import Option, instance_type_name
from engine.decision.explanation import build_plan, build_rejection
from engine.decision.limits import Failure, job_name, region, status
from engine.intake.from_mapping import from_mapping
from engine.workload import Value, Workload
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.instance import Instance
from knowledge.sentences import fill_sentence

_ROUNDING: Final = 1e-9
"""Smaller shares are rounding."""
_AVAILABILITY_LIMITS: Final = frozenset({"status", "capacity", "region", "job_name"})
"""Limits that decide if a type can be had at all."""


def describe_missing(kept: Plan, knowledge: Knowledge) -> str:
    """A sentence if today's base no longer knows the hardware or the place; "" if it does."""
    name = catalogue_type(kept)
    if name and name not in knowledge.instances:
        return fill_sentence(knowledge, "recheck", "missing", what=kept.instance_type)
    return "" if kept.place in knowledge.places else fill_sentence(knowledge, "recheck", "missing", what=kept.place)


def catalogue_type(plan: Plan) -> str:
    """The instance type as the catalogue names it; "" where there is none."""
    return (plan.instance_type or "").removeprefix("ml.")


def comparable_usd(plan: Plan) -> float | None:
    """The cost that is compared: of a run, else of a month; None for what is bought once."""
    return plan.cost.usd_per_run if plan.cost.usd_per_run is not None else plan.cost.usd_per_month


def choice_key(plan: Plan) -> tuple[object, ...]:
    """Equal for plans that are the same choice."""
    return catalogue_type(plan), plan.instance_count, plan.memory_mb, plan.place, plan.purchase


class CurrentChoice:
    """A kept choice in today's decision. The base knows its hardware and place."""

    def __init__(self, kept: Plan, stated: Workload, decision: Decision) -> None:
        """`decision` is today's on the `stated` facts that the choice was made for."""
        self.kept, self.decision, self.context = kept, decision, decision.context
        self._what_if = WhatIf(stated, decision)

    @functools.cached_property
    def withdrawal_reason(self) -> str:
        """Why it cannot be had any more, for any workload; "" if it can."""
        instance, place = self._instance, self.context.knowledge.places[self.kept.place]
        if instance is None:
            return ""
        failures = (check(self.context, place, instance) for check in (status, region, job_name))
        failure = next((one for one in failures if one is not None and one.limit in _AVAILABILITY_LIMITS), None)
        if failure is None and self.context.hourly_price(place, instance) is None:
            failure = Failure("price", "a price", instance.no_price_reason or "none known")
        return build_rejection(self.context, "type", instance.instance_type, failure).text if failure is not None else ""

    @functools.cached_property
    def like_option(self) -> Option | None:
        """The same hardware at the same place, whatever its number."""
        wanted = self.kept.place, self.kept.instance_type, self.kept.memory_mb
        return next((one for one in self.decision.options if (one.place.id, instance_type_name(one), one.memory_mb) == wanted), None)

    @functools.cached_property
    def current_plan(self) -> Plan | None:
        """The same hardware in the same number, as it would be proposed today; None where that does not fit."""
        option, count = self.like_option, self.kept.instance_count
        return build_plan(self.context, option) if option is not None and count in (None, option.count) else None

    @functools.cached_property
    def current_usd(self) -> float | None:
        """What it costs today, paid as it was."""
        plan = self.current_plan
        if plan is None:
            return None
        usd, month = comparable_usd(plan), plan.cost.usd_per_month
        if usd is None or not month or plan.purchase == self.kept.purchase:
            return usd
        paid = next((one.usd_per_month for one in plan.purchases if one.kind == self.kept.purchase), None)
        return usd * paid / month if paid is not None else None

    def is_chosen_with(self, values: Mapping[str, Value]) -> bool:
        """True if it would be today's choice with these facts; False where the base does not accept them."""
        try:
            facts = from_mapping(values, self.context.knowledge).known_facts()
        except InputError:
            return False
        then = self._what_if.decide_with_all(facts)
        return then.best is not None and choice_key(build_plan(then.context, then.best)) == choice_key(self.kept)

    @property
    def cost_change(self) -> float | None:
        """Share by which its cost changed; 0 where it did not."""
        before, after = comparable_usd(self.kept), self.current_usd
        return _relative_change(before, after) if before and after is not None else None

    @property
    def price_change(self) -> float:
        """Share by which the price of a machine changed, on demand or of a block; without any, the cost if the estimate is the same."""
        kept, instance = self.kept, self._instance
        if instance is None:
            is_same_estimate = self.current_plan is not None and self.current_plan.latency_ms == kept.latency_ms
            return (self.cost_change or 0.0) if is_same_estimate else 0.0
        place, paid = self.context.knowledge.places[kept.place], kept.cost.usd_per_hour
        now = self.context.hourly_price(place, instance)
        if kept.purchase == "capacity-block":  # its saving counts the days that are booked, its price of an hour does not
            now, saving = self.context.block_price(place, instance) or now, 0.0
        else:
            saving = next((one.saving for one in kept.purchases if one.advised), 0.0)
        before = paid / (1 - saving) / (kept.instance_count or 1) if paid and saving < 1 else None
        return _relative_change(before, now) if before and now else 0.0

    @property
    def _instance(self) -> Instance | None:
        return self.context.knowledge.instances.get(catalogue_type(self.kept))


def _relative_change(before: float, after: float) -> float:
    share = after / before - 1
    return share if abs(share) > _ROUNDING else 0.0
