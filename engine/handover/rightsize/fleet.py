"""A whole fleet: resource after resource, and the tally of all of them. Nothing grows with the fleet."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from engine.handover.rightsize.case import FleetContext
from engine.handover.rightsize.finding import FINDINGS, Failed, Finding, Rightsized, Saving, Summary
from engine.handover.rightsize.judge import judge_resource
from engine.handover.rightsize.usage import Usage

T = TypeVar("T")


def judge_resources(usages: Iterable[Usage | Failed], context: FleetContext) -> Iterator[Rightsized | Failed]:
    """The finding of each resource, in order, as soon as it is read."""
    for usage in usages:
        yield judge_resource(usage, context) if isinstance(usage, Usage) else usage


class Largest(Generic[T]):
    """The few items with the largest figures, without holding the others; of those with the same figure, the first."""

    def __init__(self, limit: int) -> None:
        """Keep at most `limit` of them."""
        self._limit = limit
        self._heap: list[tuple[float, int, T]] = []
        self._added = 0

    def add(self, figure: float, item: T) -> None:
        """Keep an item while its figure is among the largest."""
        self._added += 1
        entry = figure, -self._added, item  # numbers differ, so that items are never compared
        if len(self._heap) < self._limit:
            heapq.heappush(self._heap, entry)
        elif self._heap and entry > self._heap[0]:
            heapq.heapreplace(self._heap, entry)

    def items(self) -> tuple[T, ...]:
        """The items kept, the largest first."""
        return tuple(item for _, _, item in sorted(self._heap, reverse=True, key=lambda entry: entry[:2]))


class Tally:
    """Counts and sums over a fleet, and its best savings."""

    def __init__(self, limit: int) -> None:
        """Keep the `limit` largest savings."""
        self._best = Largest[Saving](limit)
        self._counts: dict[Finding, int] = dict.fromkeys(FINDINGS, 0)
        self._savings: dict[Finding, float] = dict.fromkeys(FINDINGS, 0.0)
        self._cost = self._extra = 0.0
        self.failed = self._without_price = self._estimated = 0

    @property
    def resources(self) -> int:
        """Resources that were judged so far."""
        return sum(self._counts.values())

    def add(self, one: Rightsized | Failed) -> None:
        """Count one result."""
        if isinstance(one, Failed):
            self.failed += 1
            return
        self._counts[one.finding] += 1
        if one.usd_per_month is None:
            self._without_price += 1
            return
        self._cost += one.usd_per_month
        self._estimated += one.price == "estimated"
        saving = one.saving_usd_per_month or 0.0
        if saving > 0:
            self._savings[one.finding] += saving
            self._best.add(saving, _summarize_saving(one, saving))
        else:
            self._extra -= saving

    def summarize(self) -> Summary:
        """All of it so far."""
        saved = sum(self._savings.values())
        return Summary(
            resources=self.resources,
            failed=self.failed,
            findings=dict(self._counts),
            usd_per_month=self._cost,
            saving_usd_per_month=saved,
            saving=saved / self._cost if self._cost else None,
            savings={finding: value for finding, value in self._savings.items() if value},
            extra_usd_per_month=self._extra,
            without_price=self._without_price,
            estimated_prices=self._estimated,
            best=self._best.items(),
        )


def _summarize_saving(one: Rightsized, saving: float) -> Saving:
    better = one.better
    return Saving(
        resource=one.resource,
        finding=one.finding,
        now=f"{one.count} × {one.instance_type}",
        better=f"{better.count} × {better.instance_type}" if better is not None else None,
        saving_usd_per_month=saving,
        risk=one.risk.level if one.risk is not None else None,
    )
