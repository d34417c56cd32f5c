"""Cost, speed and complexity, weighed by the stated priority."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.decision.context import NEURON, Context
from engine.decision.guidance import Open, applies_to, asks_only_of_type, rules_for
from engine.decision.option import Option


def rank(context: Context, options: list[Option]) -> list[Option]:
    """Best first. Options that hang on something nobody has confirmed come after those that do not."""
    if not options:
        return []
    weights = context.knowledge.weights["ranking"].priority[context.workload.priority or "balanced"]
    penalties = context.knowledge.weights["fit"].thresholds
    rules = rules_for(context, ("avoid", "prefer"), weighed=True)
    of_type = [rule for rule in rules if asks_only_of_type(rule)]
    of_plan = [rule for rule in rules if not asks_only_of_type(rule)]
    asked = tuple((rule.rule.id, rule.when) for rule in of_type)
    key = (
        "hardware",
        context.lens,
        asked,
        context.workload.compare,
        context.asks_only_neuron,
        context.workload.algorithm,
        context.case,
        context.situation,
        context.needs.kind,
    )
    known: dict[str, float] = context.memo.setdefault(key, {})
    cents = context.thresholds["cents_run" if options[0].usd_per_run is not None else "cents_month"]
    least_cost = min(cost_of(option) for option in options) + cents
    least_time = min(time_of(context, option) for option in options)

    def hardware(option: Option) -> float:
        if option.what not in known:
            known[option.what] = (
                _mismatch(context, option) + _guided(of_type, context, option) + _ported(context, option) + _asked(context, option)
            )
        return known[option.what]

    def score(option: Option) -> float:
        cost = weights["cost"] * math.log((cost_of(option) + cents) / least_cost)
        if weights["cost"] == 1:
            return cost
        return (
            cost
            + weights["speed"] * math.log(time_of(context, option) / least_time)
            + weights["complexity"] * option.complexity / 10
            + (1 - weights["cost"]) * (penalties[option.fit] + hardware(option) + _guided(of_plan, context, option))
        )

    def order(option: Option) -> tuple[bool, float, int, float, str]:
        return bool(option.open_condition), round(score(option), 9), option.complexity, option.usd_per_hour, option.what

    return sorted(options, key=order)


def cost_of(option: Option) -> float:
    """What is compared: a job by its run, all else by its month; never 0."""
    return max(option.usd_per_run if option.usd_per_run is not None else option.usd_per_month, 1e-6)


def time_of(context: Context, option: Option) -> float:
    """What is compared: hours of a job, else the time of an answer. Within a target, faster is better only where speed is the priority."""
    hurried = context.workload.priority in ("latency", "throughput")
    if option.hours is not None:
        enough = context.workload.training_deadline_hours or context.rates["job_target_hours"]
        return max(option.hours, 1e-6) if hurried else max(option.hours, enough)
    if context.workload.priority == "throughput":
        return 1 / max(option.capacity, 1e-9)
    target = context.workload.latency_p99_ms
    if target is not None and context.workload.priority != "latency":
        return 1.0
    return max(option.latency_ms or 1.0, 1e-6)


def _mismatch(context: Context, option: Option) -> float:
    """A penalty for an instance category that the algorithm's own advice does not name."""
    phase, instance = context.phase, option.instance
    family = context.family(instance) if instance else None
    if phase is None or family is None or context.needs.kind != "classic" or context.situation in ("processing", "notebook"):
        return 0.0
    if family.category == "burstable":
        return 0.0  # open to tests alone, where it is the point
    advised = phase.categories.under(context.lens)
    position = advised.index(family.category) if family.category in advised else len(advised)
    return position * context.thresholds["category_mismatch"]


def _asked(context: Context, option: Option) -> float:
    """A small bonus for what the person asks about: where it does the work, it is the answer, unless another is plainly better."""
    compare, instance = context.workload.compare, option.instance
    named = compare is not None and instance is not None and (instance.family in compare or instance.instance_type in compare)
    return -context.thresholds["asked"] if named else 0.0


def _ported(context: Context, option: Option) -> float:
    """A penalty for leaving AWS's own chips, where only they are asked about or in use and the model compiles for them."""
    return context.thresholds["asked_neuron"] if context.asks_only_neuron and option.processor not in NEURON else 0.0


def _guided(rules: Sequence[Open], context: Context, option: Option) -> float:
    """What the rules of thumb that hold for a plan add to its score."""
    if not rules:
        return 0.0
    return sum(one.rule.weight if one.rule.effect == "avoid" else -one.rule.weight for one in rules if applies_to(one, context, option))
