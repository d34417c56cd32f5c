"""Rules of thumb from the base, evaluated for a workload and an option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Template
from typing import Final, NamedTuple

from engine.decision.context import CacheTable, Context, FactLookup, Option, are_all_met, is_any_met, is_condition_met
from engine.decision.costs import advised_purchase, can_stop
from engine.sizing.device import Device
from engine.workload import Value
from knowledge.schema.condition import Condition, Predicate
from knowledge.schema.rule import Effect, Rule

_SPLIT_RULES: CacheTable[tuple[frozenset[Effect], bool], tuple[tuple[Rule, _Tests], ...]] = CacheTable(max_entries=20)
PLAN: Final = "plan."
"""Begins the names of facts of a plan; all others are facts of the workload."""


def _accelerator(context: Context, option: Option) -> Device | None:
    """The device of a plan's machines; None for CPUs, and where there are no machines."""
    return context.device_for(option.instance) if option.instance and option.instance.accelerator else None


def _device_memory(context: Context, option: Option) -> float | None:
    device = _accelerator(context, option)
    return device.memory_gb if device else None


def _is_linked(context: Context, option: Option) -> bool | None:
    """True if the devices of one machine are linked by more than PCIe; None for CPUs."""
    device = _accelerator(context, option)
    return device.linked if device else None


def _has_bf16(context: Context, option: Option) -> bool | None:
    """True if the device computes natively in bf16; None for CPUs."""
    device = _accelerator(context, option)
    return "bf16" in device.peak_gflops if device else None


def _is_native_precision(context: Context, option: Option) -> bool | None:
    """True if the device computes natively in the data type of the weights; None for CPUs."""
    device = _accelerator(context, option)
    return option.precision in device.peak_gflops if device and option.precision else None


def _devices_per_copy(_: Context, option: Option) -> float | None:
    """Devices that one copy of the model is split over; None for CPUs and for jobs."""
    return option.devices_used if option.latency_ms is not None and option.instance and option.instance.accelerator else None


def _copies(context: Context, option: Option) -> float | None:
    """Copies of the model that one machine holds; None for CPUs and for jobs."""
    devices = _devices_per_copy(context, option)
    return option.instance.accelerator_count // devices if option.instance and devices else None


def _category(context: Context, option: Option) -> str | None:
    family = context.family_of(option.instance) if option.instance else None
    return family.category if family else None


PLAN_FACTS: Final[Mapping[str, Callable[[Context, Option], Value | None]]] = {
    "processor": lambda _, option: option.processor,
    "family": lambda _, option: option.instance.family if option.instance else None,
    "category": _category,
    "status": lambda context, option: context.status_of(option.instance) if option.instance else None,
    "architecture": lambda _, option: option.instance.arch if option.instance else None,
    "accelerator": lambda _, option: option.instance.accelerator if option.instance else None,
    "devices": lambda _, option: option.instance.accelerator_count if option.instance else None,
    "device_memory_gb": _device_memory,
    "devices_per_copy": _devices_per_copy,
    "copies": _copies,
    "linked": _is_linked,
    "bf16": _has_bf16,
    "native_precision": _is_native_precision,
    "precision": lambda _, option: option.precision,
    "local_storage_gb": lambda _, option: option.instance.local_storage_gb if option.instance else None,
    "vcpu": lambda _, option: option.instance.vcpu if option.instance else None,
    "efa": lambda _, option: option.instance.efa if option.instance else None,
    "place": lambda _, option: option.place.id,
    "operations": lambda _, option: option.place.operations,
    "idle_is_billed": lambda _, option: option.place.billing.idle_is_billed,
    "can_stop": lambda context, option: can_stop(context, option.place),
    "count": lambda _, option: option.count,
    "utilization": lambda _, option: option.utilization,
    "usd_per_month": lambda _, option: option.usd_per_month,
    "hours": lambda _, option: option.hours,
    "latency_ms": lambda _, option: option.latency_ms,
    "batch": lambda _, option: option.batch,
    "bound_by": lambda _, option: option.bound_by,
    "purchase": advised_purchase,
}
"""What a rule may ask of a plan, after `plan.`."""

_FACTS_OF_TYPE: Final = frozenset(
    {"processor", "family", "category", "status", "architecture", "accelerator", "device_memory_gb", "vcpu", "efa"}
)
"""Facts of a plan that follow from its instance type."""
_FACTS_OF_PLACE: Final = frozenset({"place", "operations", "idle_is_billed", "can_stop"})
"""Facts of a plan that follow from its place."""
_SHARES: Final = frozenset({"utilization"})
_WHOLE: Final = 1000

DERIVED: Final[Mapping[str, Callable[[Context], Value | None]]] = {
    "situation": lambda context: context.situation,
    "model_kind": lambda context: context.needs.kind,
    "model_parameters_b": lambda context: context.needs.parameters / 1e9 if context.needs.kind != "classic" else None,
}
"""What a rule may ask besides the facts of the workload, since it follows from them."""


class OpenRule(NamedTuple):
    """A rule that the workload leaves open, and what is left to ask of a plan."""

    rule: Rule
    when: Condition


def open_rules(context: Context, effects: Iterable[Effect], *, weighed: bool = False) -> tuple[OpenRule, ...]:
    """The rules with one of `effects` that the workload does not rule out already; only those with a weight where `weighed`."""
    asked = (frozenset(effects), weighed)
    if asked not in context.rules:
        known = workload_facts(context)
        found = ((rule, _open_part(tests, known)) for rule, tests in _split_rules(context, *asked))
        context.rules[asked] = tuple(OpenRule(rule, left) for rule, left in found if left is not None)
    rules: tuple[OpenRule, ...] = context.rules[asked]
    return rules


def _split_rules(context: Context, wanted: frozenset[Effect], weighed: bool) -> tuple[tuple[Rule, _Tests], ...]:  # noqa: FBT001  # as it was asked
    """The rules in question, whatever the workload, each with its tests parted."""
    rules = (rule for rule in context.knowledge.guidance.values() if rule.effect in wanted and (rule.weight or not weighed))
    return context.cache.recall(
        _SPLIT_RULES, (wanted, weighed), lambda: tuple((rule, _split_condition(rule.when, _of_work)) for rule in rules)
    )


def is_open_rule_met(rule: OpenRule, context: Context, option: Option) -> bool:
    """True if the open part of a rule's condition is met for an option."""
    return is_condition_met(rule.when, lambda name: PLAN_FACTS[name.removeprefix(PLAN)](context, option))


def asks_only_of_type(rule: OpenRule) -> bool:
    """True if the open part depends only on the instance type, so that options of one type share the answer."""
    tests = (*rule.when.every, *rule.when.some, *rule.when.none)
    return all(test.fact.removeprefix(PLAN) in _FACTS_OF_TYPE for test in tests)


class MachineRule(NamedTuple):
    """A rule whose tests are parted into those that a machine and its place settle, and the rest."""

    rule: Rule
    tests: _Tests

    def open_part(self, context: Context, option: Option) -> OpenRule | None:
        """What it still asks of the plans on a machine at a place; None where neither place nor machine is one of the rule's."""
        left = _open_part(self.tests, lambda name: PLAN_FACTS[name.removeprefix(PLAN)](context, option))
        return None if left is None else OpenRule(self.rule, left)


def machine_rule(rule: OpenRule) -> MachineRule:
    """The rule, ready to be held against many machines."""
    return MachineRule(rule.rule, _split_condition(rule.when, _of_machine))


def rule_sentence(rule: Rule, context: Context, option: Option) -> str:
    """The rule's sentence, with the facts of the plan that it names."""
    text = Template(rule.text)
    values = {name: PLAN_FACTS[name](context, option) for name in text.get_identifiers()}
    return text.substitute({name: f"{value:.0%}" if name in _SHARES else _value_text(value) for name, value in values.items()})


def workload_facts(context: Context) -> FactLookup:
    """The facts of a workload, stated or assumed, and what follows from them."""
    work = context.workload
    return lambda name: DERIVED[name](context) if name in DERIVED else getattr(work, name)


class _Tests(NamedTuple):
    """What a condition asks that is settled, and what is left."""

    settled: Condition
    left: Condition


def _split_condition(condition: Condition, is_settled: Callable[[str], bool]) -> _Tests:
    """The tests of a condition, by whether the facts that they ask of are settled."""

    def part(tests: tuple[Predicate, ...], *, settled: bool) -> tuple[Predicate, ...]:
        return tuple(test for test in tests if is_settled(test.fact) == settled)

    known, left = (
        Condition(
            every=part(condition.every, settled=settled),
            some=part(condition.some, settled=settled),
            none=part(condition.none, settled=settled),
        )
        for settled in (True, False)
    )
    return _Tests(known, left)


def _of_work(fact: str) -> bool:
    return not fact.startswith(PLAN)


def _of_machine(fact: str) -> bool:
    name = fact.removeprefix(PLAN)
    return name in _FACTS_OF_TYPE or name in _FACTS_OF_PLACE


def _open_part(tests: _Tests, known: FactLookup) -> Condition | None:
    """What a condition still asks once some facts are known; None where they settle that it fails."""
    settled, left = tests
    if not are_all_met(settled.every, known) or is_any_met(settled.none, known):
        return None
    if not settled.some:
        return left
    if is_any_met(settled.some, known):
        return Condition(every=left.every, none=left.none)
    return left if left.some else None


def _value_text(value: Value | None) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= _WHOLE else f"{value:,.3g}"
    return str(value)
