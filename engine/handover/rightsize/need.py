"""What a resource needs of its machine: for each dimension the statistic that decides."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.handover.rightsize.usage import DIMENSIONS, Dimension, Statistic, Statistics, Usage
from knowledge.schema.instance import Instance

_OF_LOAD: Final[tuple[Statistic, ...]] = ("p99_5", "p99", "max", "p95")
_OF_STORE: Final[tuple[Statistic, ...]] = ("max", "p99_5", "p99", "p95")
"""The first that is known decides: a moment of too much load makes waiting, a moment of too much memory ends the process."""
_ORDER: Final[dict[Dimension, tuple[Statistic, ...]]] = {
    "cpu": _OF_LOAD,
    "memory": _OF_STORE,
    "gpu": _OF_LOAD,
    "gpu_memory": _OF_STORE,
}
WEAK: Final[frozenset[Statistic]] = frozenset({"p95", "average"})
"""Statistics that leave out the busiest hours."""
_OF_DEVICES: Final[frozenset[Dimension]] = frozenset({"gpu", "gpu_memory"})


class Peak(NamedTuple):
    """The figure that decides, percent of the machine."""

    value: float
    statistic: Statistic


Need = dict[Dimension, Peak]
"""Dimensions whose peak is known; any other may not become smaller."""


def need_of(usage: Usage, instance: Instance) -> Need:
    """The peaks of a resource; what is reported of devices that its machine does not have is left out."""
    found: Need = {}
    for dimension in DIMENSIONS:
        use = usage.uses.get(dimension)
        if use is None or (dimension in _OF_DEVICES and not instance.accelerator):
            continue
        peak = _peak(use, _ORDER[dimension])
        if peak is not None:
            found[dimension] = peak
    return found


def most_of(use: Statistics | None) -> Peak | None:
    """The largest figure that is known of a metric; None where no statistic tells of its busiest hours."""
    peak = _peak(use, _OF_STORE) if use is not None else None
    return peak if peak is not None and peak.statistic not in WEAK else None


def _peak(use: Statistics, order: tuple[Statistic, ...]) -> Peak | None:
    for name in order:
        value: float | None = getattr(use, name)
        if value is not None:
            return Peak(value, name)
    return None
