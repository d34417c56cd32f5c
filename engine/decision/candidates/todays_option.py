"""The plan of today among the options, whatever the estimates make of it: it runs, and nobody says that it falls short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.decision.candidates.endpoints import minimum_instances
from engine.decision.candidates.place_offers import Candidates
from engine.decision.context import (
    ONLINE,
    Context,
    MachineCost,
    MachinesOfToday,
    Option,
    RequestCost,
    cost_of_todays_runs,
    falls_short_today,
    hours_of_today,
    machine_cost,
    machines_of_today,
)
from engine.sizing.speed.run_time import StatedRun
from engine.workload import Workload

_LOADS: Final = ("requests_per_second", "peak_requests_per_second", "concurrency")


def with_todays_option(context: Context, candidates: Candidates, options: Sequence[Option]) -> list[Option]:
    """The options, with as many machines as there are today of their type at their place, where no stated limit is broken by them."""
    today = _todays_option(context, candidates, options)
    return list(options) if today is None or today in options else [*options, today]


def _todays_option(context: Context, candidates: Candidates, options: Sequence[Option]) -> Option | None:
    work = context.workload
    fleet = machines_of_today(work, context.knowledge)
    if len(fleet) != 1 or falls_short_today(work, context.knowledge):
        return None
    alike = (option for option in _alternatives(context, candidates, options) if _is_of_today(context, option, fleet[0]))
    option = next(alike, None)
    if option is None or context.status_of(fleet[0].instance) == "retired":
        return None
    return _as_today(context, option, fleet[0].quantity)


def _is_of_today(context: Context, option: Option, machines: MachinesOfToday) -> bool:
    """Whether an option stands on today's type at today's place."""
    return option.instance is machines.instance and context.workload.current_place in (None, option.place.id)


def _alternatives(context: Context, candidates: Candidates, options: Sequence[Option]) -> Iterator[Option]:
    """Options that keep every limit, then those that break one which rests on an assumption alone."""
    yield from options
    for option, failure in candidates.near_misses:
        fact = context.knowledge.limits[failure.limit].fact
        if fact and context.workload.is_assumed(fact):
            yield option


def _as_today(context: Context, option: Option, count: int) -> Option | None:
    """An option with as many machines as today; None where a stated load needs more, or how long a job takes on them is not known."""
    work = context.workload
    if context.situation != ONLINE:
        return _job_as_today(context, option, count)
    is_carried = _is_busy_share_known(work) or all(work.is_assumed(fact) for fact in _LOADS)
    if count < (minimum_instances(context, option.place) if is_carried else option.count) or not isinstance(option.list_cost, MachineCost):
        return None
    share = count / option.count
    cost = machine_cost(option.list_cost.usd_per_machine_hour, count, option.list_cost.hours, work.current_usd_per_month)
    return replace(
        option,
        count=count,
        capacity=option.capacity * share,
        utilization=min(option.utilization / share, 1.0) if option.utilization is not None else None,
        usd_per_hour=cost.usd_per_hour,
        usd_per_month=cost.usd_per_month,
        list_cost=cost,
    )


def _is_busy_share_known(work: Workload) -> bool:
    """Whether monitoring shows how busy they are, so that the load is the one of today."""
    return work.current_gpu_utilization_percent is not None or work.current_cpu_utilization_percent is not None


def _job_as_today(context: Context, option: Option, count: int) -> Option | None:
    work, hours = context.workload, hours_of_today(context.workload, context.knowledge)
    if hours is None or option.list_cost is None or isinstance(option.list_cost, RequestCost):
        return option if option.count == count else None
    price, runs = option.list_cost.usd_per_machine_hour, work.runs_per_month or 1.0
    cost = cost_of_todays_runs(price, count, hours, runs, work.current_usd_per_run)
    return replace(
        option,
        count=count,
        hours=hours,
        run_time=StatedRun(hours=hours),
        usd_per_hour=cost.usd_per_hour,
        usd_per_run=cost.usd_per_run,
        usd_per_month=cost.usd_per_month,
        list_cost=cost,
    )
