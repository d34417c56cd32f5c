"""What stops an instance type, at a place that is open."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from engine.decision.context import Context
from engine.decision.limits.failure import Failure, amount
from engine.sizing.device import Device
from engine.sizing.estimated import Memory
from engine.sizing.held import classic_memory, to_serve, to_train
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

HardwareCheck = Callable[[Context, Place, Instance], Failure | None]


def processor_of(context: Context, instance: Instance) -> str:
    """The kind of processor that would do the work."""
    family = context.family(instance)
    return family.processor if family else "cpu"


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
    hit = _named(context, instance, context.workload.exclude or ())
    return Failure("excluded", f"no {hit}", instance.instance_type) if hit else None


def required_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The person asked for certain types, families or processors."""
    del place
    wanted = [
        name for name in context.workload.require or () if name not in context.knowledge.places and name not in context.knowledge.purchases
    ]
    for records in (context.knowledge.processors, context.knowledge.families, context.knowledge.instances):
        among = [name for name in wanted if name in records]
        if among and not _named(context, instance, tuple(among)):
            return Failure("required", " or ".join(among), instance.instance_type)
    return None


def _named(context: Context, instance: Instance, names: tuple[str, ...]) -> str | None:
    return next((name for name in (instance.instance_type, instance.family, processor_of(context, instance)) if name in names), None)


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


def burstable(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Burst credits run out under a steady load: development and notebooks only."""
    del place
    family = context.family(instance)
    light = context.workload.environment in ("development", "test") or context.situation == "notebook"
    if family is None or family.category != "burstable" or light or instance.family in (context.workload.require or ()):
        return None
    return Failure("burstable", "sustained compute", "burst credits")


def variant(context: Context, place: Place, instance: Instance) -> Failure | None:
    """A variant costs more for a disk or a network that nothing here needs; its base does the same work."""
    del place
    family = context.family(instance)
    if family is None or family.variant_of is None or _named(context, instance, context.workload.require or ()):
        return None
    return Failure("variant", family.variant_of, ", ".join(family.adds) or instance.family)


def algorithm_fit(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Some algorithms do not run on some processors at all, or gain nothing there."""
    del place
    phase = context.phase
    if phase is None:
        return None
    processor = processor_of(context, instance)
    fit = phase.fits.get(processor)  # type: ignore[call-overload]  # the family's processor is one of the ids
    if fit is not None and fit.under(context.lens) not in ("no", "poor"):
        return None
    algorithm = context.knowledge.algorithms[context.workload.algorithm or ""]
    return Failure("algorithm_fit", algorithm.name, f"a {processor} it gains nothing from", 0, fit.sources if fit else phase.advice.sources)


def cuda_kernels(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Hand-written CUDA runs on NVIDIA GPUs only."""
    del place
    processor = processor_of(context, instance)
    stopped = context.workload.custom_cuda_kernels and processor != "gpu"
    return Failure("cuda_kernels", "CUDA", processor) if stopped else None


def neuron(context: Context, place: Place, instance: Instance) -> Failure | None:
    """AWS's own chips run what compiles for Neuron; Inf1 only what its frozen Neuron knows."""
    del place
    if processor_of(context, instance) not in ("inferentia", "trainium"):
        return None
    if context.workload.neuron_compatible is False and not context.workload.is_assumed("neuron_compatible"):
        return Failure("neuron", "a model that compiles for Neuron", "ruled out")
    model = context.knowledge.models.get(context.workload.model or "")
    documented = (
        model is not None and not context.workload.is_assumed("model") and model.neuron.inf1 and model.neuron.inf1.under(context.lens)
    )
    if instance.family == "inf1" and not documented:
        return Failure("neuron", "a model documented for Inf1", "not known to be, and its compiler is frozen")
    return None


def known_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Without figures for the device there is no estimate, and so no advice to take it."""
    del place
    if context.device(instance) is not None:
        return None
    return Failure("known_hardware", "figures for its processor", "none published that we know")


def data_types(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The device must compute in the data type that is asked for."""
    del place
    device = context.device(instance)
    if context.needs.kind == "classic" or device is None or context.precision(device) is not None:
        return None
    return Failure("data_types", context.workload.precision or "", ", ".join(device.peak_gflops), 0, device.sources)


def device_memory(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The model must fit into the devices of one instance, each with its share."""
    del place
    device = context.device(instance)
    stated = context.workload.accelerator_memory_gb
    if device is None or context.needs.kind == "classic":
        return None
    if stated and device.processor != "cpu" and stated > device.memory_gb * device.count:
        whole = device.memory_gb * device.count
        return Failure("device_memory", amount(stated, "GB"), amount(whole, "GB"), stated / whole)
    held = _held(context, device)
    if held.verdict != "does-not-fit":
        return None
    share = held.total / held.per_device
    need, has = held.total, held.device_usable * share
    return Failure("device_memory", amount(need, "GB"), amount(has, "GB"), need / has, device.sources)


def _held(context: Context, device: Device) -> Memory:
    """What the most devices that can work together hold: a language model splits over a power of two, other models sit on one."""
    if context.situation == "training":
        nodes = context.thresholds["most_nodes"] if device.linked else 1.0
        devices = 1.0 if device.processor == "cpu" else device.count
        return to_train(context.needs, device, context.workload, context.memory_rates, devices=devices * nodes)
    splits = context.needs.kind == "language-model" and device.processor != "cpu"
    devices = 2.0 ** math.floor(math.log2(device.count)) if splits else 1.0
    return to_serve(context.needs, device, context.precision(device) or "fp16", context.memory_rates, devices=devices)


def host_memory(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Classic algorithms train on data held in the host's memory; a stated need counts too. Scoring and cleaning go piece by piece."""
    del place
    need = context.workload.host_memory_gb or 0.0
    if context.needs.kind == "classic" and context.situation == "training":
        need = max(need, classic_memory(context.needs).total)
    has = instance.memory_gb
    return Failure("host_memory", amount(need, "GB"), amount(has, "GB"), need / has) if need > has else None


ACCESS_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    job_name,
    status,
    required_hardware,
    excluded_hardware,
    bare_metal,
    variant,
    region,
    architecture,
)
"""Whether the type can be had at all; they look at the facts of ACCESS_FACTS and no others."""

ACCESS_FACTS: Final = ("require", "exclude", "run_days", "region", "arm_ok")

FITNESS_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    burstable,
    algorithm_fit,
    cuda_kernels,
    neuron,
    known_hardware,
    data_types,
    device_memory,
    host_memory,
)
"""Whether it can do the work; they look at the needs and at FITNESS_FACTS. Cheap ones first: the first that fails is the one told."""

FITNESS_FACTS: Final = (
    "stage",
    "environment",
    "algorithm",
    "model",
    "custom_cuda_kernels",
    "neuron_compatible",
    "precision",
    "accelerator_memory_gb",
    "host_memory_gb",
    "fine_tuning_method",
    "batch_size",
    "require",
)
