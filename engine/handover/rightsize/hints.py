"""Other things to do with a resource: another place for it, a machine without its accelerator, stopping it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import Hint
from engine.handover.rightsize.fit import Group, count_range, find_cheapest_group
from engine.handover.rightsize.reasons import find_unused_accelerator
from engine.handover.rightsize.risk import accepted_risk
from engine.handover.rightsize.settings import FULL_PERCENT
from engine.number_format import format_money, format_significant
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.place import PlaceLimit

_SECONDS_AN_HOUR: Final = 3600.0
_MB_A_GB: Final = 1024
_SERVERLESS, _ASYNC, _REALTIME = "sagemaker-serverless", "sagemaker-async", "sagemaker-realtime"


def idle_hints(case: Case) -> Iterator[Hint]:
    """What else there is for a resource that nobody uses."""
    if case.usage.kind != "endpoint":
        yield Hint(code="Stop", usd_per_month=0.0, text=case.say("hint_stop"))
        return
    yield Hint(code="Delete", usd_per_month=0.0, text=case.say("hint_delete"))
    if case.instance.accelerator is None and _can_move_to(case, _SERVERLESS):
        yield Hint(code="Serverless", place=_SERVERLESS, usd_per_month=0.0, text=case.say("hint_serverless_idle"))
    if _can_move_to(case, _ASYNC):
        yield Hint(code="Async", place=_ASYNC, usd_per_month=0.0, text=case.say("hint_async"))


def active_hints(case: Case, cost: float | None) -> Iterator[Hint]:
    """What else there is for a resource in use that costs `cost` USD a month after what was proposed; None is not known."""
    usage, thresholds = case.usage, case.thresholds
    if usage.kind == "endpoint":
        yield from _serverless_hints(case, cost)
        if usage.environment == "production" and usage.count < thresholds["production_instances"]:
            yield Hint(code="SingleInstance", text=case.say("hint_single"))
    if not case.settings.any_accelerator:  # else a machine without accelerator is the better fit itself
        yield from _accelerator_hints(case)
    cpu = usage.uses.get("cpu")
    if usage.kind == "notebook" and cpu is not None and cpu.p95 is not None and cpu.p95 <= thresholds["idle_cpu"]:
        yield Hint(code="StopWhenUnused", text=case.say("hint_stop_hours", value=format_significant(cpu.p95)))
    if usage.disk_percent is not None and usage.disk_percent >= thresholds["disk_full"]:
        yield Hint(code="DiskNearlyFull", text=case.say("hint_disk", value=format_significant(usage.disk_percent)))


def find_group_without_accelerator(case: Case) -> Group | None:
    """The cheapest machines without an accelerator that do the rest at an accepted risk."""
    candidates = case.context.market.list_candidates(case.site, case.instance, without_accelerator=True)
    return find_cheapest_group(candidates, case.peaks, case.use_limits, count_range(case), accepted_risk(case))


def _accelerator_hints(case: Case) -> Iterator[Hint]:
    group = find_group_without_accelerator(case) if find_unused_accelerator(case) is not None else None
    if group is not None:
        name, cost = case.type_name(group.candidate.instance), group.usd_per_hour * case.hours_per_month
        text = case.say("hint_no_device", better=f"{group.machines} × {name}", cost=format_money(cost))
        yield Hint(code="WithoutAccelerator", instance_type=name, usd_per_month=cost, text=text)


def _serverless_hints(case: Case, cost: float | None) -> Iterator[Hint]:
    """A serverless endpoint, if the load is small enough for it to cost clearly less."""
    estimate = _estimate_serverless(case) if cost is not None and _can_move_to(case, _SERVERLESS) else None
    if estimate is None or cost is None or estimate.usd_per_month > cost * case.thresholds["serverless_share"]:
        return
    load = {"rate": estimate.requests_per_day, "latency": estimate.latency_ms, "memory": estimate.memory_gb}
    words = {name: format_significant(value) for name, value in load.items()}
    text = case.say("hint_serverless", cost=format_money(estimate.usd_per_month), **words)
    yield Hint(code="Serverless", place=_SERVERLESS, usd_per_month=estimate.usd_per_month, text=text)


class _ServerlessEstimate(NamedTuple):
    usd_per_month: float
    memory_gb: float
    latency_ms: float
    requests_per_day: float


def _estimate_serverless(case: Case) -> _ServerlessEstimate | None:
    """What a serverless endpoint would take; None where too little is known or a limit of the place is broken."""
    usage, lens, place = case.usage, case.settings.lens, case.context.knowledge.places[_SERVERLESS]
    rate, latency, memory = usage.requests_per_second, usage.latency_ms, case.peaks.get("memory")
    if case.instance.accelerator is not None and find_unused_accelerator(case) is None:
        return None
    if rate is None or rate.average is None or latency is None or latency.average is None or memory is None:
        return None
    limits: dict[PlaceLimit, float] = {name: fact.value_for(lens) for name, fact in place.limits.items()}
    step = limits["memory_mb_step"]
    used_mb = memory.value / FULL_PERCENT * case.instance.memory_gib * _MB_A_GB / (case.use_limits.proposed["memory"] / FULL_PERCENT)
    size_mb = max(limits["memory_mb_min"], math.ceil(used_mb / step) * step)
    slowest = latency.max or latency.p99_5 or latency.p99 or latency.average
    busiest = usage.concurrency or (rate.max or rate.average) * latency.average / 1e3
    if size_mb > limits["memory_mb_max"] or slowest / 1e3 > limits["processing_seconds"] or busiest > limits["concurrency"]:
        return None
    requests = rate.average * _SECONDS_AN_HOUR * HOURS_A_MONTH
    usd_per_gb_second = case.settings.policy.price_share(place) * place.billing.rates["usd_per_gb_second"].value_for(lens)
    month = requests * latency.average / 1e3 * size_mb / _MB_A_GB * usd_per_gb_second
    return _ServerlessEstimate(month, size_mb / _MB_A_GB, latency.average, rate.average * 24 * _SECONDS_AN_HOUR)


def _can_move_to(case: Case, place: str) -> bool:
    """True if the policy lets a real-time endpoint become one of another kind."""
    approved = case.settings.policy.approved_places
    return case.usage.place == _REALTIME and (not approved or place in approved)
