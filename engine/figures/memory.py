"""Device memory by part, against what is usable: of the choice, of what else would do, of what was too small."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from engine.advice import MemoryNeeds
from engine.decision.choice import Decision
from engine.decision.context import Context
from engine.decision.option import Option
from engine.figures.cost_and_time import best_of_families
from engine.sizing.device import Device
from engine.sizing.estimated import Fits, Memory
from engine.sizing.held import classic_memory
from engine.sizing.memory.serving import verdict_of
from knowledge.schema.instance import Instance
from knowledge.schema.record import Record

Part = Literal["weights", "kv_cache", "activations", "gradients", "optimizer", "overhead"]
PARTS: Final[tuple[Part, ...]] = ("weights", "kv_cache", "activations", "gradients", "optimizer", "overhead")
_MOST: Final = 6
_MOST_REJECTED: Final = 2
"""Of what was too small, where something fits."""


class MemoryBar(Record):
    """The need of one kind of hardware, on each device that shares in it."""

    what: str
    count: int = 1
    device: str = ""
    """Empty for the host's memory."""
    devices: int = 1
    """How many share one copy, or one run."""
    parts: dict[Part, float]
    """GB of 10^9 bytes on one device; parts that take nothing are left out."""
    usable: float
    """GB of one device."""
    verdict: Fits
    role: Literal["choice", "alternative", "rejected"]

    @property
    def total(self) -> float:
        """GB on one device."""
        return sum(self.parts.values())


class MemoryBars(Record):
    """The choice first, then what else would do, then what was too small."""

    of: Literal["serve", "train", "host"] = "serve"
    """One request that is answered, a run that trains, or a run in host memory."""
    name: str = ""
    """The model, or the algorithm."""
    precision: str = ""
    bars: tuple[MemoryBar, ...] = ()
    at_once: int = 1
    """Requests that the choice answers at once: more than the one whose KV cache is counted."""
    cache_at_once: float = 0.0
    """GB of KV cache that they take on a device."""
    missing: Literal["", "no_device_memory", "no_hardware"] = ""
    """Why there are no bars."""


def memory_bars(decision: Decision) -> MemoryBars:
    """At most six bars, each of another kind of hardware."""
    context = decision.whole().context  # with its choice one of the ranked plans, so that its bar is told from theirs
    if context.situation in ("processing", "notebook") or (context.needs.kind == "classic" and context.situation != "training"):
        return MemoryBars(missing="no_device_memory")
    rejected = list(_rejected(decision))
    kept = list(_kept(decision))[: _MOST - min(len(rejected), _MOST_REJECTED)]
    bars = (*kept, *rejected[: _MOST - len(kept)])
    if not bars:
        return MemoryBars(missing="no_hardware")
    best = decision.best
    at_once = best.batch if best is not None and best.instance is not None and context.needs.kind == "language-model" else 1
    return MemoryBars(
        of="host" if context.needs.kind == "classic" else "train" if context.situation == "training" else "serve",
        name=context.needs.name,
        precision=_precision(decision),
        bars=bars,
        at_once=at_once,
        cache_at_once=bars[0].parts.get("kv_cache", 0.0) * at_once,
    )


def _precision(decision: Decision) -> str:
    best = decision.best
    return (best.precision if best is not None else decision.context.workload.precision) or ""


def _kept(decision: Decision) -> Iterator[MemoryBar]:
    """The choice and the next families on other devices."""
    seen: set[object] = set()
    for option in best_of_families(decision):
        bar = _of_option(decision, option)
        if bar is not None and _kind(bar) not in seen and (bar.role == "choice" or not option.open_condition):
            seen.add(_kind(bar))
            yield bar


def _kind(bar: MemoryBar) -> object:
    """What makes one bar tell something new: another device; where data lies in the host's memory, another size."""
    return bar.device or ("weights" in bar.parts or round(bar.usable))


def _of_option(decision: Decision, option: Option) -> MemoryBar | None:
    """The bar of a plan; None where it has no machine of its own."""
    context, instance = decision.context, option.instance
    role: Literal["choice", "alternative"] = "choice" if option is decision.best else "alternative"
    if instance is None:
        return None
    if context.needs.kind == "classic":
        return _of_host(context, instance, role)
    device = context.device(instance)
    if device is None:
        return None
    held = context.held(device, context.devices_of(option, device), option.precision)
    return _of_device(instance, option.count if context.situation == "training" else 1, device, held, role)


def _rejected(decision: Decision) -> Iterator[MemoryBar]:
    """Families whose memory is too small, the nearest first."""
    limit = "host_memory" if decision.context.needs.kind == "classic" else "device_memory"
    stopped = [pair for pair in decision.fallen.telling().values() if pair[1].limit == limit]
    seen: set[object] = set()
    for instance, _ in sorted(stopped, key=lambda pair: (pair[1].shortfall, pair[0].instance_type)):
        bar = _too_small(decision.context, instance)
        if bar is not None and _kind(bar) not in seen:
            seen.add(_kind(bar))
            yield bar


def _too_small(context: Context, instance: Instance) -> MemoryBar | None:
    """The bar of a machine whose memory is too small even where all its devices work together; None where they would hold it."""
    if context.needs.kind == "classic":
        bar = _of_host(context, instance, "rejected")
        return bar if bar.verdict == "does-not-fit" else None
    device = context.device(instance)
    if device is None:
        return None
    nodes = int(context.thresholds["most_nodes"]) if context.situation == "training" and device.linked else 1
    held = context.held(device, _most_devices(context, device, nodes), context.precision(device))
    return _of_device(instance, nodes, device, held, "rejected") if held.verdict == "does-not-fit" else None


def _most_devices(context: Context, device: Device, nodes: int) -> float:
    """Devices that can work together: all in training, a power of two for a language model, else one; cores count as one."""
    if device.processor == "cpu":
        return 1.0
    if context.situation == "training":
        return float(device.count * nodes)
    return 2.0 ** math.floor(math.log2(device.count)) if context.needs.kind == "language-model" else 1.0


def _of_device(
    instance: Instance, count: int, device: Device, held: Memory, role: Literal["choice", "alternative", "rejected"]
) -> MemoryBar:
    devices = held.total / held.per_device
    return MemoryBar(
        what=instance.instance_type,
        count=count,
        device="" if device.processor == "cpu" else device.name,
        devices=round(devices),
        parts=_parts(held, devices),
        usable=held.device_usable,
        verdict=held.verdict,
        role=role,
    )


def _of_host(context: Context, instance: Instance, role: Literal["choice", "alternative", "rejected"]) -> MemoryBar:
    held = classic_memory(context.needs)
    stated = max((context.workload.host_memory_gb or 0.0) - held.total, 0.0)
    held = msgspec.structs.replace(held, activations=held.activations + stated, total=held.total + stated)
    verdict = verdict_of(held.total, instance.memory_gb, context.memory_rates)
    return MemoryBar(what=instance.instance_type, parts=_parts(held, 1.0), usable=instance.memory_gb, verdict=verdict, role=role)


def _parts(held: MemoryNeeds, devices: float) -> dict[Part, float]:
    return {part: value / devices for part in PARTS if (value := getattr(held, part)) > 0}
