"""Cost against time: each family at its best place, with the Pareto front."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from engine.decision.choice import Decision
from engine.decision.context import Option
from engine.decision.costs import paid_share
from knowledge.schema.record import Record


class PlanPoint(Record):
    """One plan."""

    what: str
    """The instance type, or what stands for one."""
    count: int
    place: str
    usd: float
    """Under the advised purchase: of a month, or of a run."""
    time: float
    """99th percentile of an answer in ms, or hours of a run."""
    is_chosen: bool = False
    is_front: bool = False
    """True where no confirmed plan is at least as cheap and quick."""
    is_open: bool = False
    """True where the plan depends on a condition that the user has not confirmed."""


class CostAndTime(Record):
    """Plans by what they cost and how long they take, best first."""

    is_job: bool = False
    """Jobs: USD a run and hours. All else: USD a month and ms."""
    points: tuple[PlanPoint, ...] = ()
    most: float | None = None
    """The demanded time, in the unit of the points."""
    missing: Literal["", "no_plan", "no_time"] = ""
    """Why there are no points."""


def compute_cost_and_time(decision: Decision) -> CostAndTime:
    """One point for each instance family that meets all limits, at its best place."""
    work, best = decision.context.workload, decision.best
    if best is None:
        return CostAndTime(missing="no_plan")
    is_job = best.usd_per_run is not None and best.hours is not None
    points = [_plan_point(decision, option, is_job=is_job) for option in best_of_families(decision) if option.is_priced]
    known = [point for point in points if point is not None]
    return CostAndTime(
        is_job=is_job,
        points=tuple(_mark_front(known)),
        most=work.training_deadline_hours if is_job else work.latency_p99_ms,
        missing="" if known else "no_time",
    )


def best_of_families(decision: Decision) -> Iterator[Option]:
    """The best plan of each family, best first; a place without instances counts as one."""
    seen: set[str] = set()
    for option in decision.ranked_options:
        name = option.instance.family if option.instance is not None else option.place.id
        if name not in seen:
            seen.add(name)
            yield option


def _plan_point(decision: Decision, option: Option, *, is_job: bool) -> PlanPoint | None:
    """The plan as a point; None where its time is not known."""
    time = option.hours if is_job else option.latency_ms
    usd = option.usd_per_run if is_job else option.usd_per_month
    if time is None or usd is None:
        return None
    return PlanPoint(
        what=option.what,
        count=option.count,
        place=option.place.id,
        usd=usd * paid_share(decision.context, option),
        time=time,
        is_chosen=option is decision.best,
        is_open=bool(option.open_condition),
    )


def _mark_front(points: Sequence[PlanPoint]) -> Iterator[PlanPoint]:
    """The points, with the Pareto front of the confirmed ones marked."""
    least, front = math.inf, set()
    for point in sorted((one for one in points if not one.is_open), key=lambda one: (one.time, one.usd)):
        if point.usd < least:
            least = point.usd
            front.add((point.time, point.usd))
    for point in points:
        is_front = not point.is_open and (point.time, point.usd) in front
        yield msgspec.structs.replace(point, is_front=is_front)
