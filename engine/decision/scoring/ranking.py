"""Cost, speed and complexity, weighed by the stated priority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from engine.decision.candidates import default_patience_ms
from engine.decision.context import ONLINE, Context, Option, miss_probability
from engine.decision.costs import block_price_share, booked_factor, is_booked, price_share_with_owned_plans
from engine.decision.scoring.guidance import asks_only_of_type, open_rules
from engine.decision.scoring.score import Score
from engine.decision.scoring.score_terms import GuidePoints, MachinePoints
from engine.decision.scoring.todays_plan import is_worth_the_move, move_penalty, todays_plan
from engine.workload import Workload
from knowledge import Knowledge

_MIN_USD: Final = 1e-6
_ROUNDING: Final = 1e-9
"""Scores are rounded to so much before they are compared."""
_Order = tuple[bool, bool, bool, float, int, float, str]


class Ranking:
    """The order of plans: those asked for by name come first, what nobody has confirmed or waits for last, the others by their score."""

    def __init__(self, context: Context, options: Sequence[Option]) -> None:
        """`options` are at least one."""
        self.context, self.options = context, options
        self._scores: dict[int, Score] = {}
        weights = context.knowledge.weights
        self.weights = weights["ranking"].priority[context.workload.priority or "balanced"]
        self.penalties = weights["fit"].thresholds
        rules = open_rules(context, ("avoid", "prefer"), weighed=True)
        of_type = [rule for rule in rules if asks_only_of_type(rule)]
        self.machines = MachinePoints(context, of_type)
        self.guide = GuidePoints(context, [rule for rule in rules if not asks_only_of_type(rule)])
        cents = context.thresholds["cents_run" if options[0].usd_per_run is not None else "cents_month"]
        self.costs = [paid_cost_of(context, option) + cents for option in options]
        self.least_cost = min(self.costs)
        self.times = _times(context, options)
        self.least_time = min(self.times)
        slow = _too_slow_ms(context)
        named = names_to_choose_from(context.workload, context.knowledge)
        self.flags = [
            (bool(named) and not named & set(option.names), bool(option.open_condition), (option.alone_ms or 0.0) > slow)
            for option in options
        ]
        """What is none of those that were named to choose from, what nobody has confirmed, and what nobody waits for."""
        preferred = sum(rule.rule.weight for rule in rules if rule.rule.effect == "prefer")
        wished = context.thresholds["preferred"] if context.workload.prefer else 0.0
        self.kept = todays_plan(context, options)
        """The plan of today, which stays first unless another saves enough for the move; None where there is none."""
        self.most_bonus = (1 - self.weights["cost"]) * (preferred + wished + context.thresholds["asked"])
        """The most that anything takes off the score that cost alone gives."""

    def best(self) -> Option:
        """The first option; those whose cost alone decides against them are not scored. A what-if asks for no more than this."""
        flags = min(self.flags)
        in_question = sorted((at for at, own in enumerate(self.flags) if own == flags), key=self.costs.__getitem__)
        best, least = in_question[0], self._order(in_question[0])
        for at in in_question[1:]:
            if self._cost_term(at) - self.most_bonus > least[3] + _ROUNDING:
                break
            order = self._order(at)
            if order < least:
                best, least = at, order
        return self.options[self._first(best)]

    def best_first(self) -> list[Option]:
        """Every plan, best first."""
        ordered = sorted(range(len(self.options)), key=self._order)
        first = self._first(ordered[0])
        return [self.options[first], *(self.options[at] for at in ordered if at != first)]

    def passed_over(self) -> Option | None:
        """The plan that scores best, where the one of today comes first all the same; else None."""
        best = min(range(len(self.options)), key=self._order)
        return self.options[best] if self._first(best) != best else None

    def _first(self, best: int) -> int:
        """The plan of today, where the one that scores best is no better in kind and not worth the move."""
        if self.kept is None or self.flags[best] < self.flags[self.kept]:
            return best
        return best if is_worth_the_move(self.context, self.options[self.kept], self.options[best]) else self.kept

    def _order(self, at: int) -> _Order:
        option = self.options[at]
        return *self.flags[at], round(self.score(at).total, 9), option.complexity, option.usd_per_hour, option.what

    def _cost_term(self, at: int) -> float:
        return self.weights["cost"] * math.log(self.costs[at] / self.least_cost)

    def score(self, at: int) -> Score:
        """The score of an option, term by term. Under priority cost nothing but cost counts."""
        known = self._scores.get(at)
        if known is None:
            known = self._scores[at] = self._compute_score(at)
        return known

    def _compute_score(self, at: int) -> Score:
        weights, cost = self.weights, self._cost_term(at)
        if weights["cost"] == 1:
            return Score(cost=cost)
        option, share = self.options[at], 1 - weights["cost"]
        machine = self.machines.points(option)
        return Score(
            cost=cost,
            speed=weights["speed"] * math.log(self.times[at] / self.least_time),
            effort=weights["complexity"] * option.complexity / 10,
            fit=share * (self.penalties[option.fit] + machine.fit),
            guidance=share * (machine.guidance + self.guide.points(option)),
            wish=share * machine.wish,
            move=share * move_penalty(self.context, option),
            risk=share * self.context.thresholds["may_miss"] * miss_probability(self.context, option),
        )

    def score_of(self, option: Option) -> Score:
        """The score of one of the options."""
        return self.score(self._positions[_identity(option)])

    def flags_of(self, option: Option) -> tuple[bool, bool, bool]:
        """Of one of the options: whether it is none of those named to choose from, unconfirmed, or slower than anybody waits."""
        return self.flags[self._positions[_identity(option)]]

    def has(self, option: Option) -> bool:
        """True for one of the options."""
        return _identity(option) in self._positions

    @cached_property
    def _positions(self) -> dict[tuple[str, str, int], int]:
        return {_identity(option): at for at, option in enumerate(self.options)}


def _identity(option: Option) -> tuple[str, str, int]:
    """What tells the options of a decision apart; to compare whole records takes long."""
    return option.place.id, option.what, option.count


def names_to_choose_from(workload: Workload, knowledge: Knowledge) -> frozenset[str]:
    """The hardware and places of "A, B or C?", of which the choice is one; none where fewer than two are named."""
    if "comparison" not in (workload.asks or ()):
        return frozenset()
    named = [name for name in workload.compare or () if name not in knowledge.purchases and name not in knowledge.tools]
    return frozenset(named) if len(named) > 1 else frozenset()


def _too_slow_ms(context: Context) -> float:
    """The time beyond which even a lone answer is more than anybody waits who did not say so; such plans come after all others."""
    work = context.workload
    stated = work.latency_p99_ms or work.time_to_first_token_ms or work.time_per_output_token_ms
    return default_patience_ms(context) if not stated and context.situation == "online" else math.inf


def cost_of(context: Context, option: Option) -> float:
    """The cost to compare: of a run for jobs, else of a month, less what owned plans save; never 0."""
    listed = option.usd_per_run if option.usd_per_run is not None else option.usd_per_month
    if context.policy.savings_plans:
        listed *= price_share_with_owned_plans(context, option)
    return max(listed, _MIN_USD)


def paid_cost_of(context: Context, option: Option) -> float:
    """The cost to rank by: a capacity block is paid for as long as it is booked."""
    if not is_booked(context, option):
        return cost_of(context, option)
    return cost_of(context, option) * booked_factor(context, option) * block_price_share(context, option)


def time_of(context: Context, option: Option) -> float:
    """The time to compare: hours of a job, else of an answer. Within a target, faster is better only where speed is the priority."""
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
    noticed = context.thresholds["unnoticed_ms"]
    if context.workload.priority == "latency":
        noticed = (target or noticed) * context.thresholds["unnoticed_share"]
    return max(option.latency_ms or 1.0, noticed)


def _times(context: Context, options: Sequence[Option]) -> list[float]:
    work = context.workload
    in_time = work.latency_p99_ms is not None and work.priority not in ("latency", "throughput") and context.situation == ONLINE
    return [1.0] * len(options) if in_time else [time_of(context, option) for option in options]
