"""What is paid for a plan by its purchase: an hour, a month, a run, a million units; and what that follows from."""

from __future__ import annotations

import msgspec

from engine.decision.context import ONLINE, Context, Option, RequestCost
from engine.decision.costs.purchasing import hourly_share, is_booked
from knowledge.schema.instance import HOURS_A_MONTH


class ServiceDemand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The units that a service is asked for in a month."""

    stated_rate: float | None
    """Requests a second; None where nobody states them."""
    assumed_load: float
    """Share of the capacity that is taken to be asked for where no rate is stated."""
    capacity: float
    """Requests a second."""
    units_per_request: float
    hours_per_day: float

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.stated_rate or self.assumed_load * self.capacity

    @property
    def units(self) -> float:
        """Units a month."""
        return self.rate * self.units_per_request * HOURS_A_MONTH * 3600 * (self.hours_per_day / 24)


class PaidCost(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cost of an option by its purchase."""

    option: Option
    share: float
    """The price paid for a month or a run, as a share of the on-demand price."""
    hourly_share: float
    """The price paid for an hour, as a share of the on-demand price."""
    is_booked: bool
    """True for a capacity block: whole days are paid for, so that a run costs more than its hours."""
    demand: ServiceDemand | None
    """None for jobs."""
    items_per_run: float
    """0 where they are not known."""

    @property
    def booked_share(self) -> float:
        """The hours that are paid for, over those in use; 1 but for a capacity block."""
        return self.share / self.hourly_share if self.is_booked else 1.0

    @property
    def list_share(self) -> float:
        """The price paid for a month at places billed by the request, as a share of the list price."""
        cost = self.option.list_cost
        return self.share * (cost.price_share if isinstance(cost, RequestCost) else 1.0)

    @property
    def usd_per_hour(self) -> float:
        """USD an hour."""
        return self.option.usd_per_hour * self.hourly_share

    @property
    def usd_per_month(self) -> float:
        """USD a month."""
        return self.option.usd_per_month * self.share

    @property
    def usd_per_run(self) -> float | None:
        """USD a run; None without runs."""
        return self.option.usd_per_run * self.share if self.option.usd_per_run is not None else None

    @property
    def usd_per_million(self) -> float | None:
        """USD for a million units that are asked for; None where nobody knows how many those are."""
        if self.demand is not None:
            return self.usd_per_month / self.demand.units * 1e6 if self.demand.units else None
        return self.usd_per_run / self.items_per_run * 1e6 if self.usd_per_run is not None and self.items_per_run else None


def paid_cost(context: Context, option: Option, saving: float) -> PaidCost:
    """What is paid for an option whose purchase saves the share `saving` of the on-demand price."""
    work, needs = context.workload, context.needs
    demand = ServiceDemand(
        stated_rate=work.requests_per_second,
        assumed_load=context.thresholds["assumed_load"],
        capacity=option.capacity,
        units_per_request=needs.items_per_request,
        hours_per_day=work.hours_per_day or 24.0,
    )
    return PaidCost(
        option=option,
        share=1 - saving,
        hourly_share=hourly_share(context, option, 1 - saving),
        is_booked=is_booked(context, option),
        demand=demand if context.situation == ONLINE else None,
        items_per_run=work.items_per_run or needs.rows,
    )
