"""Rules of thumb from the base, held against a workload and a plan for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Template
from typing import Final

from engine.decision.conditions import Known, holds, is_true
from engine.decision.context import Context
from engine.decision.option import Option
from engine.decision.purchasing import advised_purchase
from engine.workload import Value
from knowledge.schema.condition import Condition
from knowledge.schema.rule import Effect, Rule

PLAN: Final = "plan."
"""Begins the names of facts of a plan; all others are facts of the workload."""


def _device_memory(context: Context, option: Option) -> float | None:
    device = context.device(option.instance) if option.instance and option.instance.accelerator else None
    return device.memory_gb if device else None


def _linked(context: Context, option: Option) -> bool | None:
    """Whether the devices of one machine reach each other past PCIe; None for CPUs."""
    device = context.device(option.instance) if option.instance and option.instance.accelerator else None
    return device.linked if device else None


def _bf16(context: Context, option: Option) -> bool | None:
    """Whether the device computes in bf16 natively; None for CPUs."""
    device = context.device(option.instance) if option.instance and option.instance.accelerator else None
    return "bf16" in device.peak_gflops if device else None


def _native(context: Context, option: Option) -> bool | None:
    """Whether the device computes in the data type that the weights are kept in; None for CPUs."""
    device = context.device(option.instance) if option.instance and option.instance.accelerator else None
    return option.precision in device.peak_gflops if device and option.precision else None


def _devices_per_copy(_: Context, option: Option) -> float | None:
    """Devices that one copy of the model is split over; None for CPUs and for jobs."""
    return option.devices_used if option.latency_ms is not None and option.instance and option.instance.accelerator else None


def _copies(context: Context, option: Option) -> float | None:
    """Copies of the model that one machine holds; None for CPUs and for jobs."""
    devices = _devices_per_copy(context, option)
    return option.instance.accelerator_count // devices if option.instance and devices else None


def _category(context: Context, option: Option) -> str | None:
    family = context.family(option.instance) if option.instance else None
    return family.category if family else None


PLAN_FACTS: Final[Mapping[str, Callable[[Context, Option], Value | None]]] = {
    "processor": lambda _, option: option.processor,
    "family": lambda _, option: option.instance.family if option.instance else None,
    "category": _category,
    "status": lambda context, option: context.status(option.instance) if option.instance else None,
    "architecture": lambda _, option: option.instance.arch if option.instance else None,
    "accelerator": lambda _, option: option.instance.accelerator if option.instance else None,
    "devices": lambda _, option: option.instance.accelerator_count if option.instance else None,
    "device_memory_gb": _device_memory,
    "devices_per_copy": _devices_per_copy,
    "copies": _copies,
    "linked": _linked,
    "bf16": _bf16,
    "native_precision": _native,
    "precision": lambda _, option: option.precision,
    "local_storage_gb": lambda _, option: option.instance.local_storage_gb if option.instance else None,
    "vcpu": lambda _, option: option.instance.vcpu if option.instance else None,
    "efa": lambda _, option: option.instance.efa if option.instance else None,
    "place": lambda _, option: option.place.id,
    "operations": lambda _, option: option.place.operations,
    "idle_is_billed": lambda _, option: option.place.billing.idle_is_billed,
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

_OF_TYPE: Final = frozenset({"processor", "family", "category", "status", "architecture", "accelerator", "device_memory_gb", "vcpu", "efa"})
"""Facts of a plan that follow from its instance type."""
_SHARES: Final = frozenset({"utilization"})
_WHOLE: Final = 1000

DERIVED: Final[Mapping[str, Callable[[Context], Value | None]]] = {
    "situation": lambda context: context.situation,
    "model_kind": lambda context: context.needs.kind,
    "model_parameters_b": lambda context: context.needs.parameters / 1e9 if context.needs.kind != "classic" else None,
}
"""What a rule may ask besides the facts of the workload, since it follows from them."""


def rules_for(context: Context, effects: Iterable[Effect], *, weighed: bool = False) -> tuple[Rule, ...]:
    """The rules with one of `effects` that the workload does not rule out already; only those with a weight where `weighed`."""
    wanted = frozenset(effects)
    known = workload_facts(context)
    return tuple(
        rule
        for rule in context.knowledge.guidance.values()
        if rule.effect in wanted and (rule.weight or not weighed) and _possible(rule.when, known)
    )


def applies(rule: Rule, context: Context, option: Option) -> bool:
    """Whether a rule holds for a plan."""
    known = workload_facts(context)
    return holds(rule.when, lambda name: PLAN_FACTS[name.removeprefix(PLAN)](context, option) if name.startswith(PLAN) else known(name))


def asks_only_of_type(rule: Rule) -> bool:
    """Whether it asks nothing of a plan but what its instance type settles, so that plans of one type share the answer."""
    tests = (*rule.when.every, *rule.when.some, *rule.when.none)
    return all(not test.fact.startswith(PLAN) or test.fact.removeprefix(PLAN) in _OF_TYPE for test in tests)


def said(rule: Rule, context: Context, option: Option) -> str:
    """The rule's sentence, with the facts of the plan that it names."""
    text = Template(rule.text)
    values = {name: PLAN_FACTS[name](context, option) for name in text.get_identifiers()}
    return text.substitute({name: f"{value:.0%}" if name in _SHARES else _shown(value) for name, value in values.items()})


def workload_facts(context: Context) -> Known:
    """The facts of a workload, stated or assumed, and what follows from them."""
    work = context.workload
    return lambda name: DERIVED[name](context) if name in DERIVED else getattr(work, name)


def _possible(condition: Condition, known: Known) -> bool:
    """Whether it may hold for some plan, by the tests that ask nothing of a plan."""
    return all(is_true(test, known) for test in condition.every if not test.fact.startswith(PLAN)) and not any(
        is_true(test, known) for test in condition.none if not test.fact.startswith(PLAN)
    )


def _shown(value: Value | None) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= _WHOLE else f"{value:,.3g}"
    return str(value)
