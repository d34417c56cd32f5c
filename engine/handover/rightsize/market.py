"""The machines that could replace another: to be had at its place, able to run what it runs, with the ratio of each capacity."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engine.change_worth import Effort, effort_of_change
from engine.decision.context import Context, DecisionCache, complete_workload
from engine.decision.limits import ACCESS_LIMITS, active_limits, first_failure, job_name, unapproved_hardware, variant
from engine.handover.rightsize.settings import Settings
from engine.handover.rightsize.usage import JOBS, Dimension
from engine.sizing.device import instance_device
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance, Price
from knowledge.schema.metric import ResourceKind
from knowledge.schema.processor import Stage

_STAGES: Final[dict[ResourceKind, Stage]] = {
    "endpoint": "inference",
    "training": "training",
    "processing": "preprocessing",
    "transform": "inference",
    "notebook": "experimentation",
    "instance": "inference",
}
_STATED: Final = Origin(kind="said")
_MAX_CACHED_LISTS: Final = 500
"""Instance types at sites whose candidates are kept, so that memory does not grow with the fleet."""


class Site(NamedTuple):
    """Where a resource runs."""

    kind: ResourceKind
    place: str
    region: str


class Candidate(NamedTuple):
    """A machine beside the one that it would replace."""

    instance: Instance
    usd_per_hour: float
    price: Price
    ratios: dict[Dimension, float]
    """Capacity of today's machine over its own: what a percent of today's becomes. Accelerator dimensions only where both have some."""
    effort: Effort
    """What the change takes."""
    is_same_family: bool
    changes_architecture: bool
    changes_accelerator: bool
    """True if it has another accelerator than today's machine, or none."""
    core_ratio: float
    """Its physical cores over those of today's machine."""
    quota: int | None
    """How many of it the policy allows; None where it does not say."""


class _Offer(NamedTuple):
    """A machine that can be had at a site."""

    instance: Instance
    usd_per_hour: float
    price: Price


_Group = tuple[bool, frozenset[str]]
"""Whether machines have accelerators, and what their families add to the plain one."""


class _Offers(NamedTuple):
    """All machines of a site, by what they can replace."""

    by_group: dict[_Group, list[_Offer]]
    """Those worth a change of family."""
    by_family: dict[str, list[_Offer]]
    """All of them."""


class Market:
    """The machines of all sites that a fleet asks about; what is looked up for one resource serves all that are alike."""

    def __init__(self, knowledge: Knowledge, settings: Settings) -> None:
        """Nothing is looked up before a resource asks for it."""
        self._knowledge, self._settings = knowledge, settings
        self._cache = DecisionCache()
        self._contexts: dict[tuple[Site, bool], Context] = {}
        self._offers: dict[tuple[Site, bool], _Offers] = {}
        self._candidates: dict[tuple[Site, str, bool], tuple[Candidate, ...]] = {}

    def find_price(self, site: Site, instance: Instance) -> tuple[float, Price] | None:
        """USD an hour of one machine at its place less the policy's discount, and the price it comes from; None where none is known."""
        place = self._knowledge.places[site.place]
        price = instance.price_at(sagemaker=place.job_kind is not None)
        return (price.usd_per_hour * self._settings.policy.price_share(place, instance), price) if price is not None else None

    def list_candidates(self, site: Site, instance: Instance, *, without_accelerator: bool = False) -> tuple[Candidate, ...]:
        """The machines that could replace `instance`, cheapest first; with `without_accelerator` only those that have none."""
        key = site, instance.instance_type, without_accelerator
        candidates = self._candidates.pop(key, None)
        if candidates is None:
            unordered = self._plain_candidates(site, instance) if without_accelerator else self._like_candidates(site, instance)
            candidates = tuple(sorted(unordered, key=lambda candidate: candidate.usd_per_hour))
        self._candidates[key] = candidates  # the least recently used is the first of the dictionary
        if len(self._candidates) > _MAX_CACHED_LISTS:
            del self._candidates[next(iter(self._candidates))]
        return candidates

    def _plain_candidates(self, site: Site, now: Instance) -> Iterator[Candidate]:
        """Machines without an accelerator."""
        for offer in self._find_offers(site, now).by_group.get((False, self._family_features(now)), ()):
            if self._can_run_same(site, now, offer.instance):
                yield self._candidate(site, now, offer, {})

    def _like_candidates(self, site: Site, now: Instance) -> Iterator[Candidate]:
        """Machines of its family, and of other families with a comparable accelerator, or with none if it has none."""
        offers = self._find_offers(site, now)
        group = offers.by_group.get((now.accelerator is not None, self._family_features(now)), ())
        others = (offer for offer in group if offer.instance.family != now.family)
        for offer in itertools.chain(self._family_offers(site, now, offers), others):
            ratios = self._accelerator_ratios(now, offer.instance)
            if ratios is not None and self._can_run_same(site, now, offer.instance):
                yield self._candidate(site, now, offer, ratios)

    def _family_offers(self, site: Site, now: Instance, offers: _Offers) -> Iterator[_Offer]:
        """Its family, and the machine itself even if the region does not list it: it runs there."""
        family = offers.by_family.get(now.family, [])
        yield from family
        price = self.find_price(site, now)
        if price is not None and all(offer.instance is not now for offer in family) and self._is_approved(site, now):
            yield _Offer(now, *price)

    def _is_approved(self, site: Site, instance: Instance) -> bool:
        return unapproved_hardware(self._context(site, arm=False), self._knowledge.places[site.place], instance) is None

    def _find_offers(self, site: Site, now: Instance) -> _Offers:
        """The types that can be had at the site, with their prices."""
        arm = self._settings.arm or now.arch == "arm64"
        if (site, arm) not in self._offers:
            groups: dict[_Group, list[_Offer]] = {}
            families: dict[str, list[_Offer]] = {}
            for offer in self._list_offers(site, arm=arm):
                instance = offer.instance
                groups.setdefault((instance.accelerator is not None, self._family_features(instance)), []).append(offer)
                families.setdefault(instance.family, []).append(offer)
            if not self._settings.policy.quotas:  # a quota may leave too few of the one that beats another
                groups = {group: _drop_beaten(offers) for group, offers in groups.items()}
            self._offers[site, arm] = _Offers(groups, families)
        return self._offers[site, arm]

    def _list_offers(self, site: Site, *, arm: bool) -> Iterator[_Offer]:
        context, place = self._context(site, arm=arm), self._knowledge.places[site.place]
        checks = [check for check in (job_name, *active_limits(ACCESS_LIMITS, context, place)) if check is not variant]
        for instance in self._knowledge.instances.values():
            price = self.find_price(site, instance)
            if price is not None and first_failure(checks, context, place, instance) is None:
                yield _Offer(instance, *price)

    def _context(self, site: Site, *, arm: bool) -> Context:
        if (site, arm) not in self._contexts:
            facts: dict[str, Value] = {"stage": _STAGES[site.kind], "region": site.region, "arm_ok": arm}
            workload = Workload()
            for name, value in facts.items():
                workload = workload.with_fact(name, value, _STATED)
            workload = complete_workload(workload, self._knowledge)
            self._contexts[site, arm] = Context.for_workload(
                workload, self._knowledge, self._settings.lens, self._cache, self._settings.policy
            )
        return self._contexts[site, arm]

    def _candidate(self, site: Site, now: Instance, offer: _Offer, accelerator_ratios: dict[Dimension, float]) -> Candidate:
        other = offer.instance
        return Candidate(
            instance=other,
            usd_per_hour=offer.usd_per_hour,
            price=offer.price,
            ratios={
                "cpu": max(now.vcpu / other.vcpu, now.physical_cores / other.physical_cores),
                "memory": now.memory_gib / other.memory_gib,
                **accelerator_ratios,
            },
            effort=effort_of_change(now, other, self._knowledge),
            is_same_family=other.family == now.family,
            changes_architecture=other.arch != now.arch,
            changes_accelerator=other.accelerator != now.accelerator,
            core_ratio=other.physical_cores / now.physical_cores,
            quota=self._settings.policy.quota_for(self._knowledge.places[site.place], other),
        )

    def _can_run_same(self, site: Site, now: Instance, other: Instance) -> bool:
        """True if what runs on `now` starts on `other` as it is."""
        if other.family == now.family:
            return True
        if other.arch != now.arch and not self._settings.arm:
            return False
        if other.burstable and not now.burstable:
            return False
        if site.kind in JOBS and now.efa and not other.efa:
            return False
        both_plain = now.accelerator is None and other.accelerator is None
        return not both_plain or other.generation >= now.generation  # nobody is sent back to an older generation

    def _family_features(self, instance: Instance) -> frozenset[str]:
        family = self._knowledge.families.get(instance.family)
        return frozenset(family.adds) if family is not None else frozenset({instance.family})

    def _accelerator_ratios(self, now: Instance, other: Instance) -> dict[Dimension, float] | None:
        """The ratios of accelerators; empty if neither machine has any, None if one cannot replace the other."""
        if now.accelerator is None or other.accelerator is None:
            return {} if now.accelerator == other.accelerator else None
        if now.accelerator == other.accelerator:
            return {"gpu": now.accelerator_count / other.accelerator_count, "gpu_memory": _accelerator_mib(now) / _accelerator_mib(other)}
        return self._other_accelerator_ratios(now, other)

    def _other_accelerator_ratios(self, now: Instance, other: Instance) -> dict[Dimension, float] | None:
        accelerators = self._knowledge.accelerators
        one, another = accelerators[now.accelerator or ""], accelerators[other.accelerator or ""]
        before, after = instance_device(now, self._knowledge), instance_device(other, self._knowledge)
        if before is None or after is None or one.vendor != another.vendor or not one.processor == another.processor == "gpu":
            return None  # what is compiled for one of AWS's own chips runs on no other
        common = before.peak_gflops.keys() & after.peak_gflops.keys()
        if not common or (common != before.peak_gflops.keys() and not self._settings.any_accelerator):
            return None
        if before.linked and before.count > 1 and after.count > 1 and not after.linked:
            return None
        slower = max(before.bandwidth_gb / after.bandwidth_gb, *(before.peak_gflops[name] / after.peak_gflops[name] for name in common))
        count = before.count / after.count
        return {"gpu": count * slower, "gpu_memory": count * before.memory_gb / after.memory_gb}


def _accelerator_mib(instance: Instance) -> float:
    """Memory of all accelerators, or of the part of one that the machine has, MiB."""
    return (instance.accelerator_memory_mib or 1) * max(instance.accelerator_count, 1.0)


def _offer_order(offer: _Offer) -> tuple[float, bool, str]:
    return offer.usd_per_hour, offer.instance.status != "current", offer.instance.instance_type


def _drop_beaten(offers: Iterable[_Offer]) -> list[_Offer]:
    """Offers, cheapest first, without those that a cheaper one beats: it can replace whatever they could."""
    remaining: list[_Offer] = []
    for offer in sorted(offers, key=_offer_order):
        if not any(_beats(other.instance, offer.instance) for other in remaining):
            remaining.append(offer)
    return remaining


def _beats(one: Instance, other: Instance) -> bool:
    """True if `one` has at least as much of everything, and nothing that would keep it from replacing what the other may."""
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
        and _accelerator_mib(one) >= _accelerator_mib(other)
    )
