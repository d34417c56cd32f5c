"""Limits on whether an instance type is available at an open place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context, sharing_mode
from engine.decision.limits.failure import Failure
from engine.decision.limits.hardware import HardwareCheck, matching_name
from engine.decision.limits.policy_terms import approves_none_of, unapproved_hardware
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

_LEFT: Final = frozenset({"frozen", "archived"})
"""States of software that nobody develops."""


def job_name(context: Context, place: Place, instance: Instance) -> Failure | None:
    """SageMaker accepts a closed list of names for each job kind."""
    del context
    if place.job_kind is None or (instance.ml is not None and place.job_kind in instance.ml.jobs):
        return None
    return Failure("job_name", f"ml.{instance.instance_type}", f"not among the {place.job_kind} names")


def status(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Retired types cannot be had; capacity-only ones need a capacity block; the exam does not know the newest."""
    del place
    wanted = instance.instance_type in (context.workload.require or ()) or instance.family in (context.workload.require or ())
    state = context.status_of(instance)
    if state == "retired":
        return Failure("status", "current", state)
    if state == "capacity-only" and not wanted and not _suits_a_block(context):
        return Failure("capacity", "on-demand", "capacity blocks or private offers")
    family = context.family_of(instance)
    if (
        context.lens == "exam"
        and not wanted
        and (family is None or family.exam_standing.value_for("exam") != "expected" or state == "previous")
    ):
        return Failure("exam_standing", "in the study material", "not an expected answer")
    return None


def _suits_a_block(context: Context) -> bool:
    """True if the work is for days that a capacity block can be booked for."""
    days, longest = context.workload.run_days, context.knowledge.purchases["capacity-block"].limits["days_max"]
    return days is not None and days <= longest.value_for(context.lens)


def excluded_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The person ruled out the type, its family or its kind of processor."""
    del place
    if not context.workload.exclude:
        return None
    hit = matching_name(context, instance, context.workload.exclude or ())
    return Failure("excluded", f"no {hit}", instance.instance_type) if hit else None


def required_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The person asked for certain types, families or processors."""
    del place
    if not context.workload.require:
        return None
    wanted = [
        name for name in context.workload.require or () if name not in context.knowledge.places and name not in context.knowledge.purchases
    ]
    for records in (context.knowledge.processors, context.knowledge.families, context.knowledge.instances):
        among = [name for name in wanted if name in records]
        if among and not matching_name(context, instance, tuple(among)):
            return Failure("required", " or ".join(among), instance.instance_type)
    return None


def region(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The type must be offered in the region."""
    del place
    code = context.region
    known_from_exam = context.lens == "exam" and context.status_of(instance) != instance.status
    if instance.offered_in(code) or known_from_exam or context.status_of(instance) == "capacity-only":
        return None
    others = len(instance.regions.split())
    return Failure("region", code, f"{others} other regions" if others else "no region we know of")


def architecture(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Arm needs a stack that runs there; 32-bit is no option."""
    if instance.arch == "arm64" and not context.workload.arm_ok:
        return Failure("architecture", "x86_64", "arm64")
    if instance.arch == "arm64" and not place.arm.value_for(context.lens):
        return Failure("architecture", "x86_64", "arm64")
    return Failure("architecture", "x86_64", instance.arch) if instance.arch == "i386" else None


def bare_metal(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Bare metal costs the same and is slower to start; it is for those who ask for it."""
    del place
    wanted = instance.instance_type in (context.workload.require or ())
    return Failure("bare_metal", "a virtual machine", "bare metal") if instance.bare_metal and not wanted else None


def frozen_software(context: Context, place: Place, instance: Instance) -> Failure | None:
    """New work goes to no hardware whose software is left as it is; whoever uses it, names it or asks about it may have it."""
    del place
    family = context.family_of(instance)
    if context.lens != "today" or family is None or family.software is None or family.software.value not in _LEFT:
        return None
    work = context.workload
    named = {*(work.require or ()), *(work.compare or ()), *(work.prefer or ())}
    if not named.isdisjoint({instance.family, instance.instance_type}):
        return None
    if (work.current_instance or "").split(".")[0] == instance.family or approves_none_of(context, family.superseded_by):
        return None
    newer = " or ".join(family.superseded_by) or "a family whose software is developed"
    return Failure("frozen_software", newer, family.software.value, 0, family.software.sources)


def variant(context: Context, place: Place, instance: Instance) -> Failure | None:
    """A variant costs more for a disk or a network that nothing here needs; its base does the same work."""
    del place
    family = context.family_of(instance)
    if family is None or family.variant_of is None or matching_name(context, instance, context.workload.require or ()):
        return None
    if approves_none_of(context, (family.variant_of,)):
        return None
    return Failure("variant", family.variant_of, ", ".join(family.adds) or instance.family)


def multi_model_gpu(context: Context, place: Place, instance: Instance) -> Failure | None:
    """A multi-model endpoint takes every CPU, a few types with one GPU, and no chip of AWS's own."""
    family = context.family_of(instance)
    if sharing_mode(context, place) != "multi_model" or family is None or family.processor == "cpu":
        return None
    types = place.multi_model_gpus.value_for(context.lens) if place.multi_model_gpus else ()
    if instance.instance_type in types:
        return None
    return Failure("multi_model_gpu", "a single GPU that its models share", instance.instance_type)


def compatible_software(context: Context, place: Place, instance: Instance) -> Failure | None:
    """What the software needs that was named: compute capability, data types, a maker, an architecture."""
    del place
    from engine.compatibility.obstacle import find_obstacle  # noqa: PLC0415  # only where software is named

    found = find_obstacle(context.workload.software or (), instance.instance_type, context.knowledge)
    return Failure("compatibility", f"{found.software}: {found.need}", found.has, 0, found.sources) if found is not None else None


TYPE_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    required_hardware,
    excluded_hardware,
    status,
    unapproved_hardware,
    bare_metal,
    variant,
    frozen_software,
    compatible_software,
)
"""Limits on a type that the place knows by name, wherever it runs. They depend on TYPE_FACTS and approved hardware only."""

SITE_LIMITS: Final[tuple[HardwareCheck, ...]] = (region, architecture, multi_model_gpu)
"""Limits on a type at one place, in one region."""

ACCESS_LIMITS: Final = (*TYPE_LIMITS, *SITE_LIMITS)
"""They depend on ACCESS_FACTS, approved hardware and model sharing only."""

_IS_ACTIVE: Final[dict[HardwareCheck, Callable[[Context, Place], bool]]] = {
    required_hardware: lambda context, _: bool(context.workload.require),
    excluded_hardware: lambda context, _: bool(context.workload.exclude),
    unapproved_hardware: lambda context, _: bool(context.policy.approved_hardware),
    compatible_software: lambda context, _: bool(context.workload.software),
    multi_model_gpu: lambda context, place: sharing_mode(context, place) == "multi_model",
}
"""Limit -> True if it applies to the workload at all; those not listed always do."""


def active_limits(limits: tuple[HardwareCheck, ...], context: Context, place: Place) -> tuple[HardwareCheck, ...]:
    """Those of the limits on access that are set, so that the others are not checked for each type of the catalogue."""
    return tuple(check for check in limits if check not in _IS_ACTIVE or _IS_ACTIVE[check](context, place))


TYPE_FACTS: Final = ("require", "exclude", "run_days", "compare", "prefer", "current_instance", "software")
ACCESS_FACTS: Final = (*TYPE_FACTS, "region", "arm_ok")
