"""Device memory by part against what is usable: the choice, alternatives, and hardware that is too small."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from engine.advice import MemoryNeeds
from engine.decision.choice import Decision
from engine.decision.context import Context, Option
from engine.figures.cost_and_time import best_of_families
from engine.sizing.device import Device
from engine.sizing.estimate_records import Fits, Memory
from engine.sizing.memory.device_memory import fit_verdict
from engine.sizing.memory_fit import classic_footprint
from knowledge.schema.instance import Instance
from knowledge.schema.record import Record

Part = Literal["weights", "kv_cache", "activations", "gradients", "optimizer", "overhead"]
PARTS: Final[tuple[Part, ...]] = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")
_Role = Literal["choice", "alternative", "rejected"]
_HOST_PART_KEYS: Final[Mapping[Part, str]] = {"activations": "data", "overhead": "library"}
_MAX_BARS: Final = 6
_MAX_REJECTED: Final = 2
"""Bars of hardware that is too small, where something fits."""


class MemoryBar(Record):
    """The memory of one kind of hardware, on each of the devices that share it."""

    what: str
    count: int = 1
    device: str = ""
    """Empty for the host's memory."""
    devices: int = 1
    """Devices that share one copy, or one run."""
    parts: dict[Part, float]
    """Part -> GB of 10^9 bytes on one device; empty parts are left out."""
    usable: float
    """GB of one device."""
    verdict: Fits
    role: _Role

    @property
    def total(self) -> float:
        """GB on one device."""
        return sum(self.parts.values())


class MemoryBars(Record):
    """The choice first, then alternatives, then hardware that is too small."""

    of: Literal["serve", "train", "host"] = "serve"
    """What the memory is for: one request, a training run, or a run in host memory."""
    name: str = ""
    """The model, or the algorithm."""
    precision: str = ""
    bars: tuple[MemoryBar, ...] = ()
    at_once: int = 1
    """Requests that the choice answers at once; the bars count the KV cache of one."""
    cache_at_once: float = 0.0
    """GB of KV cache of all of them on a device."""
    missing: Literal["", "no_device_memory", "no_hardware"] = ""
    """Why there are no bars."""


def compute_memory_bars(decision: Decision) -> MemoryBars:
    """At most six bars, each of another kind of hardware."""
    context = decision.context
    if context.situation in ("processing", "notebook") or (context.needs.kind == "classic" and context.situation != "training"):
        return MemoryBars(missing="no_device_memory")
    rejected = list(_rejected_bars(decision))
    fitting = list(_fitting_bars(decision))[: _MAX_BARS - min(len(rejected), _MAX_REJECTED)]
    bars = (*fitting, *rejected[: _MAX_BARS - len(fitting)])
    if not bars:
        return MemoryBars(missing="no_hardware")
    best = decision.best
    at_once = best.batch if best is not None and best.instance is not None and context.needs.kind == "language-model" else 1
    return MemoryBars(
        of="host" if context.needs.kind == "classic" else "train" if context.situation == "training" else "serve",
        name=context.needs.name,
        precision=_chosen_precision(decision),
        bars=bars,
        at_once=at_once,
        cache_at_once=bars[0].parts.get("kv_cache", 0.0) * at_once,
    )


def _chosen_precision(decision: Decision) -> str:
    best = decision.best
    return (best.precision if best is not None else decision.context.workload.precision) or ""


def _fitting_bars(decision: Decision) -> Iterator[MemoryBar]:
    """The choice, then the next families with hardware of their own."""
    seen: set[object] = set()
    for option in best_of_families(decision):
        bar = _option_bar(decision, option)
        if bar is not None and _hardware_key(bar) not in seen and (bar.role == "choice" or not option.open_condition):
            seen.add(_hardware_key(bar))
            yield bar


def _hardware_key(bar: MemoryBar) -> object:
    """What tells bars apart: the device; in host memory, weights or else the size."""
    return bar.device or ("weights" in bar.parts or round(bar.usable))


def _option_bar(decision: Decision, option: Option) -> MemoryBar | None:
    """The bar of a plan; None where it has no machine of its own."""
    context, instance = decision.context, option.instance
    role: _Role = "choice" if option is decision.best else "alternative"
    if instance is None:
        return None
    if context.needs.kind == "classic":
        return _host_bar(context, instance, role)
    device = context.device_for(instance)
    if device is None:
        return None
    memory = context.estimate_memory(device, context.devices_used_by(option, device), option.precision)
    return _device_bar(instance, option.count if context.situation == "training" else 1, device, memory, role)


def _rejected_bars(decision: Decision) -> Iterator[MemoryBar]:
    """Families whose memory is too small, the nearest first."""
    limit = "host_memory" if decision.context.needs.kind == "classic" else "device_memory"
    stopped = [pair for pair in decision.candidates.failures_by_family().values() if pair[1].limit == limit]
    seen: set[object] = set()
    for instance, _ in sorted(stopped, key=lambda pair: (pair[1].shortfall, pair[0].instance_type)):
        bar = _rejected_bar(decision.context, instance)
        if bar is not None and _hardware_key(bar) not in seen:
            seen.add(_hardware_key(bar))
            yield bar


def _rejected_bar(context: Context, instance: Instance) -> MemoryBar | None:
    """The bar of a machine that is too small even with all its devices together; None where they suffice."""
    if context.needs.kind == "classic":
        bar = _host_bar(context, instance, "rejected")
        return bar if bar.verdict == "does-not-fit" else None
    device = context.device_for(instance)
    if device is None:
        return None
    nodes = int(context.thresholds["most_nodes"]) if context.situation == "training" and device.linked else 1
    memory = context.estimate_memory(device, _most_devices(context, device, nodes), context.precision_for(device))
    return _device_bar(instance, nodes, device, memory, "rejected") if memory.verdict == "does-not-fit" else None


def _most_devices(context: Context, device: Device, nodes: int) -> float:
    """Devices that can work together: all in training, a power of two for a language model, else one; a CPU counts as one."""
    if device.processor == "cpu":
        return 1.0
    if context.situation == "training":
        return float(device.count * nodes)
    return 2.0 ** math.floor(math.log2(device.count)) if context.needs.kind == "language-model" else 1.0


def _device_bar(instance: Instance, count: int, device: Device, memory: Memory, role: _Role) -> MemoryBar:
    devices = memory.total / memory.per_device
    return MemoryBar(
        what=instance.instance_type,
        count=count,
        device="" if device.processor == "cpu" else device.name,
        devices=round(devices),
        parts=_device_parts(memory, devices),
        usable=memory.device_usable,
        verdict=memory.verdict,
        role=role,
    )


def _host_bar(context: Context, instance: Instance, role: _Role) -> MemoryBar:
    memory = classic_footprint(context.needs)
    stated = max((context.workload.host_memory_gb or 0.0) - memory.total, 0.0)  # what the user says it takes beyond that
    memory = msgspec.structs.replace(memory, activations=memory.activations + stated, total=memory.total + stated)
    verdict = fit_verdict(memory.total, instance.memory_gb, context.memory_rates)
    return MemoryBar(what=instance.instance_type, parts=_device_parts(memory, 1.0), usable=instance.memory_gb, verdict=verdict, role=role)


def _device_parts(memory: MemoryNeeds, devices: float) -> dict[Part, float]:
    return {part: value / devices for part in PARTS if (value := getattr(memory, part)) > 0}


def memory_part_key(part: Part, figure: MemoryBars) -> str:
    """The word for a part of the need, as `wording/plots.yaml` names it; in a host's memory it is data and a library."""
    return _HOST_PART_KEYS.get(part, part) if figure.of == "host" else part
