"""The better fit: of all machines that hold what a resource needs, the cheapest group."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.market import Candidate
from engine.handover.rightsize.settings import UseLimits
from engine.handover.rightsize.usage import DIMENSIONS, Dimension, Peaks

_ROUNDING: Final = 1e-9
_SHARED_DIMENSIONS: Final[tuple[Dimension, ...]] = ("cpu", "gpu")
"""Work that a group shares: with more machines each does less."""


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
        return _cost_with_effort(self.candidate, self.machines), effort.share, instance.status != "current", instance.instance_type


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
    shares = _needed_shares(peaks, limits)
    best: Group | None = None
    best_rank = (math.inf, math.inf, True, "")
    for candidate in candidates:
        if candidate.usd_per_hour * counts.minimum > best_rank[0]:
            break  # neither it nor any after it can cost less
        fewest = _min_machines(candidate.ratios, shares, counts.now)
        if fewest is None or fewest > counts.maximum or _cost_with_effort(candidate, fewest) > best_rank[0]:
            continue
        group = _smallest_safe_group(candidate, counts._replace(minimum=max(counts.minimum, fewest)), peaks, is_safe)
        if group is not None and group.rank < best_rank:
            best, best_rank = group, group.rank
    return best


def list_shrunk_dimensions(group: Group, now: int) -> Iterator[Dimension]:
    """The dimensions of which the group has less than the `now` machines of today."""
    for dimension, ratio in group.candidate.ratios.items():
        share = ratio * (now / group.machines if dimension in _SHARED_DIMENSIONS else 1.0)
        if share > 1 + _ROUNDING:
            yield dimension


def _needed_shares(peaks: Peaks, limits: UseLimits) -> dict[Dimension, float]:
    """The share of today's capacity that a proposal must have of each dimension; all of it where the peak is unknown.

    Where the headroom asks for more than today's machine has, as much as it has will do, unless that is too little today.
    """
    shares = dict.fromkeys(DIMENSIONS, 1.0)
    for dimension, peak in peaks.items():
        share = peak.value / limits.proposed[dimension]
        is_enough_today = peak.value <= limits.current.get(dimension, math.inf)
        shares[dimension] = min(share, 1.0) if is_enough_today else share
    return shares


def _smallest_safe_group(candidate: Candidate, counts: CountRange, peaks: Peaks, is_safe: IsSafe) -> Group | None:
    maximum = counts.maximum if candidate.quota is None else min(counts.maximum, candidate.quota)
    for count in range(counts.minimum, maximum + 1):
        group = Group(candidate, count, _estimate_use(candidate, peaks, counts.now, count))
        if is_safe(group):
            return group
    return None


def _cost_with_effort(candidate: Candidate, machines: int) -> float:
    """USD an hour, raised by the share that a change to it has to save more."""
    return candidate.usd_per_hour * machines * (1 + candidate.effort.share)


def _estimate_use(candidate: Candidate, peaks: Peaks, now: int, count: int) -> dict[Dimension, float]:
    """Percent of each dimension that `count` machines would have in use, where `now` of today's have the peaks."""
    return {
        dimension: peak.value * candidate.ratios[dimension] * (now / count if dimension in _SHARED_DIMENSIONS else 1.0)
        for dimension, peak in peaks.items()
        if dimension in candidate.ratios
    }


def _min_machines(ratios: dict[Dimension, float], shares: dict[Dimension, float], now: int) -> int | None:
    """The smallest count that holds the needed shares of `now` machines of today; None where none does."""
    per_current = 0.0
    for dimension, ratio in ratios.items():
        needed = ratio * shares[dimension]
        if dimension not in _SHARED_DIMENSIONS:
            if needed > 1 + _ROUNDING:  # every machine of a group holds it whole, however many there are
                return None
        elif needed > per_current:
            per_current = needed
    return math.ceil(per_current * now - _ROUNDING)
