"""What an option scores besides cost and speed: complexity, fit, conditions that nobody has confirmed."""

from __future__ import annotations

from engine.decision.context import Context
from engine.decision.limits.of_hardware import processor_of
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place


def complexity_of(context: Context, place: Place, instance: Instance, nodes: int) -> int:
    """Points for the place, for Neuron, for working across several machines."""
    points = context.knowledge.weights["ranking"].points
    extra = points["neuron"] if processor_of(context, instance) in ("inferentia", "trainium") else 0
    return place.complexity + extra + (points["several-nodes"] if nodes > 1 else 0)


def fit_of(context: Context, instance: Instance) -> str:
    """How well the algorithm suits the processor; `good` where the base does not say."""
    phase = context.phase
    if phase is None:
        return "good"
    fact = phase.fits.get(processor_of(context, instance))  # type: ignore[call-overload]  # a processor's id
    return fact.under(context.lens) if fact else "good"


def open_condition_of(context: Context, instance: Instance) -> str:
    """`neuron` where the model's support there is not known."""
    asks = processor_of(context, instance) in ("inferentia", "trainium")
    return "neuron" if asks and (context.workload.is_assumed("neuron_compatible") or not context.workload.neuron_compatible) else ""
