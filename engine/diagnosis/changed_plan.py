"""The plan after a remedy: the same decision with the change made, so that its price and its limits are those of any plan."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.advice import Plan
from engine.decision.choice import Decision
from engine.decision.context import Option
from engine.decision.explanation import build_plan
from engine.intake.values import value_of
from engine.workload import Origin, Workload
from knowledge import Knowledge
from knowledge.errors import InputError
from knowledge.schema.instance import Instance
from knowledge.schema.symptom import Change, Effect, Remedy

_Measure = Callable[[Instance, float, Knowledge], float]
"""Instance, count and base -> how much of a resource there is."""


_CHEAPER: Final = Effect(what="cost", direction="down")


def _compute(instance: Instance, _: float, knowledge: Knowledge) -> float:
    """Peak TFLOPS of one device in the data type that it is fastest in."""
    device = knowledge.accelerators.get(instance.accelerator or "")
    return max((fact.value for fact in device.peak_tflops.values()), default=0.0) if device is not None else 0.0


def _all_compute(instance: Instance, count: float, knowledge: Knowledge) -> float:
    """The same of all devices together."""
    return _compute(instance, count, knowledge) * instance.accelerator_count * count


def _bandwidth(instance: Instance, _: float, knowledge: Knowledge) -> float:
    """GB/s of one device's memory."""
    device = knowledge.accelerators.get(instance.accelerator or "")
    return device.bandwidth_gb_per_second.value if device is not None else 0.0


_RESOURCES: Final[dict[str, _Measure]] = {
    "device_memory": lambda instance, _, __: float(instance.accelerator_memory_mib or 0),
    "host_memory": lambda instance, _, __: instance.memory_gib,
    "gpu_compute": _compute,
    "gpu": _all_compute,
    "memory_bandwidth": _bandwidth,
    "cpu": lambda instance, _, __: float(instance.vcpu),
    "network": lambda instance, _, __: instance.network_gbps or 0.0,
    "disk": lambda instance, _, __: instance.local_storage_gb,
    "devices": lambda instance, count, _: instance.accelerator_count * count,
    "instances": lambda _, count, __: count,
}


def plan_with(remedy: Remedy, workload: Workload, decision: Decision) -> Plan | None:
    """The best plan once a remedy's change is made.

    None where it changes nothing of the plan, nothing fits any more, or no plan keeps what the remedy promises.
    """
    change, knowledge = remedy.change, decision.context.knowledge
    if change.larger or change.smaller:
        option = _resized(change, workload, decision.ranked_options, knowledge)
        return build_plan(decision.context, option) if option is not None else None
    decisions = [decision.decide_again(changed) for changed in _changed_workloads(change, workload, knowledge)]
    cheapest = min(decisions, key=_cost, default=None)
    if cheapest is None or cheapest.best is None:
        return None
    if remedy.effect == _CHEAPER and decision.best is not None and _cost(cheapest) > _cost(decision):
        return None
    return build_plan(cheapest.context, cheapest.best)


def _cost(decision: Decision) -> float:
    """USD of a decision's choice, a run of a job and a month of what stays on."""
    best = decision.best
    if best is None:
        return math.inf
    return best.usd_per_run if best.usd_per_run is not None else best.usd_per_month


def _resized(change: Change, workload: Workload, ranked: Sequence[Option], knowledge: Knowledge) -> Option | None:
    """The best option with more of a resource than today's machines have and no slower, or with less for less money.

    None where today's machines are unknown.
    """
    today = knowledge.instances.get(workload.current_instance or "")
    if today is None:
        return None
    count = workload.current_count or 1.0
    measure = _RESOURCES[change.larger or change.smaller or ""]
    least = min((one.hours for one in ranked if one.instance is today and one.count == count and one.hours), default=math.inf)
    for option in ranked:
        if option.instance is None or (change.larger and (option.hours or 0.0) > least):
            continue
        has, gets = measure(today, count, knowledge), measure(option.instance, float(option.count), knowledge)
        if gets > has if change.larger else gets < has and _costs_less(option, today, count):
            return option
    return None


def _costs_less(option: Option, today: Instance, count: float) -> bool:
    """Whether the machines of a plan cost less an hour than today's would at its place."""
    price = today.price_at(sagemaker=option.place.job_kind is not None)
    return price is None or option.usd_per_hour < price.usd_per_hour * count


def _changed_workloads(change: Change, workload: Workload, knowledge: Knowledge) -> Iterator[Workload]:
    """The workload with the facts and the ids of a change; one for each of the ids that are preferred, as that is what a remedy means.

    Nothing where a change has neither, or a value that is no longer one.
    """
    changed, origin = workload, Origin(kind="assumed", because="a remedy")
    for fact, value in change.facts.items():
        try:
            changed = changed.with_fact(fact, value_of(fact, value, knowledge), origin)
        except InputError:
            return
    for fact, ids in (("require", change.require), ("exclude", change.exclude)):
        if ids:
            changed = _with_ids(changed, fact, ids, origin)
    for identity in change.prefer:
        yield _with_ids(changed, "require", (identity,), origin)
    if changed is not workload:
        yield changed


def _with_ids(workload: Workload, fact: str, ids: Sequence[str], origin: Origin) -> Workload:
    """The workload with further ids in one of the facts that list some."""
    return workload.with_fact(fact, tuple(dict.fromkeys((*(getattr(workload, fact) or ()), *ids))), origin)
