"""The machines of a place: types that can be had there and do the work, and those that cannot, with the limit that stops each."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec

import msgspec

from engine.decision.context import Context
from engine.decision.limits import (
    ACCESS_FACTS,
    DEVICE_LIMITS,
    FAMILY_LIMITS,
    FITNESS_FACTS,
    TYPE_FACTS,
    Failure,
    host_memory,
    site_limits,
    type_limits,
)
from engine.decision.limits.of_access import job_name
from engine.decision.machine import Machine, compiles, machine_at
from engine.decision.sharing import sharing_of
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

Subject = ParamSpec("Subject")
"""What a limit looks at: a place, a machine at a place, or a plan."""
Stopped = tuple[Instance, Failure]
_OF_A_NAME = frozenset({"job_name", "bare_metal", "variant", "exam_standing", "price"})
"""Limits that tell less of a family than any other, since they stop one of its names."""

_TARGETS = ("latency_p99_ms", "time_to_first_token_ms", "time_per_output_token_ms")


class Gone(msgspec.Struct, frozen=True, dict=True):
    """Types that a hard limit stopped."""

    pairs: tuple[Stopped, ...] = ()

    @functools.cached_property
    def by_family(self) -> dict[str, Stopped]:
        """Family -> the most telling of its types; a what-if never asks for it."""
        return merged([], [self.pairs])


NOTHING = Gone()


def able(context: Context, place: Place) -> tuple[list[Machine], Gone]:
    """Machines that can be had at the place and do the work, and types that cannot; kept for all that leaves their facts alone."""
    had = ("had", place.job_kind, place.arm.under(context.lens), context.lens, sharing_of(context, place), *values(context, ACCESS_FACTS))
    had = (*had, context.policy.approved_hardware)
    if had not in context.memo:
        named, others = _named(context, place)
        context.memo[had] = _and_gone(others, _sorted_out(_access(context, place, named)))
    fit = ("fit", *had, context.needs, context.situation, context.case, context.favoured, *values(context, FITNESS_FACTS), *sure(context))
    if fit not in context.memo:
        to_be_had, gone = context.memo[had]
        context.memo[fit] = _and_gone(gone, _sorted_out(_fitness(context, place, to_be_had)))
    kept, gone = context.memo[fit]
    key = ("able", place.id, context.asks_only_neuron, context.policy.discounts, *fit)
    if key not in context.memo:
        context.memo[key] = _machines(context, place, kept)
    return context.memo[key], gone


def _access(context: Context, place: Place, instances: Iterable[Instance]) -> Iterator[tuple[Instance, Failure | None]]:
    """Each type with what keeps it from being had, if anything does; what keeps it from that anywhere is found once for all regions."""
    key = ("type", context.lens, context.policy.approved_hardware, *values(context, TYPE_FACTS))
    known: dict[str, Failure | None] = context.memo.setdefault(key, {})
    of_type, of_site = type_limits(context, place), site_limits(context, place)
    for instance in instances:
        name = instance.instance_type
        if name not in known:
            known[name] = first(of_type, context, place, instance)
        yield instance, known[name] or first(of_site, context, place, instance)


def _machines(context: Context, place: Place, instances: Iterable[Instance]) -> list[Machine]:
    """The machines of a place; each is kept for all decisions that see it alike."""
    work, training = context.workload, context.situation == "training"
    key = ("machine", place.id, context.lens, work.algorithm, context.case, training, compiles(context), context.policy.discounts)
    known: dict[str, Machine] = context.memo.setdefault(key, {})
    for instance in instances:
        if instance.instance_type not in known:
            known[instance.instance_type] = machine_at(context, place, instance)
    return [known[instance.instance_type] for instance in instances]


def _fitness(context: Context, place: Place, instances: Iterable[Instance]) -> Iterator[tuple[Instance, Failure | None]]:
    """Each type with what keeps it from doing the work, if anything does; no limit looks at the place, so all places share the answers."""
    work = ("fitness", context.lens, context.policy.approved_hardware, context.needs, context.situation, context.case, context.favoured)
    key = (*work, *values(context, FITNESS_FACTS), *sure(context))
    known: dict[str, Failure | None] = context.memo.setdefault(key, {})
    of_family: dict[str, Failure | None] = {}
    devices: dict[object, Failure | None] = {}
    named = context.workload.require or ()
    for instance in instances:
        if instance.instance_type not in known:
            family = instance.family
            if instance.instance_type in named or family not in of_family:
                failure = first(FAMILY_LIMITS, context, place, instance)
                if instance.instance_type not in named:
                    of_family[family] = failure
            else:
                failure = of_family[family]
            failure = failure or _device_failure(context, place, instance, devices)
            known[instance.instance_type] = failure or host_memory(context, place, instance)
        yield instance, known[instance.instance_type]


def _device_failure(context: Context, place: Place, instance: Instance, known: dict[object, Failure | None]) -> Failure | None:
    """What keeps its devices from doing the work; `known` holds the answers for those that were looked at."""
    device = context.device(instance)
    key = (device.id, device.count, device.memory_gb) if device is not None else None
    if key not in known:
        known[key] = first(DEVICE_LIMITS, context, place, instance)
    return known[key]


def _named(context: Context, place: Place) -> tuple[list[Instance], Gone]:
    """Types that the place knows by name, which hangs on nothing that anybody says."""
    key = ("named", place.job_kind)
    if key not in context.memo:
        context.memo[key] = _sorted_out((one, job_name(context, place, one)) for one in context.knowledge.instances.values())
    named: tuple[list[Instance], Gone] = context.memo[key]
    return named


def _and_gone(gone: Gone, sifted: tuple[list[Instance], Gone]) -> tuple[list[Instance], Gone]:
    """What is kept, and all that went until then."""
    kept, more = sifted
    return kept, Gone((*gone.pairs, *more.pairs))


def merged(families: Iterable[dict[str, Stopped]], lists: Iterable[Iterable[Stopped]] = ()) -> dict[str, Stopped]:
    """Family -> the most telling of what stops its types."""
    found: dict[str, Stopped] = {}
    for pair in (*(pair for one in families for pair in one.values()), *(pair for one in lists for pair in one)):
        _note(found, pair)
    return found


def _note(found: dict[str, Stopped], pair: Stopped) -> None:
    instance, failure = pair
    before = found.get(instance.family)
    if before is None or _telling(failure) > _telling(before[1]):
        found[instance.family] = pair


def _telling(failure: Failure) -> tuple[bool, float]:
    return failure.limit not in _OF_A_NAME, -failure.shortfall


def values(context: Context, facts: tuple[str, ...]) -> tuple[object, ...]:
    """What is known of each fact."""
    return tuple(getattr(context.workload, fact) for fact in facts)


def sure(context: Context) -> tuple[bool, ...]:
    """A stated model or Neuron support counts otherwise than an assumed one, a target otherwise than one of about so much."""
    assumed = (context.workload.is_assumed(fact) for fact in ("model", "neuron_compatible"))
    return (context.asks_only_neuron, *assumed, *about(context))


def about(context: Context) -> tuple[bool, ...]:
    """Which targets allow a little more than they say."""
    return tuple(context.most(fact) != getattr(context.workload, fact) for fact in _TARGETS)


def _sorted_out(judged: Iterable[tuple[Instance, Failure | None]]) -> tuple[list[Instance], Gone]:
    """Types that nothing stops, and those that something does."""
    kept: list[Instance] = []
    stopped: list[Stopped] = []
    for instance, failure in judged:
        if failure is None:
            kept.append(instance)
        else:
            stopped.append((instance, failure))
    return kept, Gone(tuple(stopped))


def first(limits: Iterable[Callable[Subject, Failure | None]], *args: Subject.args, **kwargs: Subject.kwargs) -> Failure | None:
    """The first limit that is not kept. A plain loop: this is where a decision spends its time."""
    for check in limits:
        failure = check(*args, **kwargs)
        if failure is not None:
            return failure
    return None
