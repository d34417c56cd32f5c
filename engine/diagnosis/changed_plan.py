"""The plan after a remedy: the same decision with the change made, so that its price and its limits are those of any plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.advice import PlanInShort
from engine.decision.choice import Decision, summarize_option
from engine.decision.context import Option
from engine.intake.values import value_of
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.instance import Instance
from knowledge.schema.symptom import Change

_Measure = Callable[[Instance, float, Knowledge], float]
"""Instance, count and base -> how much of a resource there is."""


def _compute(instance: Instance, _: float, knowledge: Knowledge) -> float:
    """Peak TFLOPS of one device in the data type that it is fastest in."""
    device = knowledge.accelerators.get(instance.accelerator or "")
    return max((fact.value for fact in device.peak_tflops.values()), default=0.0) if device is not None else 0.0


def _bandwidth(instance: Instance, _: float, knowledge: Knowledge) -> float:
    """GB/s of one device's memory."""
    device = knowledge.accelerators.get(instance.accelerator or "")
    return device.bandwidth_gb_per_second.value if device is not None else 0.0


_RESOURCES: Final[dict[str, _Measure]] = {
    "device_memory": lambda instance, _, __: float(instance.accelerator_memory_mib or 0),
    "host_memory": lambda instance, _, __: instance.memory_gib,
    "gpu_compute": _compute,
    "gpu": _compute,
    "memory_bandwidth": _bandwidth,
    "cpu": lambda instance, _, __: float(instance.vcpu),
    "network": lambda instance, _, __: instance.network_gbps or 0.0,
    "disk": lambda instance, _, __: instance.local_storage_gb,
    "devices": lambda instance, count, _: instance.accelerator_count * count,
    "instances": lambda _, count, __: count,
}


def plan_with(change: Change, workload: Workload, decision: Decision) -> PlanInShort | None:
    """The best plan once the change is made; None where it changes nothing of the plan, or nothing fits any more."""
    knowledge = decision.context.knowledge
    if change.larger or change.smaller:
        option = _resized(change, workload, decision.ranked_options, knowledge)
        return summarize_option(decision, option) if option is not None else None
    changed = _changed_facts(change, workload, knowledge)
    if changed is None:
        return None
    after = decision.decide_again(changed)
    return summarize_option(after, after.best) if after.best is not None else None


def _resized(change: Change, workload: Workload, ranked: Iterable[Option], knowledge: Knowledge) -> Option | None:
    """The best option with more of a resource than today's machines have, or with less; None where no machine is known."""
    today = knowledge.instances.get(workload.current_instance or "")
    if today is None:
        return None
    measure = _RESOURCES[change.larger or change.smaller or ""]
    has = measure(today, workload.current_count or 1.0, knowledge)
    for option in ranked:
        if option.instance is not None:
            gets = measure(option.instance, float(option.count), knowledge)
            if (gets > has) if change.larger else (gets < has):
                return option
    return None


def _changed_facts(change: Change, workload: Workload, knowledge: Knowledge) -> Workload | None:
    """The workload with the facts and the ids of a change; None where it has none, or a value that is no longer one."""
    changed = workload
    origin = Origin(kind="assumed", because="a remedy")
    for fact, value in change.facts.items():
        try:
            changed = changed.with_fact(fact, value_of(fact, value, knowledge), origin)
        except InputError:
            return None
    for fact, ids in (("require", change.require), ("exclude", change.exclude), ("prefer", change.prefer)):
        if ids:
            changed = changed.with_fact(fact, tuple(dict.fromkeys((*(getattr(changed, fact) or ()), *ids))), origin)
    return changed if changed is not workload else None
