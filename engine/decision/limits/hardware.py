"""What a limit on hardware looks at, and how an instance type is named."""

from __future__ import annotations

from collections.abc import Callable

from engine.decision.context import Context
from engine.decision.limits.failure import Failure
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place

HardwareCheck = Callable[[Context, Place, Instance], Failure | None]


def processor_of(context: Context, instance: Instance) -> str:
    """The kind of processor that would do the work."""
    family = context.family(instance)
    return family.processor if family else "cpu"


def named_in(context: Context, instance: Instance, names: tuple[str, ...]) -> str | None:
    """Its type, family or kind of processor, whichever is among `names`; None where none is."""
    return next((name for name in (instance.instance_type, instance.family, processor_of(context, instance)) if name in names), None)
