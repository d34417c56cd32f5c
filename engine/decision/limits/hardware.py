"""What limits on hardware share: their signature, and the names of an instance type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.decision.context import Context, processors_of_names
from engine.decision.limits.failure import Failure
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

_IDLE_PERCENT: Final = 1.0
"""Busy by no more than this, a device stands still."""
HardwareCheck = Callable[[Context, Place, Instance], Failure | None]


def processor_of(context: Context, instance: Instance) -> str:
    """The kind of processor that would do the work."""
    family = context.family_of(instance)
    return family.processor if family else "cpu"


def accelerated_today(context: Context) -> Instance | None:
    """The type in use where it has an accelerator and what runs on it is only assumed; else None."""
    now = context.knowledge.instances.get(context.workload.current_instance or "")
    if now is None or now.accelerator is None or context.needs.kind == "classic" or not context.workload.is_assumed("model"):
        return None
    return now


def leaves_accelerator(context: Context) -> bool:
    """Whether plans on CPUs would leave an accelerator on no more than an assumed model.

    What runs on one today may need it, unless it is told to idle, or somebody asks for CPUs or about them.
    """
    work, knowledge = context.workload, context.knowledge
    if accelerated_today(context) is None:
        return False
    idles = work.current_gpu_utilization_percent is not None and work.current_gpu_utilization_percent <= _IDLE_PERCENT
    named = processors_of_names((*(work.compare or ()), *(work.require or ()), *(work.prefer or ())), knowledge)
    framework = knowledge.frameworks.get(work.framework or "")
    is_of_cpus = framework is not None and framework.processors == ("cpu",)
    return not idles and "cpu" not in named and work.parameters_b is None and not is_of_cpus


def matching_name(context: Context, instance: Instance, names: tuple[str, ...]) -> str | None:
    """The instance's type, family or kind of processor, whichever is among `names`; None if none is."""
    return next((name for name in (instance.instance_type, instance.family, processor_of(context, instance)) if name in names), None)
