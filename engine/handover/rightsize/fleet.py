"""A whole fleet: resource after resource, and the tally of all of them. Nothing grows with the fleet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.handover.rightsize.case import Desk
from engine.handover.rightsize.finding import FOUND, Failed, Found, Rightsized, Saving, Summary
from engine.handover.rightsize.judge import judged
from engine.handover.rightsize.largest import Largest
from engine.handover.rightsize.rows import Row
from engine.handover.rightsize.usage import Usage
from knowledge.errors import InputError


def read_rows(rows: Iterable[tuple[int, Row | InputError]], read: Callable[[Row], Usage], source: str) -> Iterator[Usage | Failed]:
    """Each numbered row of a file as a resource, or as what is wrong with it."""
    for number, row in rows:
        try:
            if isinstance(row, InputError):
                raise row
            yield read(row)
        except InputError as error:
            name = row.get("resource") if not isinstance(row, InputError) else None
            yield Failed(source=source, row=number, resource=name if isinstance(name, str) else None, error=str(error))


def judged_rows(usages: Iterable[Usage | Failed], desk: Desk) -> Iterator[Rightsized | Failed]:
    """The finding of each resource, in order, as soon as it is read."""
    for usage in usages:
        yield judged(usage, desk) if isinstance(usage, Usage) else usage


class Tally:
    """Counts and sums over a fleet, and its best savings."""

    def __init__(self, best: int) -> None:
        """Keep the `best` largest savings."""
        self._best = Largest[Saving](best)
        self._counts: dict[Found, int] = dict.fromkeys(FOUND, 0)
        self._savings: dict[Found, float] = dict.fromkeys(FOUND, 0.0)
        self._cost = self._extra = 0.0
        self.failed = self.unpriced = self._estimated = 0

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
            self.unpriced += 1
            return
        self._cost += one.usd_per_month
        self._estimated += one.price == "estimated"
        saving = one.saving_usd_per_month or 0.0
        if saving > 0:
            self._savings[one.finding] += saving
            self._best.add(saving, _saving(one, saving))
        else:
            self._extra -= saving

    def summary(self) -> Summary:
        """All of it so far."""
        saved = sum(self._savings.values())
        return Summary(
            resources=self.resources,
            failed=self.failed,
            findings=dict(self._counts),
            usd_per_month=self._cost,
            saving_usd_per_month=saved,
            saving=saved / self._cost if self._cost else None,
            savings={found: value for found, value in self._savings.items() if value},
            extra_usd_per_month=self._extra,
            without_price=self.unpriced,
            estimated_prices=self._estimated,
            best=self._best.items(),
        )


def _saving(one: Rightsized, saving: float) -> Saving:
    better = one.better
    return Saving(
        resource=one.resource,
        finding=one.finding,
        now=f"{one.count} × {one.instance_type}",
        better=f"{better.count} × {better.instance_type}" if better is not None else None,
        saving_usd_per_month=saving,
        risk=one.risk.level if one.risk is not None else None,
    )
