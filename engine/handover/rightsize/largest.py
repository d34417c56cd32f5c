"""The few largest of many, without holding the many."""

from __future__ import annotations

import heapq
from typing import Generic, TypeVar

T = TypeVar("T")


class Largest(Generic[T]):
    """Keeps so many items with the largest figures; of those with the same figure, the first."""

    def __init__(self, most: int) -> None:
        """Keep at most `most` of them."""
        self._most = most
        self._kept: list[tuple[float, int, T]] = []
        self._number = 0

    def add(self, figure: float, item: T) -> None:
        """Keep an item while its figure is among the largest."""
        self._number += 1
        entry = figure, -self._number, item  # numbers differ, so that items are never compared
        if len(self._kept) < self._most:
            heapq.heappush(self._kept, entry)
        elif self._kept and entry > self._kept[0]:
            heapq.heapreplace(self._kept, entry)

    def items(self) -> tuple[T, ...]:
        """What is kept, the largest first."""
        return tuple(item for _, _, item in sorted(self._kept, reverse=True, key=lambda entry: entry[:2]))
