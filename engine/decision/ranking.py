"""Cost, speed and complexity, weighed by the stated priority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from engine.decision.context import Context
from engine.decision.guidance import asks_only_of_type, rules_for
from engine.decision.online import unasked_ms
from engine.decision.option import Option
from engine.decision.points import GuidePoints, MachinePoints
from engine.decision.purchasing import owned_share
from engine.decision.situation import ONLINE

_NEAR: Final = 1e-6
"""Scores are rounded before they are compared."""
_LEAST_USD: Final = 1e-6
_Order = tuple[bool, bool, float, int, float, str]


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
        self.machines = MachinePoints(context, of_type)
        self.guide = GuidePoints(context, [rule for rule in rules if not asks_only_of_type(rule)])
        self.cents = context.thresholds["cents_run" if options[0].usd_per_run is not None else "cents_month"]
        self.costs = [cost_of(context, option) + self.cents for option in options]
        self.least_cost = min(self.costs)
        self.times = _times(context, options)
        self.least_time = min(self.times)
        slow = _too_slow_ms(context)
        self.flags = [(bool(option.open_condition), (option.alone_ms or 0.0) > slow) for option in options]
        """What nobody has confirmed, and what nobody waits for."""
        preferred = sum(rule.rule.weight for rule in rules if rule.rule.effect == "prefer")
        self.most_off = (1 - self.weights["cost"]) * (preferred + context.thresholds["asked"])
        """The most by which rules and questions improve a score that cost alone would give."""
        self._orders: dict[int, _Order] = {}

    def all(self) -> list[Option]:
        """Every plan, best first."""
        return [self.options[at] for at in sorted(range(len(self.options)), key=self._order)]

    def best(self) -> Option:
        """The first of them; plans so dear that nothing else could make up for it are not looked at."""
        first = min(self.flags)
        best: _Order | None = None
        found = self.options[0]
        for at in sorted((at for at, flags in enumerate(self.flags) if flags == first), key=self.costs.__getitem__):
            if best is not None and self._of_cost(at) - self.most_off > best[2] + _NEAR:
                break
            order = self._order(at)
            if best is None or order < best:
                best, found = order, self.options[at]
        return found

    def dearest(self) -> float:
        """The cost, USD a month, beyond which no other endpoint can be better; no bound where the best of these comes last of all.

        For priorities that do not ask for more speed than the target: for the others cost tells too little.
        """
        best = min(map(self._order, range(len(self.options))))
        if best[:2] != (False, False):
            return math.inf
        in_time = self.context.workload.latency_p99_ms is not None
        quicker = 0.0 if in_time else math.log(self.least_time / self.context.thresholds["unnoticed_ms"])
        most = best[2] + self.weights["speed"] * quicker + self.most_off + _NEAR
        return self.least_cost * math.exp(most / self.weights["cost"]) - self.cents

    def _order(self, at: int) -> _Order:
        order = self._orders.get(at)
        if order is None:
            option = self.options[at]
            order = *self.flags[at], round(self._score(at), 9), option.complexity, option.usd_per_hour, option.what
            self._orders[at] = order
        return order

    def _of_cost(self, at: int) -> float:
        return self.weights["cost"] * math.log(self.costs[at] / self.least_cost)

    def _score(self, at: int) -> float:
        weights, points = self.weights, self._of_cost(at)
        if weights["cost"] == 1:
            return points
        option = self.options[at]
        speed = weights["speed"] * math.log(self.times[at] / self.least_time)
        complexity = weights["complexity"] * option.complexity / 10
        guided = self.penalties[option.fit] + self.machines.points(option) + self.guide.points(option)
        return points + speed + complexity + (1 - weights["cost"]) * guided


def _too_slow_ms(context: Context) -> float:
    """The time beyond which even a lone answer is more than anybody waits who did not say so; such plans come after all others."""
    work = context.workload
    stated = work.latency_p99_ms or work.time_to_first_token_ms or work.time_per_output_token_ms
    return unasked_ms(context) if not stated and context.situation == "online" else math.inf


def cost_of(context: Context, option: Option) -> float:
    """What is compared: a job by its run, all else by its month, less what owned plans save; never 0."""
    listed = option.usd_per_run if option.usd_per_run is not None else option.usd_per_month
    if context.policy.savings_plans:
        listed *= owned_share(context, option)
    return max(listed, _LEAST_USD)


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


def _times(context: Context, options: Sequence[Option]) -> list[float]:
    work = context.workload
    in_time = work.latency_p99_ms is not None and work.priority not in ("latency", "throughput") and context.situation == ONLINE
    return [1.0] * len(options) if in_time else [time_of(context, option) for option in options]
