"""Figures that follow from the catalogue: how large, how many, how dear. Lines of comparison tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.schema.instance import Instance


def vcpus(types: list[Instance], _: Knowledge) -> str:
    """Fewest to most vCPUs."""
    return _span((instance.vcpu for instance in types), "")


def memory(types: list[Instance], _: Knowledge) -> str:
    """Host memory of the smallest and the largest, GiB."""
    return _span((instance.memory_gib for instance in types), " GiB")


def devices(types: list[Instance], knowledge: Knowledge) -> str:
    """Accelerators of one machine: their number, name and memory."""
    with_devices = [instance for instance in types if instance.accelerator]
    names = {instance.accelerator or "": instance.accelerator_memory_mib or 0 for instance in with_devices}
    if not names:
        return ""
    counts = _span((instance.accelerator_count for instance in with_devices), "")
    if len(names) > 1:
        return f"{counts} per machine"
    (name, mib) = next(iter(names.items()))
    return f"{counts} × {knowledge.accelerators[name].name}, {mib:,} MiB each"


def data_types(types: list[Instance], knowledge: Knowledge) -> str:
    """Data types in which at least one of the processors computes natively."""
    found: dict[str, None] = {}
    for instance in types:
        accelerator = knowledge.accelerators.get(instance.accelerator or "")
        family = knowledge.families.get(instance.family)
        core = knowledge.cores.get(family.core or "") if family and not accelerator else None
        found.update(dict.fromkeys(accelerator.precisions if accelerator else ()))
        found.update(dict.fromkeys(core.peak_gflops if core else ()))
    return ", ".join(sorted(found))


def price(types: list[Instance], _: Knowledge) -> str:
    """On-demand price on EC2 of the cheapest and the dearest, USD an hour."""
    return _prices(instance.price.usd_per_hour for instance in types if instance.price)


def ml_price(types: list[Instance], _: Knowledge) -> str:
    """The same on SageMaker."""
    return _prices(instance.ml.price.usd_per_hour for instance in types if instance.ml and instance.ml.price) or "not accepted"


class Figure(NamedTuple):
    """A label, and what computes it from instance types; empty where it does not apply."""

    label: str
    compute: Callable[[list[Instance], Knowledge], str]


FIGURES: Final[Mapping[str, Figure]] = {
    "catalog.vcpu": Figure("vCPU", vcpus),
    "catalog.memory": Figure("memory", memory),
    "catalog.devices": Figure("devices", devices),
    "catalog.data_types": Figure("data types", data_types),
    "catalog.price": Figure("EC2 price", price),
    "catalog.ml_price": Figure("SageMaker", ml_price),
}
"""By the name that a column of a table gives."""


def types_of(kind: str, identity: str, knowledge: Knowledge) -> list[Instance]:
    """The instance types of a family, or of all families with that processor or accelerator."""
    every = knowledge.instances.values()
    if kind == "families":
        return [instance for instance in every if instance.family == identity]
    if kind == "processors":
        families = {name for name, family in knowledge.families.items() if family.processor == identity}
        return [instance for instance in every if instance.family in families]
    return [instance for instance in every if instance.accelerator == identity] if kind == "accelerators" else []


def _span(values: Iterable[float], unit: str) -> str:
    found = set(values)
    low, high = min(found), max(found)
    return f"{low:,.6g}{unit}" if low == high else f"{low:,.6g} to {high:,.6g}{unit}"


def _prices(values: Iterable[float]) -> str:
    found = sorted(values)
    if not found:
        return ""
    return f"${found[0]:,.4g} an hour" if found[0] == found[-1] else f"${found[0]:,.4g} to ${found[-1]:,.4g} an hour"
