"""A day of the choice hour by hour: load, machines that are up, and what they cost."""

from __future__ import annotations

from typing import Final, Literal

from engine.decision.choice import Decision
from engine.decision.context import MachineCost, RequestCost, RequestsByRate
from engine.decision.costs import hours_per_day, paid_share
from knowledge.schema.record import Record

HOURS: Final = 24


class DayHour(Record):
    """One hour of the day, or the part of it in which the workload runs."""

    average: float
    """Requests a second, on the average of the hour."""
    peak: float
    """Requests a second that must be carried in it; 0 in an hour without use."""
    instances: float | None
    """Machines that are billed, on the average of the hour; None where the place is billed by the request."""
    usd: float
    """Paid for the hour."""


class Day(Record):
    """A day that repeats itself: every day of the month has the same load, as the price of a month assumes."""

    what: str = ""
    count: int = 1
    place: str = ""
    hours: tuple[DayHour, ...] = ()
    """From the first hour of use on: which hours of the clock those are is not known."""
    hours_of_use: float = float(HOURS)
    is_told: bool = False
    """True if the hours of use were stated, not assumed."""
    missing: Literal["", "no_plan", "no_price", "no_day"] = ""
    """Why there are no hours: `no_day` for work that comes in runs."""

    @property
    def usd(self) -> float:
        """Paid for the day."""
        return sum(hour.usd for hour in self.hours)


def compute_day(decision: Decision) -> Day:
    """The 24 hours of a day, those of use first. Their cost sums to the price of a month over the days of a month."""
    context, best = decision.context, decision.best
    if best is None:
        return Day(missing="no_plan")
    if not best.is_priced:
        return Day(missing="no_price")
    cost, paid = best.list_cost, paid_share(context, best)
    of_use = min(hours_per_day(context), float(HOURS))
    average, peak = context.workload.requests_per_second or context.peak, context.peak
    hours: list[DayHour] = []
    for at in range(HOURS):
        used = min(max(of_use - at, 0.0), 1.0)
        if isinstance(cost, MachineCost):
            up = min(max(cost.hours.hours_per_day - at, 0.0), 1.0) * cost.hours.scaled_up_share
            hourly = cost.usd_per_month / cost.hours.a_month if cost.hours.a_month else 0.0
            instances, usd = up * cost.machines, up * hourly * paid
        elif isinstance(cost, RequestCost) and isinstance(cost.requests, RequestsByRate):
            instances, usd = None, used * cost.requests.per_second * 3600 * cost.charge.usd * cost.price_share * paid
        else:
            return Day(missing="no_day")
        hours.append(DayHour(average=used * average, peak=peak if used else 0.0, instances=instances, usd=usd))
    return Day(
        what=best.what,
        count=best.count,
        place=best.place.id,
        hours=tuple(hours),
        hours_of_use=of_use,
        is_told=context.workload.hours_per_day is not None and not context.workload.is_assumed("hours_per_day"),
    )
