"""The machines that could stand in for another: to be had at its place, able to run what it runs, with the ratio of each capacity."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.decision.complete import complete
from engine.decision.context import Context, Memo
from engine.decision.limits import site_limits, type_limits
from engine.decision.limits.of_access import job_name, variant
from engine.decision.limits.of_policy import unapproved_hardware
from engine.decision.machines import first
from engine.handover.rightsize.settings import Settings, Thresholds
from engine.handover.rightsize.usage import JOBS, Dimension
from engine.sizing.device import Device
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance, Price
from knowledge.schema.metric import ResourceKind
from knowledge.schema.processor import Stage

_STAGE: Final[dict[ResourceKind, Stage]] = {
    "endpoint": "inference",
    "training": "training",
    "processing": "preprocessing",
    "transform": "inference",
    "notebook": "experimentation",
    "instance": "inference",
}
_ASKED: Final = Origin(kind="said")
_MOST_KEPT: Final = 500
"""Types at sites whose stands are kept: more than any fleet but one made up has."""


class Site(NamedTuple):
    """Where a resource runs."""

    kind: ResourceKind
    place: str
    region: str


class Stand(NamedTuple):
    """A machine beside the one it would stand in for."""

    instance: Instance
    usd_per_hour: float
    price: Price
    ratio: dict[Dimension, float]
    """Capacity of today's machine over its own: what a percent of today's becomes. Dimensions of devices only where both have some."""
    effort: float
    """What it has to save more than another size of today's family, as a share."""
    own_family: bool
    architecture: bool
    """Whether it has another architecture."""
    accelerator: bool
    """Whether it has another accelerator, or none where today's has one."""
    cores: float
    """Its physical cores over those of today's machine."""
    held: int | None
    """How many of it the policy's quota allows; None where it does not say."""


class _Offer(NamedTuple):
    """A machine that can be had at a site."""

    instance: Instance
    usd_per_hour: float
    price: Price


_Group = tuple[bool, frozenset[str]]
"""Whether machines have accelerators, and what their families add to the plain one."""


class _Offers(NamedTuple):
    """All machines of a site, by what they can stand in for."""

    by_group: dict[_Group, list[_Offer]]
    """Those that are worth going to from another family."""
    by_family: dict[str, list[_Offer]]
    """All of them."""


class _Efforts(NamedTuple):
    """What another one has to save more, as a share."""

    family: float
    architecture: float
    accelerator: float


class Market:
    """The machines of all sites that a fleet asks about. What is found for one resource serves those that are alike, and is bounded."""

    def __init__(self, knowledge: Knowledge, settings: Settings, thresholds: Thresholds) -> None:
        """Nothing is looked up before somebody asks."""
        self._knowledge, self._settings = knowledge, settings
        self._efforts = _Efforts(*(thresholds[f"effort_{name}"] for name in _Efforts._fields))
        self._memo: Memo = {}
        self._contexts: dict[tuple[Site, bool], Context] = {}
        self._offers: dict[tuple[Site, bool], _Offers] = {}
        self._stands: dict[tuple[Site, str, bool], tuple[Stand, ...]] = {}

    def price(self, site: Site, instance: Instance) -> tuple[float, Price] | None:
        """USD an hour of one machine at its place less the policy's discount, and the price it comes from; None where none is known."""
        place = self._knowledge.places[site.place]
        hourly = self._context(site, arm=False).hourly(place, instance)
        price = instance.price_at(sagemaker=place.job_kind is not None)
        return (hourly, price) if hourly is not None and price is not None else None

    def stands_for(self, site: Site, instance: Instance, *, without_devices: bool = False) -> tuple[Stand, ...]:
        """The machines that could stand in for `instance`, cheapest first; `without_devices` asks for machines without accelerators."""
        key = site, instance.instance_type, without_devices
        found = self._stands.pop(key, None)
        if found is None:
            stands = self._found(site, instance, without_devices=without_devices)
            found = tuple(sorted(stands, key=lambda stand: stand.usd_per_hour))
        self._stands[key] = found  # the last in the order of a dictionary is the one asked for last
        if len(self._stands) > _MOST_KEPT:
            del self._stands[next(iter(self._stands))]
        return found

    def _found(self, site: Site, now: Instance, *, without_devices: bool) -> Iterator[Stand]:
        offers = self._offered(site, arm=self._settings.arm or now.arch == "arm64")
        if without_devices:
            other = offers.by_group.get((False, self._adds(now)), ())
            return (self._measured(site, now, offer, {}) for offer in other if self._runs_the_same(site, now, offer.instance))
        alike = offers.by_group.get((now.accelerator is not None, self._adds(now)), ())
        others = (offer for offer in alike if offer.instance.family != now.family)
        return self._with_devices(site, now, itertools.chain(self._own(site, now, offers), others))

    def _own(self, site: Site, now: Instance, offers: _Offers) -> Iterator[_Offer]:
        """Its family, and itself even where no list of the region has it: it runs there."""
        family = offers.by_family.get(now.family, [])
        yield from family
        priced = self.price(site, now)
        if priced is not None and all(offer.instance is not now for offer in family) and self._is_approved(site, now):
            yield _Offer(now, *priced)

    def _is_approved(self, site: Site, instance: Instance) -> bool:
        return unapproved_hardware(self._context(site, arm=False), self._knowledge.places[site.place], instance) is None

    def _with_devices(self, site: Site, now: Instance, offers: Iterable[_Offer]) -> Iterator[Stand]:
        for offer in offers:
            devices = self._devices(site, now, offer.instance)
            if devices is not None and self._runs_the_same(site, now, offer.instance):
                yield self._measured(site, now, offer, devices)

    def _offered(self, site: Site, *, arm: bool) -> _Offers:
        """Types that can be had at the site, with their prices."""
        key = site, arm
        if key not in self._offers:
            context, place = self._context(site, arm=arm), self._knowledge.places[site.place]
            checks = tuple(
                check for check in (job_name, *type_limits(context, place), *site_limits(context, place)) if check is not variant
            )
            groups: dict[_Group, list[_Offer]] = {}
            families: dict[str, list[_Offer]] = {}
            for instance in self._knowledge.instances.values():
                priced = self.price(site, instance)
                if priced is not None and first(checks, context, place, instance) is None:
                    offer = _Offer(instance, *priced)
                    groups.setdefault((instance.accelerator is not None, self._adds(instance)), []).append(offer)
                    families.setdefault(instance.family, []).append(offer)
            if not self._settings.policy.quotas:  # a quota may leave too few of the one that beats another
                groups = {group: _unbeaten(offers) for group, offers in groups.items()}
            self._offers[key] = _Offers(groups, families)
        return self._offers[key]

    def _context(self, site: Site, *, arm: bool) -> Context:
        key = site, arm
        if key not in self._contexts:
            facts: dict[str, Value] = {"stage": _STAGE[site.kind], "region": site.region, "arm_ok": arm}
            work = Workload()
            for name, value in facts.items():
                work = work.with_fact(name, value, _ASKED)
            work = complete(work, self._knowledge)
            self._contexts[key] = Context.of(work, self._knowledge, self._settings.lens, self._memo, self._settings.policy)
        return self._contexts[key]

    def _measured(self, site: Site, now: Instance, offer: _Offer, devices: dict[Dimension, float]) -> Stand:
        other, efforts = offer.instance, self._efforts
        family, architecture, accelerator = other.family != now.family, other.arch != now.arch, other.accelerator != now.accelerator
        return Stand(
            instance=other,
            usd_per_hour=offer.usd_per_hour,
            price=offer.price,
            ratio={
                "cpu": max(now.vcpu / other.vcpu, now.physical_cores / other.physical_cores),
                "memory": now.memory_gib / other.memory_gib,
                **devices,
            },
            effort=family * efforts.family + architecture * efforts.architecture + accelerator * efforts.accelerator,
            own_family=not family,
            architecture=architecture,
            accelerator=accelerator,
            cores=other.physical_cores / now.physical_cores,
            held=self._settings.policy.held(self._knowledge.places[site.place], other),
        )

    def _runs_the_same(self, site: Site, now: Instance, other: Instance) -> bool:
        """Whether what runs on `now` starts on `other` as it is."""
        if other.family == now.family:
            return True
        if other.arch != now.arch and not self._settings.arm:
            return False
        if other.burstable and not now.burstable:
            return False
        if site.kind in JOBS and now.efa and not other.efa:
            return False
        both_plain = now.accelerator is None and other.accelerator is None
        return not both_plain or other.generation >= now.generation  # nobody is sent back

    def _adds(self, instance: Instance) -> frozenset[str]:
        family = self._knowledge.families.get(instance.family)
        return frozenset(family.adds) if family is not None else frozenset({instance.family})

    def _devices(self, site: Site, now: Instance, other: Instance) -> dict[Dimension, float] | None:
        """The ratios of devices; None where they cannot stand in for each other. Without devices on both sides there are none."""
        if now.accelerator is None or other.accelerator is None:
            return {} if now.accelerator == other.accelerator else None
        if now.accelerator == other.accelerator:
            return {"gpu": now.accelerator_count / other.accelerator_count, "gpu_memory": _device_mib(now) / _device_mib(other)}
        context = self._context(site, arm=False)
        return self._other_device(context.device(now), context.device(other), now, other)

    def _other_device(self, mine: Device | None, its: Device | None, now: Instance, other: Instance) -> dict[Dimension, float] | None:
        accelerators = self._knowledge.accelerators
        one, another = accelerators[now.accelerator or ""], accelerators[other.accelerator or ""]
        if mine is None or its is None or one.vendor != another.vendor or one.processor != another.processor or one.processor != "gpu":
            return None  # what is compiled for a chip of AWS's own runs on no other
        common = mine.peak_gflops.keys() & its.peak_gflops.keys()
        if not common or (common != mine.peak_gflops.keys() and not self._settings.any_accelerator):
            return None
        if mine.linked and mine.count > 1 and its.count > 1 and not its.linked:
            return None
        slower = max(mine.bandwidth_gb / its.bandwidth_gb, *(mine.peak_gflops[name] / its.peak_gflops[name] for name in common))
        count = mine.count / its.count
        return {"gpu": count * slower, "gpu_memory": count * mine.memory_gb / its.memory_gb}


def _device_mib(instance: Instance) -> float:
    """Memory of all its devices, or of the part of one that it has, MiB."""
    return (instance.accelerator_memory_mib or 1) * max(instance.accelerator_count, 1.0)


def _order(offer: _Offer) -> tuple[float, bool, str]:
    return offer.usd_per_hour, offer.instance.status != "current", offer.instance.instance_type


def _unbeaten(offers: Iterable[_Offer]) -> list[_Offer]:
    """Offers, cheapest first, without those that a cheaper one beats: whatever such a one could stand in for, the cheaper one can."""
    kept: list[_Offer] = []
    for offer in sorted(offers, key=_order):
        if not any(_beats(other.instance, offer.instance) for other in kept):
            kept.append(offer)
    return kept


def _beats(one: Instance, other: Instance) -> bool:
    """Whether `one` has at least as much of everything, and nothing that would keep it from standing in where the other may."""
    return (
        one.vcpu >= other.vcpu
        and one.memory_gib >= other.memory_gib
        and one.physical_cores >= other.physical_cores
        and one.generation >= other.generation
        and one.arch == other.arch
        and one.burstable <= other.burstable
        and one.efa >= other.efa
        and one.accelerator == other.accelerator
        and one.accelerator_count >= other.accelerator_count
        and _device_mib(one) >= _device_mib(other)
    )
