"""Limits on whether an instance type fits the work."""

from __future__ import annotations

import math
from typing import Final

from engine.decision.context import Context, is_too_slow_today, processors_of_names
from engine.decision.limits.failure import Failure
from engine.decision.limits.hardware import HardwareCheck, accelerated_today, leaves_accelerator, matching_name, processor_of
from engine.decision.limits.policy_terms import approves_none_of
from engine.number_format import format_amount
from engine.sizing.device import Device
from engine.sizing.estimate_records import Memory
from engine.sizing.memory_fit import classic_footprint, serving_footprint, training_footprint
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.processor import NEURON


def burstable(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Burst credits run out under a steady load: development and notebooks only."""
    del place
    family = context.family_of(instance)
    light = context.workload.environment in ("development", "test") or context.situation == "notebook"
    if family is None or family.category != "burstable" or light or instance.family in (context.workload.require or ()):
        return None
    return Failure("burstable", "sustained compute", "burst credits")


def preparation(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Cleaning and joining run on the host's cores, unless a library or the data brings the work to a device."""
    del place
    work = context.workload
    if context.situation != "processing" or matching_name(context, instance, work.require or ()):
        return None
    processor, framework = processor_of(context, instance), context.knowledge.frameworks.get(work.framework or "")
    welcome = (framework.processors if framework else ()) or ("cpu",)
    if processor in welcome or (processor in (work.require or ())):
        return None
    return Failure("preparation", " or ".join(welcome), processor, 0, context.knowledge.processors[processor].sources[:1])


def algorithm_fit(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Some algorithms do not run on some processors at all, or gain nothing there; classic ones run where their guide says so first."""
    del place
    phase = context.phase_advice
    if phase is None or context.situation in ("processing", "notebook"):
        return None
    work = context.workload
    if work.is_assumed("algorithm") and processors_of_names(work.require or (), context.knowledge):
        return None  # whoever insists on a machine has work for it
    processor = processor_of(context, instance)
    fit = phase.fits.get(processor)  # type: ignore[call-overload]  # the family's processor is one of the ids
    name = context.knowledge.algorithms[context.workload.algorithm or ""].name
    if fit is None or fit.value_for(context.lens) in ("no", "poor"):
        kind = context.knowledge.processors[processor].name
        return Failure("algorithm_fit", name, kind, 0, fit.sources if fit else phase.advice.sources)
    if context.needs.kind != "classic" or not context.favoured_processors or processor in context.favoured_processors:
        return None
    return Failure(
        "algorithm_fit",
        f"{name} on {' or '.join(context.favoured_processors)}",
        f"{processor}, which its guide names later",
        0,
        fit.sources,
    )


def algorithm_category(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Classic training that waits for memory wants the categories its guide names: more cores for the same memory only cost more."""
    del place
    phase, family = context.phase_advice, context.family_of(instance)
    if phase is None or family is None or context.needs.kind != "classic" or context.situation != "training":
        return None
    advised = phase.categories.value_for(context.lens)
    named = matching_name(context, instance, context.workload.require or ()) or approves_none_of(context, (), advised)
    if phase.binds.value_for(context.lens) != "memory" or family.category in (*advised, "burstable") or family.processor != "cpu" or named:
        return None
    return Failure("algorithm_category", " or ".join(advised), family.category, 0, phase.advice.sources)


def unproven_on_cpu(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Nobody is sent from an accelerator to CPUs on an assumed model."""
    del place
    stopped = processor_of(context, instance) == "cpu" and leaves_accelerator(context)
    return Failure("unproven_on_cpu", "an accelerator, as today", "CPUs") if stopped else None


def slower_than_today(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Whoever finds today's accelerator too slow is sent to none that is slower, as nobody knows what runs on it."""
    del place
    now = accelerated_today(context)
    if now is None or not is_too_slow_today(context.workload, context.knowledge):
        return None
    today, then = context.device_for(now), context.device_for(instance)
    if today is None or then is None or then.processor == "cpu" or instance is now:
        return None
    needs, has = _half_precision_gflops(today), _half_precision_gflops(then)
    if has > needs:
        return None
    return Failure("slower_than_today", f"more than {today.name}", then.name, needs / has if has else 0, then.sources)


def _half_precision_gflops(device: Device) -> float:
    """Peak of one device in 16 bits; of any type where that is not published."""
    return max((device.peak_gflops.get(precision, 0.0) for precision in ("fp16", "bf16")), default=0.0) or max(device.peak_gflops.values())


def cuda_kernels(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Hand-written CUDA runs on NVIDIA GPUs only, and so do the 4-bit kernels of QLoRA."""
    del place
    work, processor = context.workload, processor_of(context, instance)
    is_qlora = work.fine_tuning_method == "qlora" and work.stage == "fine-tuning"
    stopped = (work.custom_cuda_kernels or is_qlora) and (processor != "gpu" or not _is_of_nvidia(context, instance))
    kernels = "CUDA kernels" if work.custom_cuda_kernels else "the 4-bit CUDA kernels of QLoRA"
    return Failure("cuda_kernels", kernels, processor) if stopped else None


def _is_of_nvidia(context: Context, instance: Instance) -> bool:
    accelerator = context.knowledge.accelerators.get(instance.accelerator or "")
    return accelerator is not None and accelerator.name.startswith("NVIDIA")


def neuron(context: Context, place: Place, instance: Instance) -> Failure | None:
    """AWS's own chips run what compiles for Neuron; Inf1 only what its frozen Neuron knows."""
    del place
    if processor_of(context, instance) not in NEURON:
        return None
    if context.workload.neuron_compatible is False and not context.workload.is_assumed("neuron_compatible"):
        return Failure("neuron", "a model that compiles for Neuron", "ruled out")
    model = context.knowledge.models.get(context.workload.model or "")
    documented = (
        model is not None and not context.workload.is_assumed("model") and model.neuron.inf1 and model.neuron.inf1.value_for(context.lens)
    )
    if instance.family == "inf1" and not documented:
        return Failure("neuron", "a model documented for Inf1", "not known to be, and its compiler is frozen")
    return None


def known_hardware(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Without figures for the device there is no estimate, and so no advice to take it."""
    del place
    if context.device_for(instance) is not None:
        return None
    return Failure("known_hardware", "figures for its processor", "none published that we know")


def data_types(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The device must compute in the data type that is asked for."""
    del place
    device = context.device_for(instance)
    if context.needs.kind == "classic" or device is None or context.precision_for(device) is not None:
        return None
    return Failure("data_types", context.workload.precision or "", ", ".join(device.peak_gflops), 0, device.sources)


def device_memory(context: Context, place: Place, instance: Instance) -> Failure | None:
    """The model must fit into the devices of one instance, each with its share."""
    del place
    device = context.device_for(instance)
    stated = context.workload.accelerator_memory_gb
    if device is None or context.needs.kind == "classic":
        return None
    if stated and device.processor != "cpu" and stated > device.memory_gb * device.count:
        whole = device.memory_gb * device.count
        return Failure("device_memory", format_amount(stated, "GB"), format_amount(whole, "GB"), stated / whole)
    held = _memory_on_all_devices(context, device)
    if held.verdict != "does-not-fit":
        return None
    share = held.total / held.per_device
    need, has = held.total, held.device_usable * share
    return Failure("device_memory", format_amount(need, "GB"), format_amount(has, "GB"), need / has, device.sources)


def _memory_on_all_devices(context: Context, device: Device) -> Memory:
    """What the most devices that can work together hold: a language model splits over a power of two, other models sit on one."""
    if context.situation == "training":
        nodes = context.thresholds["most_nodes"] if device.linked else 1.0
        devices = 1.0 if device.processor == "cpu" else device.count
        return training_footprint(context.needs, device, context.workload, context.memory_rates, devices=devices * nodes)
    splits = context.needs.kind == "language-model" and device.processor != "cpu"
    devices = 2.0 ** math.floor(math.log2(device.count)) if splits else 1.0
    return serving_footprint(context.needs, device, context.precision_for(device) or "fp16", context.memory_rates, devices=devices)


def host_memory(context: Context, place: Place, instance: Instance) -> Failure | None:
    """Classic algorithms train on data held in the host's memory; a stated need counts too. Scoring and cleaning go piece by piece."""
    del place
    need = context.workload.host_memory_gb or 0.0
    if context.needs.kind == "classic" and context.situation == "training":
        need = max(need, classic_footprint(context.needs).total)
    has = instance.memory_gb
    return Failure("host_memory", format_amount(need, "GB"), format_amount(has, "GB"), need / has) if need > has else None


FAMILY_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    burstable,
    preparation,
    algorithm_fit,
    algorithm_category,
    unproven_on_cpu,
    cuda_kernels,
    neuron,
)
"""Limits on the kind of machine; types of one family share the answer, unless one is required by name."""

DEVICE_LIMITS: Final[tuple[HardwareCheck, ...]] = (
    known_hardware,
    data_types,
    slower_than_today,
    device_memory,
)
"""Limits on the devices; types with the same devices share the answer."""

FITNESS_LIMITS: Final[tuple[HardwareCheck, ...]] = (*DEVICE_LIMITS, host_memory)
"""They depend on the model's needs and FITNESS_FACTS. Cheap checks first; the first failure is the one reported."""

FITNESS_FACTS: Final = (
    "stage",
    "environment",
    "algorithm",
    "model",
    "custom_cuda_kernels",
    "neuron_compatible",
    "precision",
    "quantization_ok",
    "accelerator_memory_gb",
    "host_memory_gb",
    "fine_tuning_method",
    "batch_size",
    "framework",
    "require",
    "current_gpu_utilization_percent",
    "compare",
    "prefer",
    "current_instance",
    "symptoms",
)
