"""The better fit: of all machines that hold what a resource needs, the cheapest group."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engine.handover.rightsize.market import Stand
from engine.handover.rightsize.need import Need
from engine.handover.rightsize.settings import Rooms
from engine.handover.rightsize.usage import Dimension

_HAIR: Final = 1e-9
"""What arithmetic may be off by."""
_OF_GROUP: Final[tuple[Dimension, ...]] = ("cpu", "gpu")
"""Work that a group shares: with more machines each does less."""
_OF_EACH: Final[tuple[Dimension, ...]] = ("memory", "gpu_memory")
"""What every machine of a group holds, however many there are."""


class Counts(NamedTuple):
    """How many machines a group may have."""

    now: int
    least: int
    most: int


class Group(NamedTuple):
    """So many of a machine."""

    stand: Stand
    machines: int
    after: dict[Dimension, float]
    """Percent in use, estimated, of each dimension whose peak is known."""

    @property
    def usd_per_hour(self) -> float:
        """Of all its machines."""
        return self.stand.usd_per_hour * self.machines

    @property
    def rank(self) -> tuple[float, float, bool, str]:
        """Cheapest first, a change of family, architecture or accelerator counted as the effort it takes."""
        instance = self.stand.instance
        return self.usd_per_hour * (1 + self.stand.effort), self.stand.effort, instance.status != "current", instance.instance_type


IsSafe = Callable[[Group], bool]
"""Whether a group risks no more than somebody is ready to."""


def cheapest(stands: Iterable[Stand], need: Need, rooms: Rooms, counts: Counts, is_safe: IsSafe = lambda _: True) -> Group | None:
    """The group of the lowest rank that holds the need and is safe; None where none is. `stands` come cheapest first."""
    best: Group | None = None
    for stand in stands:
        if best is not None and stand.usd_per_hour * counts.least > best.rank[0]:
            break  # neither it nor any after it can cost less
        count = _enough(stand, need, rooms, counts)
        group = _safe(stand, need, counts, count, is_safe) if count is not None else None
        if group is not None and (best is None or group.rank < best.rank):
            best = group
    return best


def _safe(stand: Stand, need: Need, counts: Counts, enough: int, is_safe: IsSafe) -> Group | None:
    """The smallest group from `enough` machines up that is safe; None where none is."""
    for count in range(enough, _most(stand, counts) + 1):
        group = Group(stand, count, use_after(stand, need, counts.now, count))
        if is_safe(group):
            return group
    return None


def use_after(stand: Stand, need: Need, now: int, count: int) -> dict[Dimension, float]:
    """Percent of each dimension that `count` of a machine would have in use, where `now` of today's have what is needed."""
    return {
        dimension: peak.value * stand.ratio[dimension] * (now / count if dimension in _OF_GROUP else 1.0)
        for dimension, peak in need.items()
        if dimension in stand.ratio
    }


def shrunk(group: Group, now: int) -> Iterator[Dimension]:
    """The dimensions of which the group has less than today's machines."""
    for dimension, ratio in group.stand.ratio.items():
        share = ratio * (now / group.machines if dimension in _OF_GROUP else 1.0)
        if share > 1 + _HAIR:
            yield dimension


def _enough(stand: Stand, need: Need, rooms: Rooms, counts: Counts) -> int | None:
    """The smallest count that holds the need; None where no count does."""
    if not all(_holds(stand, dimension, need, rooms) for dimension in _OF_EACH if dimension in stand.ratio):
        return None
    wanted = max((_share(stand, dimension, need, rooms) for dimension in _OF_GROUP if dimension in stand.ratio), default=0.0)
    count = max(counts.least, math.ceil(wanted * counts.now - _HAIR))
    return count if count <= _most(stand, counts) else None


def _most(stand: Stand, counts: Counts) -> int:
    return counts.most if stand.held is None else min(counts.most, stand.held)


def _holds(stand: Stand, dimension: Dimension, need: Need, rooms: Rooms) -> bool:
    """Whether one machine has room for what each holds; one that has as much as today's will do where that is enough."""
    ratio, peak = stand.ratio[dimension], need.get(dimension)
    if peak is None:
        return ratio <= 1 + _HAIR
    if peak.value * ratio <= rooms.room[dimension] + _HAIR:
        return True
    return ratio <= 1 + _HAIR and peak.value <= rooms.limit[dimension]


def _share(stand: Stand, dimension: Dimension, need: Need, rooms: Rooms) -> float:
    """Machines that it takes for each of today's."""
    ratio, peak = stand.ratio[dimension], need.get(dimension)
    if peak is None:
        return ratio
    share = peak.value * ratio / rooms.room[dimension]
    is_enough_today = peak.value <= rooms.limit.get(dimension, math.inf)
    return min(share, ratio) if is_enough_today else share
