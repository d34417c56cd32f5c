"""Terms of the score besides cost, time and complexity: the algorithm's guide, rules of thumb, what is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.decision.context import CacheTable, Context, Option
from engine.decision.scoring.guidance import MachineRule, OpenRule, is_open_rule_met, machine_rule
from knowledge.schema.condition import Condition
from knowledge.schema.processor import NEURON

_NOTHING: Final = Condition()
_MACHINE_POINTS: CacheTable[tuple[object, ...], dict[str, PointsOfMachine]] = CacheTable(max_entries=60)
_GUIDE_POINTS: CacheTable[tuple[object, ...], dict[tuple[str, str], tuple[float, tuple[OpenRule, ...]]]] = CacheTable(max_entries=60)


class PointsOfMachine(NamedTuple):
    """What a machine adds to the score of its plans, before the priority weighs it."""

    fit: float
    guidance: float
    wish: float


class MachinePoints:
    """What a machine adds to the score of its plans, wherever it stands."""

    def __init__(self, context: Context, rules: Sequence[OpenRule]) -> None:
        """`rules` are those that the workload leaves open."""
        self.context, self.rules = context, rules
        key = (
            context.lens,
            tuple((rule.rule.id, rule.when) for rule in rules),
            context.workload.compare,
            context.workload.prefer,
            context.asks_only_neuron,
            context.workload.algorithm,
            context.phase_case,
            context.situation,
            context.needs.kind,
        )
        self.known = context.cache.recall(_MACHINE_POINTS, key, dict)

    def points(self, option: Option) -> PointsOfMachine:
        """What speaks against it, less what speaks for it, by kind."""
        what = option.what
        points = self.known.get(what)
        if points is None:
            context = self.context
            points = self.known[what] = PointsOfMachine(
                fit=_category_penalty(context, option) + _port_penalty(context, option),
                guidance=_guided(self.rules, context, option),
                wish=_comparison_bonus(context, option) + _preference_bonus(context, option),
            )
        return points


class GuidePoints:
    """What rules of thumb add to the score of plans; what a machine and its place settle is found once for both."""

    def __init__(self, context: Context, rules: Sequence[OpenRule]) -> None:
        """`rules` are those that the workload leaves open."""
        self.context, self.rules = context, rules
        self._parted: tuple[MachineRule, ...] | None = None
        key = (context.lens, context.situation, tuple((rule.rule.id, rule.when) for rule in rules))
        self.known = context.cache.recall(_GUIDE_POINTS, key, dict)

    def points(self, option: Option) -> float:
        """The sum of the weights of the rules that hold for a plan."""
        if not self.rules:
            return 0.0
        at = option.place.id, option.what
        found = self.known.get(at)
        if found is None:
            found = self.known[at] = self._settled(option)
        settled, left = found
        return settled + _guided(left, self.context, option) if left else settled

    def split_rules(self) -> tuple[MachineRule, ...]:
        """The rules, parted once."""
        if self._parted is None:
            self._parted = tuple(machine_rule(rule) for rule in self.rules)
        return self._parted

    def _settled(self, option: Option) -> tuple[float, tuple[OpenRule, ...]]:
        points, left = 0.0, []
        for rule in self.split_rules():
            one = rule.open_part(self.context, option)
            if one is not None and one.when == _NOTHING:
                points += _points(one)
            elif one is not None:
                left.append(one)
        return points, tuple(left)


def _category_penalty(context: Context, option: Option) -> float:
    """A penalty for an instance category that the algorithm's own advice does not name."""
    phase, instance = context.phase_advice, option.instance
    family = context.family_of(instance) if instance else None
    if phase is None or family is None or context.needs.kind != "classic" or context.situation in ("processing", "notebook"):
        return 0.0
    if family.category == "burstable":
        return 0.0  # open to tests alone, where it is the point
    advised = phase.categories.value_for(context.lens)
    position = advised.index(family.category) if family.category in advised else len(advised)
    return position * context.thresholds["category_mismatch"]


def _comparison_bonus(context: Context, option: Option) -> float:
    """A small bonus for what the person asks about: where it does the work, it is the answer, unless another is plainly better."""
    compare, instance = context.workload.compare, option.instance
    named = compare is not None and instance is not None and (instance.family in compare or instance.instance_type in compare)
    return -context.thresholds["asked"] if named else 0.0


def _preference_bonus(context: Context, option: Option) -> float:
    """A bonus for hardware that the person would rather have: it weighs as so much effort spared."""
    prefer, instance = context.workload.prefer, option.instance
    if prefer is None:
        return 0.0
    names = (option.processor, *((instance.family, instance.instance_type) if instance is not None else ()))
    return -context.thresholds["preferred"] if any(name in prefer for name in names) else 0.0


def _port_penalty(context: Context, option: Option) -> float:
    """A penalty for leaving AWS's own chips, where only they are asked about or in use and the model compiles for them."""
    return context.thresholds["asked_neuron"] if context.asks_only_neuron and option.processor not in NEURON else 0.0


def _guided(rules: Sequence[OpenRule], context: Context, option: Option) -> float:
    """What the rules of thumb that hold for a plan add to its score."""
    if not rules:
        return 0.0
    return sum(_points(one) for one in rules if is_open_rule_met(one, context, option))


def _points(one: OpenRule) -> float:
    return one.rule.weight if one.rule.effect == "avoid" else -one.rule.weight
