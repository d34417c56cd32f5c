"""Whether an instance type can be had at all, at a place that is open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure
from engine.decision.limits.hardware import HardwareCheck, named_in
from engine.decision.limits.of_policy import spares, unapproved_hardware
from engine.decision.sharing import sharing_of
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place


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
    state = context.status(instance)
    if state == "retired":
        return Failure("status", "current", state)
    if state == "capacity-only" and context.workload.run_days is None and not wanted:
        return Failure("capacity", "on-demand", "capacity blocks or private offers")
    family = context.family(instance)
    if (
        context.lens == "exam"
        and not wanted
        and (family is None or family.exam_standing.under("exam") != "expected" or state == "previous")
    ):
        return Failure("exam_standing", "in the study material", "not an expected answer")
    return None


def excluded_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The person ruled out the type, its family or its kind of processor."""
    del place
    if not context.workload.exclude:
        return None
    hit = named_in(context, instance, context.workload.exclude or ())
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
        if among and not named_in(context, instance, tuple(among)):
            return Failure("required", " or ".join(among), instance.instance_type)
    return None


def region(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The type must be offered in the region."""
    del place
    code = context.region
    known_from_exam = context.lens == "exam" and context.status(instance) != instance.status
    if instance.offered_in(code) or known_from_exam or context.status(instance) == "capacity-only":
        return None
    others = len(instance.regions.split())
    return Failure("region", code, f"{others} other regions" if others else "no region we know of")


def architecture(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Arm needs a stack that runs there; 32-bit is no option."""
    if instance.arch == "arm64" and not context.workload.arm_ok:
        return Failure("architecture", "x86_64", "arm64")
    if instance.arch == "arm64" and not place.arm.under(context.lens):
        return Failure("architecture", "x86_64", "arm64")
    return Failure("architecture", "x86_64", instance.arch) if instance.arch == "i386" else None


def bare_metal(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Bare metal costs the same and is slower to start; it is for those who ask for it."""
    del place
    wanted = instance.instance_type in (context.workload.require or ())
    return Failure("bare_metal", "a virtual machine", "bare metal") if instance.bare_metal and not wanted else None


def variant(context: Context, place: Place, instance: Instance) -> Failure | None:
    """A variant costs more for a disk or a network that nothing here needs; its base does the same work."""
    del place
    family = context.family(instance)
    if family is None or family.variant_of is None or named_in(context, instance, context.workload.require or ()):
        return None
    if spares(context, (family.variant_of,)):
        return None
    return Failure("variant", family.variant_of, ", ".join(family.adds) or instance.family)


def multi_model_gpu(context: Context, place: Place, instance: Instance) -> Failure | None:
    """A multi-model endpoint takes every CPU, a few types with one GPU, and no chip of AWS's own."""
    family = context.family(instance)
    if sharing_of(context, place) != "multi_model" or family is None or family.processor == "cpu":
        return None
    types = place.multi_model_gpus.under(context.lens) if place.multi_model_gpus else ()
    if instance.instance_type in types:
        return None
    return Failure("multi_model_gpu", "a single GPU that its models share", instance.instance_type)


TYPE_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    required_hardware,
    excluded_hardware,
    status,
    unapproved_hardware,
    bare_metal,
    variant,
)
"""Whether a type comes into question anywhere; they look at TYPE_FACTS and at what is approved: no more."""

_SITE_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    region,
    architecture,
    multi_model_gpu,
)

ACCESS_LIMITS: Final[tuple[HardwareCheck, ...]] = (*TYPE_LIMITS, *_SITE_LIMITS)
"""Whether a type that the place knows by name can be had; they look at ACCESS_FACTS, what is approved, how models share it: no more."""

_ASKED: Final[dict[HardwareCheck, Callable[[Context, Place], bool]]] = {
    required_hardware: lambda context, _: bool(context.workload.require),
    excluded_hardware: lambda context, _: bool(context.workload.exclude),
    unapproved_hardware: lambda context, _: bool(context.policy.approved_hardware),
    multi_model_gpu: lambda context, place: sharing_of(context, place) == "multi_model",
}
"""Limit -> whether it is set at all; what is not listed always is."""


def type_limits(context: Context, place: Place) -> tuple[HardwareCheck, ...]:
    """The first of ACCESS_LIMITS: those that nobody set are not looked at again for each type of the catalogue."""
    return _set(TYPE_LIMITS, context, place)


def site_limits(context: Context, place: Place) -> tuple[HardwareCheck, ...]:
    """The rest of them."""
    return _set(_SITE_LIMITS, context, place)


def _set(limits: tuple[HardwareCheck, ...], context: Context, place: Place) -> tuple[HardwareCheck, ...]:
    return tuple(check for check in limits if check not in _ASKED or _ASKED[check](context, place))


TYPE_FACTS: Final = ("require", "exclude", "run_days")
ACCESS_FACTS: Final = (*TYPE_FACTS, "region", "arm_ok")
