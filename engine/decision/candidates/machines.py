"""The machines of a place: instance types that are available there and fit the work, and the limit that stops each of the others."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from engine.decision.context import SPEED_TARGETS, CacheTable, Context, Situation, sharing_mode
from engine.decision.limits import (
    ACCESS_FACTS,
    DEVICE_LIMITS,
    FAMILY_LIMITS,
    FITNESS_FACTS,
    SITE_LIMITS,
    TYPE_FACTS,
    TYPE_LIMITS,
    Failure,
    active_limits,
    first_failure,
    host_memory,
    job_name,
    processor_of,
)
from engine.sizing.needs import Needs
from knowledge.schema.instance import Instance, JobKind
from knowledge.schema.place import Place, PlaceOption
from knowledge.schema.processor import NEURON, ProcessorId
from knowledge.schema.record import Lens

TypeFailure = tuple[Instance, Failure]
_LIMITS_ON_ONE_NAME = frozenset({"job_name", "bare_metal", "variant", "exam_standing", "price", "ml_price"})
"""Limits that stop a single type or name; any other limit says more about its whole family."""


class Machine(NamedTuple):
    """One instance type at one place."""

    instance: Instance
    processor: str
    usd_per_hour: float | None
    complexity: int
    """Complexity points of one machine; several nodes add to it."""
    fit: str
    """How well the algorithm suits the processor; `good` where the base does not say."""
    open_condition: str
    """`neuron` where the model's support there is not known; else empty."""


def build_machine(context: Context, place: Place, instance: Instance) -> Machine:
    """An instance type at a place with its price, fit, complexity and open condition."""
    processor = processor_of(context, instance)
    compiled = processor in NEURON
    points = context.knowledge.weights["ranking"].points
    fact = context.phase_advice.fits.get(processor) if context.phase_advice else None  # type: ignore[call-overload]  # a processor's id
    return Machine(
        instance=instance,
        processor=processor,
        usd_per_hour=context.hourly_price(place, instance),
        complexity=place.complexity + (points["neuron"] if compiled else 0),
        fit=fact.value_for(context.lens) if fact else "good",
        open_condition="neuron" if compiled and not is_known_to_compile(context) else "",
    )


def is_known_to_compile(context: Context) -> bool:
    """True if the model is known to compile for AWS's own chips, or only those are asked about."""
    work = context.workload
    return context.asks_only_neuron or bool(work.neuron_compatible and not work.is_assumed("neuron_compatible"))


class RuledOutTypes(msgspec.Struct, frozen=True, dict=True):
    """Instance types that a hard limit stopped, each with its failure."""

    pairs: tuple[TypeFailure, ...] = ()

    @functools.cached_property
    def by_family(self) -> dict[str, TypeFailure]:
        """Family -> the most informative failure among its types."""
        return merge_by_family([], [self.pairs])


NONE_RULED_OUT = RuledOutTypes()


class _AvailabilityKey(NamedTuple):
    """Everything that decides which instance types are available at a place."""

    job_kind: JobKind | None
    allows_arm: bool
    lens: Lens
    sharing: PlaceOption | None
    approved_hardware: tuple[str, ...]
    facts: tuple[object, ...]


class _TypeAccessKey(NamedTuple):
    """Everything that decides whether an instance type is available anywhere."""

    lens: Lens
    approved_hardware: tuple[str, ...]
    facts: tuple[object, ...]


class _FitnessKey(NamedTuple):
    """Everything that decides whether an instance type fits the work, at any place."""

    lens: Lens
    approved_hardware: tuple[str, ...]
    needs: Needs
    situation: Situation
    phase_case: int
    favoured_processors: tuple[ProcessorId, ...]
    facts: tuple[object, ...]
    certainty: tuple[bool, ...]


class _MachineKey(NamedTuple):
    """Everything that a machine record depends on, besides the instance type."""

    place: str
    lens: Lens
    algorithm: str | None
    phase_case: int
    is_training: bool
    compiles: bool
    discounts: tuple[tuple[str, float], ...]


_TypeSelection = tuple[list[Instance], RuledOutTypes]
_TYPES_BY_JOB_KIND: CacheTable[JobKind | None, _TypeSelection] = CacheTable(max_entries=20)
_AVAILABLE_TYPES: CacheTable[_AvailabilityKey, _TypeSelection] = CacheTable(max_entries=50)
_TYPE_FAILURES: CacheTable[_TypeAccessKey, dict[str, Failure | None]] = CacheTable(max_entries=50)
_FITNESS_FAILURES: CacheTable[_FitnessKey, dict[str, Failure | None]] = CacheTable(max_entries=100)
_FIT_TYPES: CacheTable[tuple[_AvailabilityKey, _FitnessKey], _TypeSelection] = CacheTable(max_entries=150)
_MACHINES: CacheTable[_MachineKey, dict[str, Machine]] = CacheTable(max_entries=100)


def eligible_machines(context: Context, place: Place) -> tuple[list[Machine], RuledOutTypes]:
    """The machines that are available at the place and fit the work, and the types that do not."""
    availability = _AvailabilityKey(
        job_kind=place.job_kind,
        allows_arm=place.arm.value_for(context.lens),
        lens=context.lens,
        sharing=sharing_mode(context, place),
        approved_hardware=context.policy.approved_hardware,
        facts=fact_values(context, ACCESS_FACTS),
    )
    fitness = _FitnessKey(
        lens=context.lens,
        approved_hardware=context.policy.approved_hardware,
        needs=context.needs,
        situation=context.situation,
        phase_case=context.phase_case,
        favoured_processors=context.favoured_processors,
        facts=fact_values(context, FITNESS_FACTS),
        certainty=certainty_of_facts(context),
    )
    instances, ruled_out = context.cache.recall(
        _FIT_TYPES, (availability, fitness), lambda: _select_fit_types(context, place, availability, fitness)
    )
    return _build_machines(context, place, instances), ruled_out


def _build_machines(context: Context, place: Place, instances: Iterable[Instance]) -> list[Machine]:
    key = _MachineKey(
        place=place.id,
        lens=context.lens,
        algorithm=context.workload.algorithm,
        phase_case=context.phase_case,
        is_training=context.situation == "training",
        compiles=is_known_to_compile(context),
        discounts=context.policy.discounts,
    )
    known = context.cache.recall(_MACHINES, key, dict)
    for instance in instances:
        if instance.instance_type not in known:
            known[instance.instance_type] = build_machine(context, place, instance)
    return [known[instance.instance_type] for instance in instances]


def _select_fit_types(context: Context, place: Place, availability: _AvailabilityKey, fitness: _FitnessKey) -> _TypeSelection:
    """Types that are available and fit the work."""
    available = context.cache.recall(_AVAILABLE_TYPES, availability, lambda: _select_available_types(context, place))
    known = context.cache.recall(_FITNESS_FAILURES, fitness, dict)
    return _select_further(available, _fitness_failures(context, place, available[0], known))


def _select_available_types(context: Context, place: Place) -> _TypeSelection:
    """Types that the place knows by name and that are available there."""
    known = context.cache.recall(_TYPES_BY_JOB_KIND, place.job_kind, lambda: _select_known_types(context, place))
    return _select_further(known, _access_failures(context, place, known[0]))


def _access_failures(context: Context, place: Place, instances: Iterable[Instance]) -> Iterator[tuple[Instance, Failure | None]]:
    """Each type with the limit that makes it unavailable, None if it is available. All places and regions share the limits on types."""
    key = _TypeAccessKey(context.lens, context.policy.approved_hardware, fact_values(context, TYPE_FACTS))
    known = context.cache.recall(_TYPE_FAILURES, key, dict)
    type_limits, site_limits = active_limits(TYPE_LIMITS, context, place), active_limits(SITE_LIMITS, context, place)
    for instance in instances:
        name = instance.instance_type
        if name not in known:
            known[name] = first_failure(type_limits, context, place, instance)
        yield instance, known[name] or first_failure(site_limits, context, place, instance)


def _select_known_types(context: Context, place: Place) -> _TypeSelection:
    """Types that the place knows by name, whatever the workload."""
    return _split_by_failure((one, job_name(context, place, one)) for one in context.knowledge.instances.values())


def _select_further(before: _TypeSelection, checked: Iterable[tuple[Instance, Failure | None]]) -> _TypeSelection:
    """The types that pass this check, and all that were ruled out before or by it."""
    instances, ruled_out = _split_by_failure(checked)
    return instances, RuledOutTypes((*before[1].pairs, *ruled_out.pairs))


def _fitness_failures(
    context: Context, place: Place, instances: Iterable[Instance], known: dict[str, Failure | None]
) -> Iterator[tuple[Instance, Failure | None]]:
    """Each type with its fitness failure, None if it fits. Fitness does not depend on the place, so all places share `known`."""
    of_families: dict[str, Failure | None] = {}
    of_devices: dict[object, Failure | None] = {}
    required = context.workload.require or ()
    for instance in instances:
        name = instance.instance_type
        if name not in known:
            family = name if name in required else instance.family
            if family not in of_families:
                of_families[family] = first_failure(FAMILY_LIMITS, context, place, instance)
            failure = of_families[family] or _device_failure(context, place, instance, of_devices)
            known[name] = failure or host_memory(context, place, instance)
        yield instance, known[name]


def _device_failure(context: Context, place: Place, instance: Instance, known: dict[object, Failure | None]) -> Failure | None:
    """The failure of a type's devices, if any; types with the same devices share the answer."""
    device = context.device_for(instance)
    key = (device.id, device.count, device.memory_gb) if device is not None else None
    if key not in known:
        known[key] = first_failure(DEVICE_LIMITS, context, place, instance)
    return known[key]


def merge_by_family(families: Iterable[dict[str, TypeFailure]], lists: Iterable[Iterable[TypeFailure]] = ()) -> dict[str, TypeFailure]:
    """Family -> the most informative failure among its types."""
    found: dict[str, TypeFailure] = {}
    for pair in (*(pair for one in families for pair in one.values()), *(pair for one in lists for pair in one)):
        _keep_most_telling(found, pair)
    return found


def _keep_most_telling(found: dict[str, TypeFailure], pair: TypeFailure) -> None:
    instance, failure = pair
    before = found.get(instance.family)
    if before is None or _how_telling(failure) > _how_telling(before[1]):
        found[instance.family] = pair


def _how_telling(failure: Failure) -> tuple[bool, bool, float]:
    """Sort key: a name that one job kind does not accept says least, since another size of the family may be accepted there."""
    return failure.limit not in _LIMITS_ON_ONE_NAME, failure.limit != "job_name", -failure.shortfall


def fact_values(context: Context, facts: tuple[str, ...]) -> tuple[object, ...]:
    """The values of these facts, None where unknown."""
    return tuple(getattr(context.workload, fact) for fact in facts)


def certainty_of_facts(context: Context) -> tuple[bool, ...]:
    """For cache keys: which facts are only assumed, which targets approximate. Both change the limits."""
    assumed = (context.workload.is_assumed(fact) for fact in ("model", "neuron_compatible"))
    return (context.asks_only_neuron, *assumed, *softened_targets(context))


def softened_targets(context: Context) -> tuple[bool, ...]:
    """For each latency target: True if it was stated as approximate, and so allows a little more."""
    return tuple(context.upper_limit(fact) != getattr(context.workload, fact) for fact in SPEED_TARGETS)


def _split_by_failure(judged: Iterable[tuple[Instance, Failure | None]]) -> tuple[list[Instance], RuledOutTypes]:
    """The types without a failure, and those with one."""
    kept: list[Instance] = []
    stopped: list[TypeFailure] = []
    for instance, failure in judged:
        if failure is None:
            kept.append(instance)
        else:
            stopped.append((instance, failure))
    return kept, RuledOutTypes(tuple(stopped))
