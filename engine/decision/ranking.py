"""Cost, speed and complexity, weighed by the stated priority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from engine.decision.context import Context
from engine.decision.guidance import asks_only_of_type, rules_for
from engine.decision.online import unasked_ms
from engine.decision.option import Option
from engine.decision.points import Guide, Machines
from engine.decision.purchasing import owned_share

_NEAR: Final = 1e-6
"""Scores are rounded before they are compared."""


class Ranking:
    """The order of plans: what nobody has confirmed and what nobody waits for come last, the others by their score."""

    def __init__(self, context: Context, options: Sequence[Option]) -> None:
        """`options` are at least one."""
        self.context, self.options = context, options
        weights = context.knowledge.weights
        self.weights = weights["ranking"].priority[context.workload.priority or "balanced"]
        self.penalties = weights["fit"].thresholds
        rules = rules_for(context, ("avoid", "prefer"), weighed=True)
        of_type = [rule for rule in rules if asks_only_of_type(rule)]
        self.machines = Machines(context, of_type)
        self.guide = Guide(context, [rule for rule in rules if not asks_only_of_type(rule)])
        self.cents = context.thresholds["cents_run" if options[0].usd_per_run is not None else "cents_month"]
        self.costs = [cost_of(context, option) + self.cents for option in options]
        self.least_cost = min(self.costs)
        self.times = [time_of(context, option) for option in options]
        self.least_time = min(self.times)
        preferred = sum(rule.rule.weight for rule in rules if rule.rule.effect == "prefer")
        self.most_off = (1 - self.weights["cost"]) * (preferred + context.thresholds["asked"])
        """The most by which rules and questions improve a score that cost alone would give."""

    def all(self) -> list[Option]:
        """Every plan, best first."""
        return [self.options[at] for at in sorted(range(len(self.options)), key=self._order)]

    def best(self) -> Option:
        """The first of them; plans so dear that nothing else could make up for it are not looked at."""
        flags = [self._last(option) for option in self.options]
        first = min(flags)
        best: tuple[bool, bool, float, int, float, str] | None = None
        found = self.options[0]
        for at in sorted((at for at, flag in enumerate(flags) if flag == first), key=self.costs.__getitem__):
            if best is not None and self._of_cost(at) - self.most_off > best[2] + _NEAR:
                break
            order = self._order(at)
            if best is None or order < best:
                best, found = order, self.options[at]
        return found

    def _last(self, option: Option) -> tuple[bool, bool]:
        return bool(option.open_condition), _is_too_slow(self.context, option)

    def _order(self, at: int) -> tuple[bool, bool, float, int, float, str]:
        option = self.options[at]
        return *self._last(option), round(self._score(at), 9), option.complexity, option.usd_per_hour, option.what

    def _of_cost(self, at: int) -> float:
        return self.weights["cost"] * math.log(self.costs[at] / self.least_cost)

    def _score(self, at: int) -> float:
        option, points = self.options[at], self._of_cost(at)
        if self.weights["cost"] == 1:
            return points
        speed = self.weights["speed"] * math.log(self.times[at] / self.least_time)
        complexity = self.weights["complexity"] * option.complexity / 10
        guided = self.penalties[option.fit] + self.machines.points(option) + self.guide.points(option)
        return points + speed + complexity + (1 - self.weights["cost"]) * guided


def _is_too_slow(context: Context, option: Option) -> bool:
    """Whether even a lone answer takes longer than anybody waits who did not say so; such plans come after all others."""
    work = context.workload
    stated = work.latency_p99_ms or work.time_to_first_token_ms or work.time_per_output_token_ms
    return not stated and context.situation == "online" and (option.alone_ms or 0.0) > unasked_ms(context)


def cost_of(context: Context, option: Option) -> float:
    """What is compared: a job by its run, all else by its month, less what owned plans save; never 0."""
    listed = option.usd_per_run if option.usd_per_run is not None else option.usd_per_month
    return max(listed * owned_share(context, option), 1e-6)


def time_of(context: Context, option: Option) -> float:
    """What is compared: hours of a job, else the time of an answer. Within a target, faster is better only where speed is the priority."""
    hurried = context.workload.priority in ("latency", "throughput")
    if option.hours is not None:
        enough = context.workload.training_deadline_hours or context.rates["job_target_hours"]
        return max(option.hours, 1e-6) if hurried else max(option.hours, enough)
    if context.workload.priority == "throughput":
        enough = context.peak * context.thresholds["enough_capacity"]
        return 1 / max(min(option.capacity, enough) if enough else option.capacity, 1e-9)
    target = context.workload.latency_p99_ms
    if target is not None and context.workload.priority != "latency":
        return 1.0
    noticed = 1e-6 if context.workload.priority == "latency" else context.thresholds["unnoticed_ms"]
    return max(option.latency_ms or 1.0, noticed)
