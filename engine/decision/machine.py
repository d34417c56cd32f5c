"""An instance type at a place, with all that does not depend on load: price, processor, fit, complexity, open conditions."""

from __future__ import annotations

from typing import NamedTuple

from engine.decision.context import Context
from engine.decision.limits.hardware import processor_of
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.processor import NEURON


class Machine(NamedTuple):
    """One instance type at one place."""

    instance: Instance
    processor: str
    usd_per_hour: float | None
    complexity: int
    """Points for one machine; several nodes add to it."""
    fit: str
    """How well the algorithm suits the processor; `good` where the base does not say."""
    open_condition: str
    """`neuron` where the model's support there is not known; else empty."""


def machine_at(context: Context, place: Place, instance: Instance) -> Machine:
    """The machine, for the work of `context`."""
    processor = processor_of(context, instance)
    compiled = processor in NEURON
    points = context.knowledge.weights["ranking"].points
    fact = context.phase.fits.get(processor) if context.phase else None  # type: ignore[call-overload]  # a processor's id
    return Machine(
        instance=instance,
        processor=processor,
        usd_per_hour=context.hourly(place, instance),
        complexity=place.complexity + (points["neuron"] if compiled else 0),
        fit=fact.under(context.lens) if fact else "good",
        open_condition="neuron" if compiled and not compiles(context) else "",
    )


def compiles(context: Context) -> bool:
    """Whether the model is known to compile for AWS's own chips, or nothing else is asked about."""
    work = context.workload
    return context.asks_only_neuron or bool(work.neuron_compatible and not work.is_assumed("neuron_compatible"))
