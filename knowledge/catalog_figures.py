"""Figures of comparison tables that are computed from the catalogue: vCPUs, memory, devices, prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from knowledge.base import Knowledge
from knowledge.schema.instance import Instance


def vcpu_range(types: list[Instance], _: Knowledge) -> str:
    """Fewest to most vCPUs."""
    return _format_range((instance.vcpu for instance in types), "")


def memory_range(types: list[Instance], _: Knowledge) -> str:
    """Host memory of the smallest and the largest, GiB."""
    return _format_range((instance.memory_gib for instance in types), " GiB")


def describe_devices(types: list[Instance], knowledge: Knowledge) -> str:
    """Accelerators of one machine: their number, name and memory."""
    with_devices = [instance for instance in types if instance.accelerator]
    names: dict[str, int] = {}
    for instance in with_devices:
        names[instance.accelerator or ""] = max(names.get(instance.accelerator or "", 0), _device_mib(instance))
    if not names:
        return ""
    counts = _format_range((instance.accelerator_count for instance in with_devices), "")
    if len(names) > 1:
        return f"{counts} per machine"
    (name, mib) = next(iter(names.items()))
    share = ", a fraction its share of it" if any(instance.accelerator_count < 1 for instance in with_devices) else ""
    return f"{counts} × {knowledge.accelerators[name].name}, {mib:,} MiB each{share}"


def _device_mib(instance: Instance) -> int:
    """Memory of a whole device, of which some types have a fraction."""
    mib, count = instance.accelerator_memory_mib or 0, instance.accelerator_count
    return round(mib / count) if 0 < count < 1 else mib


def data_types(types: list[Instance], knowledge: Knowledge) -> str:
    """Data types that at least one of the processors computes natively."""
    found: dict[str, None] = {}
    for instance in types:
        accelerator = knowledge.accelerators.get(instance.accelerator or "")
        family = knowledge.families.get(instance.family)
        core = knowledge.cores.get(family.core or "") if family and not accelerator else None
        found.update(dict.fromkeys(accelerator.precisions if accelerator else ()))
        found.update(dict.fromkeys(core.peak_gflops if core else ()))
    return ", ".join(sorted(found))


def price_range(types: list[Instance], _: Knowledge) -> str:
    """Lowest and highest on-demand price on EC2, USD per hour."""
    return _format_prices(instance.price.usd_per_hour for instance in types if instance.price)


def ml_price_range(types: list[Instance], _: Knowledge) -> str:
    """Lowest and highest on-demand price on SageMaker, USD per hour; in words where none is known, or no job kind accepts the types."""
    accepted = [instance.ml for instance in types if instance.ml and instance.ml.jobs]
    prices = _format_prices(ml.price.usd_per_hour for ml in accepted if ml.price)
    return prices or ("accepted, price unknown" if accepted else "not accepted")


class Figure(NamedTuple):
    """A label, and the function that computes the text from instance types; empty if it does not apply."""

    label: str
    compute: Callable[[list[Instance], Knowledge], str]


FIGURES: Final[Mapping[str, Figure]] = {
    "catalog.vcpu": Figure("vCPU", vcpu_range),
    "catalog.memory": Figure("memory", memory_range),
    "catalog.devices": Figure("devices", describe_devices),
    "catalog.data_types": Figure("data types", data_types),
    "catalog.price": Figure("EC2 price", price_range),
    "catalog.ml_price": Figure("SageMaker", ml_price_range),
}
"""Name in the column of a table -> figure."""


def list_types(kind: str, identity: str, knowledge: Knowledge) -> list[Instance]:
    """The instance types of a family, or of all families with that processor or accelerator."""
    every = knowledge.instances.values()
    if kind == "families":
        return [instance for instance in every if instance.family == identity]
    if kind == "processors":
        families = {name for name, family in knowledge.families.items() if family.processor == identity}
        return [instance for instance in every if instance.family in families]
    return [instance for instance in every if instance.accelerator == identity] if kind == "accelerators" else []


def _format_range(values: Iterable[float], unit: str) -> str:
    found = set(values)
    low, high = min(found), max(found)
    return f"{low:,.6g}{unit}" if low == high else f"{low:,.6g} to {high:,.6g}{unit}"


def _format_prices(values: Iterable[float]) -> str:
    found = sorted(values)
    if not found:
        return ""
    return f"${found[0]:,.4g} an hour" if found[0] == found[-1] else f"${found[0]:,.4g} to ${found[-1]:,.4g} an hour"
