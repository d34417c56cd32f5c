"""What follows from how long something is to run, and from when on: machines booked for days, a commitment for years."""

from __future__ import annotations

from typing import Final

from engine.intake.denial import is_denied
from engine.intake.message import Message
from engine.workload import Origin, Value, Workload
from knowledge import Knowledge

_DAYS_A_YEAR: Final = 365
_SHORTEST_TERM: Final = 1
"""Years of the shortest commitment."""
_OBSERVED: Final = (
    *("current_gpu_utilization_percent", "current_cpu_utilization_percent", "current_latency_ms", "current_run_hours"),
    *("current_usd_per_month", "current_usd_per_run"),
)
"""Facts that only machines at work have."""
_OF_ANSWERS: Final = ("requests_per_second", "peak_requests_per_second", "latency_p99_ms", "concurrency", "time_to_first_token_ms")


def with_machines_to_come(work: Workload, message: Message, knowledge: Knowledge) -> Workload:
    """Machines of a work that begins on a day to come are those it is to have, not those of today."""
    if not _is_for_days(work) or not _begins_later(work, message) or any(getattr(work, fact) is not None for fact in _OBSERVED):
        return work
    if work.current_instance is not None and work.current_fleet is None:
        work = _with_wanted_machines(work, work.current_instance)
    if work.stage is None and work.require and not any(getattr(work, fact) is not None for fact in _OF_ANSWERS):
        work = _derive(work, "stage", "training", "machines for some days")
    return _without_required(work, knowledge)


def with_booking(work: Workload, message: Message) -> Workload:
    """Who needs machines on certain days for sure books them ahead."""
    named = (*(work.require or ()), *(work.exclude or ()))
    if not message.cues["books_ahead"] or not _is_for_days(work) or work.prefer or "capacity-block" in named:
        return work
    return _derive(work, "prefer", ("capacity-block",), f'"{_first(message, "books_ahead")}"')


def with_commitment(work: Workload, message: Message) -> Workload:
    """Who asks how to pay for what runs steadily and for long is ready to commit for a year; days tell how long it lasts."""
    ends = any(not is_denied(message, message.span(found)[0]) for found in message.cues["ends_soon"])
    is_known = work.commitment_years is not None or work.run_days is not None
    if is_known or work.interruptible or ends or not message.cues["steady_for_long"]:
        return work
    is_on_demand = work.current_purchase == "on-demand" and not work.is_assumed("current_purchase")
    if not (message.cues["about_paying"] or message.cues["asks_purchase"] or is_on_demand):
        return work
    return _derive(work, "commitment_years", _SHORTEST_TERM, f'"{_first(message, "steady_for_long")}", and how to pay is asked')


def _is_for_days(work: Workload) -> bool:
    return work.run_days is not None and work.run_days < _DAYS_A_YEAR


def _begins_later(work: Workload, message: Message) -> bool:
    return work.start_in_days is not None or bool(message.cues["books_ahead"] or message.cues["begins_on"])


def _with_wanted_machines(work: Workload, instance_type: str) -> Workload:
    origin, count = work.origins["current_instance"], work.current_count
    wanted = work.with_fact("require", (*(work.require or ()), instance_type), origin).without_fact("current_instance")
    if count is None:
        return wanted
    return wanted.with_fact("instances_wanted", count, work.origins["current_count"]).without_fact("current_count")


def _without_required(work: Workload, knowledge: Knowledge) -> Workload:
    """What has to be taken is not ruled out: "eight P5 for a week, afterwards no GPUs"."""
    kinds = {_processor(name, knowledge) for name in work.require or ()}
    rest = tuple(name for name in work.exclude or () if name not in kinds)
    if not work.exclude or len(rest) == len(work.exclude):
        return work
    return work.with_fact("exclude", rest, work.origins["exclude"]) if rest else work.without_fact("exclude")


def _processor(name: str, knowledge: Knowledge) -> str | None:
    """The kind of processor of a family or an instance type; None for other names."""
    family = knowledge.families.get(name.split(".", maxsplit=1)[0])
    return family.processor if family is not None else None


def _first(message: Message, cue: str) -> str:
    return message.quote(message.cues[cue][0])


def _derive(work: Workload, fact: str, value: Value, because: str) -> Workload:
    return work.with_fact(fact, value, Origin(kind="derived", because=because))
