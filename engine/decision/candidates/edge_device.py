"""A device outside the cloud: the model runs without an instance, and no price is known."""

from __future__ import annotations

from engine.decision.context import Context, Option
from engine.sizing.memory_fit import UNLIMITED_DEVICE, classic_footprint, serving_footprint
from knowledge.schema.place import Place


def edge_device_option(context: Context, place: Place) -> Option:
    """The option of running on the person's own device. Its speed and cost are unknown."""
    return Option(
        place=place,
        usd_per_hour=0.0,
        usd_per_month=0.0,
        complexity=place.complexity,
        is_priced=False,
        precision=None if context.needs.kind == "classic" else context.workload.precision or "fp16",
    )


def memory_on_device(context: Context, option: Option) -> float:
    """Memory that one serving copy of the model needs on the device, GB."""
    if context.needs.kind == "classic":
        return classic_footprint(context.needs).total
    return serving_footprint(context.needs, UNLIMITED_DEVICE, option.precision or "fp16", context.memory_rates).total


def is_edge_device(option: Option) -> bool:
    """True if the option is a device outside the cloud, without price or purchase."""
    return option.place.billing.by == "device"
