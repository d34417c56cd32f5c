"""The better fit: of all machines that hold what a resource needs, the cheapest group."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.market import Candidate
from engine.handover.rightsize.settings import UseLimits
from engine.handover.rightsize.usage import Dimension, Peaks

_ROUNDING: Final = 1e-9
_SHARED_DIMENSIONS: Final[tuple[Dimension, ...]] = ("cpu", "gpu")
"""Work that a group shares: with more machines each does less."""
_REPEATED_DIMENSIONS: Final[tuple[Dimension, ...]] = ("memory", "gpu_memory")
"""What every machine of a group holds, however many there are."""


class CountRange(NamedTuple):
    """How many machines a group may have."""

    now: int
    minimum: int
    maximum: int


class Group(NamedTuple):
    """So many of a machine."""

    candidate: Candidate
    machines: int
    use_after: dict[Dimension, float]
    """Percent in use, estimated, of each dimension whose peak is known."""

    @property
    def usd_per_hour(self) -> float:
        """Of all its machines."""
        return self.candidate.usd_per_hour * self.machines

    @property
    def rank(self) -> tuple[float, float, bool, str]:
        """Cheapest first, a change of family, architecture or accelerator counted as the effort it takes."""
        instance, effort = self.candidate.instance, self.candidate.effort
        return self.usd_per_hour * (1 + effort.share), effort.share, instance.status != "current", instance.instance_type


IsSafe = Callable[[Group], bool]
"""True if a group risks no more than the person accepts."""


def count_range(case: Case) -> CountRange:
    """How many machines the better fit may have: only endpoints spread their work over as many as it takes."""
    now, environment = case.usage.count, case.usage.environment
    if case.usage.kind != "endpoint":
        return CountRange(now, now, now)
    safe = int(case.thresholds["production_instances"])
    is_test = environment in ("development", "test")
    minimum = 1 if is_test else safe if environment == "production" else min(now, safe)
    return CountRange(now, minimum, max(minimum, round(now * case.thresholds["most_count_factor"])))


def find_cheapest_group(
    candidates: Iterable[Candidate], peaks: Peaks, limits: UseLimits, counts: CountRange, is_safe: IsSafe = lambda _: True
) -> Group | None:
    """The safe group of the lowest rank that holds the peaks; None where none does. `candidates` come cheapest first."""
    best: Group | None = None
    for candidate in candidates:
        if best is not None and candidate.usd_per_hour * counts.minimum > best.rank[0]:
            break  # neither it nor any after it can cost less
        group = _smallest_safe_group(candidate, peaks, limits, counts, is_safe)
        if group is not None and (best is None or group.rank < best.rank):
            best = group
    return best


def list_shrunk_dimensions(group: Group, now: int) -> Iterator[Dimension]:
    """The dimensions of which the group has less than the `now` machines of today."""
    for dimension, ratio in group.candidate.ratios.items():
        share = ratio * (now / group.machines if dimension in _SHARED_DIMENSIONS else 1.0)
        if share > 1 + _ROUNDING:
            yield dimension


def _smallest_safe_group(candidate: Candidate, peaks: Peaks, limits: UseLimits, counts: CountRange, is_safe: IsSafe) -> Group | None:
    maximum = counts.maximum if candidate.quota is None else min(counts.maximum, candidate.quota)
    for count in range(_min_machines(candidate, peaks, limits, counts), maximum + 1):
        group = Group(candidate, count, _estimate_use(candidate, peaks, counts.now, count))
        if is_safe(group):
            return group
    return None


def _estimate_use(candidate: Candidate, peaks: Peaks, now: int, count: int) -> dict[Dimension, float]:
    """Percent of each dimension that `count` machines would have in use, where `now` of today's have the peaks."""
    return {
        dimension: peak.value * candidate.ratios[dimension] * (now / count if dimension in _SHARED_DIMENSIONS else 1.0)
        for dimension, peak in peaks.items()
        if dimension in candidate.ratios
    }


def _min_machines(candidate: Candidate, peaks: Peaks, limits: UseLimits, counts: CountRange) -> int:
    """The smallest count that holds the peaks; one above the maximum if none does."""
    ratios = candidate.ratios
    if not all(_has_room(ratios[name], peaks, limits, name) for name in _REPEATED_DIMENSIONS if name in ratios):
        return counts.maximum + 1
    needed = max((_machines_per_current(ratios[name], peaks, limits, name) for name in _SHARED_DIMENSIONS if name in ratios), default=0.0)
    return max(counts.minimum, math.ceil(needed * counts.now - _ROUNDING))


def _has_room(ratio: float, peaks: Peaks, limits: UseLimits, dimension: Dimension) -> bool:
    """True if one machine holds what each of today's holds; as much as today's machine has will do if that is enough."""
    peak = peaks.get(dimension)
    if peak is None:
        return ratio <= 1 + _ROUNDING
    if peak.value * ratio <= limits.proposed[dimension] + _ROUNDING:
        return True
    return ratio <= 1 + _ROUNDING and peak.value <= limits.current[dimension]


def _machines_per_current(ratio: float, peaks: Peaks, limits: UseLimits, dimension: Dimension) -> float:
    """Machines needed to replace one of today's."""
    peak = peaks.get(dimension)
    if peak is None:
        return ratio
    share = peak.value * ratio / limits.proposed[dimension]
    is_enough_today = peak.value <= limits.current.get(dimension, math.inf)
    return min(share, ratio) if is_enough_today else share
