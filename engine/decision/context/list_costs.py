"""What an option costs at the list price, and what that follows from: machines by the hour, runs, requests."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from knowledge.schema.instance import HOURS_A_MONTH


class BilledHours(NamedTuple):
    """The hours in which machines are billed; `billed_hours` makes it."""

    hours_per_day: float
    scaled_up_share: float
    """Share of those hours in which machines are up that scale to zero."""
    a_month: float
    """Hours a month."""


def billed_hours(hours_per_day: float, scaled_up_share: float = 1.0) -> BilledHours:
    """The hours of machines that are up in a share of the hours of each day."""
    return BilledHours(hours_per_day, scaled_up_share, HOURS_A_MONTH * (hours_per_day / 24) * scaled_up_share)


class MachineCost(msgspec.Struct, frozen=True, gc=False):
    """Machines that are billed by the hour, whatever they do; `machine_cost` makes it."""

    usd_per_machine_hour: float
    machines: int
    hours: BilledHours
    stated_usd_per_month: float | None
    """The bill of today, where it is stated."""
    usd_per_hour: float
    usd_per_month: float


def machine_cost(usd_per_machine_hour: float, machines: int, hours: BilledHours, stated_usd_per_month: float | None = None) -> MachineCost:
    """The cost of so many machines for so many hours; a bill that is stated goes before the price of a month."""
    usd_per_hour = usd_per_machine_hour * machines
    usd_per_month = stated_usd_per_month or usd_per_hour * hours.a_month
    return MachineCost(usd_per_machine_hour, machines, hours, stated_usd_per_month, usd_per_hour, usd_per_month)


class RunCost(msgspec.Struct, frozen=True, gc=False):
    """Machines that are billed for as long as a run takes; `run_cost` and `cost_of_todays_runs` make it."""

    usd_per_machine_hour: float
    machines: int
    hours_per_run: float
    runs_per_month: float
    usd_per_hour: float
    usd_per_run: float
    usd_per_month: float
    stated_usd_per_run: float | None = None
    """What a run costs today, where it is stated."""
    fills_the_month: bool = False
    """True if the runs cost as much as all hours of a month, which is the most that is billed."""


def run_cost(usd_per_machine_hour: float, machines: int, hours_per_run: float, runs_per_month: float) -> RunCost:
    """The cost of so many machines for all runs of a month."""
    usd_per_hour = usd_per_machine_hour * machines
    usd_per_run = usd_per_hour * hours_per_run
    usd_per_month = usd_per_run * runs_per_month
    return RunCost(usd_per_machine_hour, machines, hours_per_run, runs_per_month, usd_per_hour, usd_per_run, usd_per_month)


def cost_of_todays_runs(
    usd_per_machine_hour: float, machines: int, hours_per_run: float, runs_per_month: float, stated_usd_per_run: float | None
) -> RunCost:
    """The cost of runs on today's machines, billed for no more than a month has hours; a stated price goes before that of the hours."""
    cost = run_cost(usd_per_machine_hour, machines, hours_per_run, runs_per_month)
    usd_per_run, whole_month = stated_usd_per_run or cost.usd_per_run, cost.usd_per_hour * HOURS_A_MONTH
    fills_the_month = usd_per_run * runs_per_month > whole_month
    return msgspec.structs.replace(
        cost,
        stated_usd_per_run=stated_usd_per_run,
        fills_the_month=fills_the_month,
        usd_per_run=usd_per_run,
        usd_per_month=whole_month if fills_the_month else usd_per_run * runs_per_month,
    )


class RequestsByRate(NamedTuple):
    """The requests of a service."""

    per_second: float
    hours_per_day: float

    @property
    def a_month(self) -> float:
        """Requests a month."""
        return self.per_second * 3600 * HOURS_A_MONTH * (self.hours_per_day / 24)


class RequestsByRun(NamedTuple):
    """The requests of a job, one for each item."""

    items_per_run: float
    runs_per_month: float

    @property
    def a_month(self) -> float:
        """Requests a month."""
        return self.items_per_run * self.runs_per_month


class TokenCharge(NamedTuple):
    """What one request costs at a model that somebody else runs: its tokens, the item that it is billed as, or both."""

    input_tokens: float
    output_tokens: float
    usd_per_million_input_tokens: float | None
    """None where no tokens are billed."""
    usd_per_million_output_tokens: float | None
    """None too for models that return no tokens."""
    usd_per_item: float | None = None
    """Of an image or a query; None where only tokens are billed."""

    @property
    def usd(self) -> float:
        """USD of one request."""
        tokens_in = self.input_tokens * (self.usd_per_million_input_tokens or 0.0)
        tokens_out = self.output_tokens * (self.usd_per_million_output_tokens or 0.0)
        return (self.usd_per_item or 0.0) + (tokens_in + tokens_out) / 1e6


class DurationCharge(NamedTuple):
    """What the time of one request costs, and the call."""

    milliseconds: float
    memory_mb: int
    usd_per_gb_second: float
    usd_per_million_requests: float

    @property
    def seconds(self) -> float:
        """Seconds that are billed."""
        return self.milliseconds / 1e3

    @property
    def memory_gib(self) -> float:
        """GiB that are billed."""
        return self.memory_mb / 1024

    @property
    def usd(self) -> float:
        """USD of one request."""
        return self.seconds * self.memory_gib * self.usd_per_gb_second + self.usd_per_million_requests / 1e6


class RequestCost(msgspec.Struct, frozen=True, gc=False):
    """A place that is billed by the request."""

    requests: RequestsByRate | RequestsByRun
    charge: TokenCharge | DurationCharge
    price_share: float
    """The price paid by the person's own terms, as a share of the list price."""

    @property
    def usd_per_month(self) -> float:
        """USD a month."""
        return self.requests.a_month * self.charge.usd * self.price_share

    @property
    def usd_per_run(self) -> float | None:
        """USD a run; None for a service."""
        if isinstance(self.requests, RequestsByRate):
            return None
        return self.requests.items_per_run * self.charge.usd * self.price_share

    @property
    def usd_per_hour(self) -> float:
        """USD an hour, on the average of a month."""
        return self.usd_per_month / HOURS_A_MONTH


ListCost = MachineCost | RunCost | RequestCost
