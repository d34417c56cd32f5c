"""Other things to do with a resource: another place for it, a machine without its accelerator, stopping it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine.decision.wording import money
from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import Hint
from engine.handover.rightsize.fit import Group, cheapest
from engine.handover.rightsize.reasons import unused
from engine.handover.rightsize.risk import safe_for
from engine.handover.rightsize.settings import WHOLE
from engine.handover.rightsize.words import name_at
from engine.words import significant
from knowledge.schema.instance import HOURS_A_MONTH
from knowledge.schema.place import Place, PlaceLimit

_SECONDS: Final = 3600.0
_SERVERLESS, _ASYNC, _REALTIME = "sagemaker-serverless", "sagemaker-async", "sagemaker-realtime"


def hints_when_idle(case: Case) -> Iterator[Hint]:
    """What else there is for a resource that nobody uses."""
    words = case.desk.words
    if case.usage.kind != "endpoint":
        yield Hint(code="Stop", usd_per_month=0.0, text=words("hint_stop"))
        return
    yield Hint(code="Delete", usd_per_month=0.0, text=words("hint_delete"))
    if case.instance.accelerator is None and _may_go_to(case, _SERVERLESS):
        yield Hint(code="Serverless", place=_SERVERLESS, usd_per_month=0.0, text=words("hint_serverless_idle"))
    if _may_go_to(case, _ASYNC):
        yield Hint(code="Async", place=_ASYNC, usd_per_month=0.0, text=words("hint_async"))


def hints_when_used(case: Case, cost: float | None) -> Iterator[Hint]:
    """What else there is for a resource that does something and costs `cost` a month after what was proposed, USD."""
    if case.usage.kind == "endpoint":
        yield from _serverless(case, cost)
        if case.usage.environment == "production" and case.usage.count < case.desk.thresholds["production_instances"]:
            yield Hint(code="SingleInstance", text=case.desk.words("hint_single"))
    yield from _without_device(case)
    yield from _seldom(case)
    disk, full = case.usage.disk_percent, case.desk.thresholds["disk_full"]
    if disk is not None and disk >= full:
        yield Hint(code="DiskNearlyFull", text=case.desk.words("hint_disk", value=significant(disk)))


def _seldom(case: Case) -> Iterator[Hint]:
    """A notebook that hardly anybody works on."""
    cpu = case.usage.uses.get("cpu")
    if case.usage.kind == "notebook" and cpu is not None and cpu.p95 is not None and cpu.p95 <= case.desk.thresholds["idle_cpu"]:
        yield Hint(code="StopWhenUnused", text=case.desk.words("hint_stop_hours", value=significant(cpu.p95)))


def _without_device(case: Case) -> Iterator[Hint]:
    if case.desk.settings.any_accelerator or unused(case) is None:
        return  # where it may go, a machine without it is the better fit itself
    group = without_device(case)
    if group is None:
        return
    name, cost = name_at(case.place, group.stand.instance), group.usd_per_hour * case.hours_per_month
    text = case.desk.words("hint_no_device", better=f"{group.machines} × {name}", cost=money(cost))
    yield Hint(code="WithoutAccelerator", instance_type=name, usd_per_month=cost, text=text)


def without_device(case: Case) -> Group | None:
    """The cheapest machines without an accelerator that do the rest at a risk that is taken."""
    stands = case.desk.market.stands_for(case.site, case.instance, without_devices=True)
    return cheapest(stands, case.need, case.rooms, case.counts, safe_for(case))


def _serverless(case: Case, cost: float | None) -> Iterator[Hint]:
    """A serverless endpoint, where the load is small enough for it to cost clearly less."""
    place = case.desk.knowledge.places[_SERVERLESS]
    price = _serverless_price(case, place)
    if price is None or cost is None or not _may_go_to(case, _SERVERLESS):
        return
    month, memory, latency, a_day = price
    if month > cost * case.desk.thresholds["serverless_share"]:
        return
    text = case.desk.words(
        "hint_serverless", cost=money(month), rate=significant(a_day), latency=significant(latency), memory=significant(memory)
    )
    yield Hint(code="Serverless", place=_SERVERLESS, usd_per_month=month, text=text)


def _serverless_price(case: Case, place: Place) -> tuple[float, float, float, float] | None:
    """USD a month, GB, ms a request and requests a day; None where too little is known or a limit of the place is broken."""
    usage, lens = case.usage, case.desk.settings.lens
    rate, latency, memory = usage.requests_per_second, usage.latency_ms, case.need.get("memory")
    used = case.instance.accelerator is not None and unused(case) is None
    if rate is None or rate.average is None or latency is None or latency.average is None or memory is None or used:
        return None
    limits: dict[PlaceLimit, float] = {name: fact.under(lens) for name, fact in place.limits.items()}
    step = limits["memory_mb_step"]
    held_mb = memory.value / WHOLE * case.instance.memory_gib * 1024 / (case.rooms.room["memory"] / WHOLE)
    size_mb = max(limits["memory_mb_min"], math.ceil(held_mb / step) * step)
    slowest = latency.max or latency.p99_5 or latency.p99 or latency.average
    busiest = usage.concurrency or (rate.max or rate.average) * latency.average / 1e3
    if size_mb > limits["memory_mb_max"] or slowest / 1e3 > limits["processing_seconds"] or busiest > limits["concurrency"]:
        return None
    requests = rate.average * _SECONDS * HOURS_A_MONTH
    paid = case.desk.settings.policy.share(place) * place.billing.rates["usd_per_gb_second"].under(lens)
    return requests * latency.average / 1e3 * size_mb / 1024 * paid, size_mb / 1024, latency.average, rate.average * 24 * _SECONDS


def _may_go_to(case: Case, place: str) -> bool:
    """Whether a real-time endpoint may become one of another kind by the policy."""
    approved = case.desk.settings.policy.approved_places
    return case.usage.place == _REALTIME and (not approved or place in approved)
