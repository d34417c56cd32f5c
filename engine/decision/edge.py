"""A device out of the cloud: no instance serves the model there, and nothing of it is priced."""

from __future__ import annotations

from engine.decision.context import Context
from engine.decision.option import Option
from engine.sizing.held import ANY, classic_memory, to_serve
from knowledge.schema.place import Place


def device_option(context: Context, place: Place) -> Option:
    """The device that the person has or buys; what it does is for a trial on it to tell."""
    return Option(
        place=place,
        usd_per_hour=0.0,
        usd_per_month=0.0,
        complexity=place.complexity,
        precision=None if context.needs.kind == "classic" else context.workload.precision or "fp16",
    )


def memory_on_device(context: Context, option: Option) -> float:
    """Memory of one copy that answers, GB."""
    if context.needs.kind == "classic":
        return classic_memory(context.needs).total
    return to_serve(context.needs, ANY, option.precision or "fp16", context.memory_rates).total


def is_device(option: Option) -> bool:
    """Whether the plan is a device, for which no price and no purchase is known here."""
    return option.place.billing.by == "device"
