"""What limits on hardware share: their signature, and the names of an instance type."""

from __future__ import annotations

from collections.abc import Callable

from engine.decision.context import Context
from engine.decision.limits.failure import Failure
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

HardwareCheck = Callable[[Context, Place, Instance], Failure | None]


def processor_of(context: Context, instance: Instance) -> str:
    """The kind of processor that would do the work."""
    family = context.family_of(instance)
    return family.processor if family else "cpu"


def matching_name(context: Context, instance: Instance, names: tuple[str, ...]) -> str | None:
    """The instance's type, family or kind of processor, whichever is among `names`; None if none is."""
    return next((name for name in (instance.instance_type, instance.family, processor_of(context, instance)) if name in names), None)
