"""Where the money of the choice goes: answering, kept for the peak, to spare, hours without use; for a run its start and its work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.decision.choice import Decision
from engine.decision.context import MachineCost, Option, RequestCost, RunCost, TokenCharge
from engine.decision.costs import hours_per_day, paid_share
from engine.figures.axis import is_drawable
from engine.sizing.speed.run_time import StatedRun
from knowledge.schema.record import Record

ShareKey = Literal[
    "answering", "peak", "spare", "unused_hours", "up", "start", "work", "input_tokens", "output_tokens", "items", "time", "calls"
]
_SMALLEST: Final = 0.0005
"""Shares below this are rounding, and left out."""


class CostShare(Record):
    """One use of the money."""

    key: ShareKey
    usd: float
    """USD of the month or the run."""
    share: float
    """Of the whole, from 0 to 1."""


class CostShares(Record):
    """What one plan costs, divided by what it is spent on. Storage, data transfer and logs are in no price of a plan, nor here."""

    what: str = ""
    count: int = 1
    place: str = ""
    of: Literal["month", "run"] = "month"
    usd: float = 0.0
    shares: tuple[CostShare, ...] = ()
    missing: Literal["", "no_plan", "no_price"] = ""
    """Why there are no shares."""


def compute_cost_shares(decision: Decision) -> CostShares:
    """The shares of what is paid for the chosen plan, the largest part of the machines' time first; they sum to 1."""
    context, best = decision.context, decision.best
    if best is None:
        return CostShares(missing="no_plan")
    a_run = isinstance(best.list_cost, RunCost) and best.usd_per_run is not None
    usd = (best.usd_per_run if a_run and best.usd_per_run is not None else best.usd_per_month) * paid_share(context, best)
    if not best.is_priced or not is_drawable(usd):
        return CostShares(missing="no_price")
    parts = [(key, share) for key, share in _divide_cost(decision, best) if share > _SMALLEST]
    total = sum(share for _, share in parts) or 1.0
    shares = tuple(CostShare(key=key, usd=usd * share / total, share=share / total) for key, share in parts)
    return CostShares(what=best.what, count=best.count, place=best.place.id, of="run" if a_run else "month", usd=usd, shares=shares)


def _divide_cost(decision: Decision, option: Option) -> Iterator[tuple[ShareKey, float]]:
    cost = option.list_cost
    if isinstance(cost, RunCost):
        yield from _divide_run(option)
    elif isinstance(cost, RequestCost):
        yield from _divide_requests(cost)
    elif isinstance(cost, MachineCost):
        yield from _divide_machines(decision, option, cost)
    else:
        yield "up", 1.0


def _divide_run(option: Option) -> Iterator[tuple[ShareKey, float]]:
    """The start of the machines, and their work."""
    run = option.run_time
    start = 0.0 if run is None or isinstance(run, StatedRun) or not run.hours else min(run.start / run.hours, 1.0)
    yield "work", 1 - start
    yield "start", start


def _divide_requests(cost: RequestCost) -> Iterator[tuple[ShareKey, float]]:
    """Tokens in and out and items, or the time of a request and its call."""
    charge = cost.charge
    if isinstance(charge, TokenCharge):
        parts: tuple[tuple[ShareKey, float], ...] = (
            ("input_tokens", charge.input_tokens * (charge.usd_per_million_input_tokens or 0.0) / 1e6),
            ("output_tokens", charge.output_tokens * (charge.usd_per_million_output_tokens or 0.0) / 1e6),
            ("items", charge.usd_per_item or 0.0),
        )
    else:
        calls = charge.usd_per_million_requests / 1e6
        parts = (("time", charge.usd - calls), ("calls", calls))
    whole = charge.usd
    yield from ((key, usd / whole) for key, usd in parts if whole > 0)


def _divide_machines(decision: Decision, option: Option, cost: MachineCost) -> Iterator[tuple[ShareKey, float]]:
    """The hours of use by load: at its average, up to its peak, above it; and the hours that are billed beside those of use."""
    context = decision.context
    in_use = min(hours_per_day(context) / cost.hours.hours_per_day, 1.0) if cost.hours.hours_per_day else 1.0
    if option.capacity > 0:
        peak = min(context.peak / option.capacity, 1.0)
        average = min((context.workload.requests_per_second or context.peak) / option.capacity, peak)
        yield "answering", in_use * average
        yield "peak", in_use * (peak - average)
        yield "spare", in_use * (1 - peak)
    else:
        yield "up", in_use
    yield "unused_hours", 1 - in_use
