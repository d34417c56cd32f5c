"""Why a resource is found to be what it is: codes, each with the figure and the threshold behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import Reason, ReasonCode
from engine.handover.rightsize.fit import Group, shrunk
from engine.handover.rightsize.need import Peak, most_of
from engine.handover.rightsize.settings import WHOLE
from engine.handover.rightsize.usage import DIMENSIONS, Dimension, Statistics
from engine.handover.rightsize.words import group_at
from engine.words import significant

_OVER: Final[dict[Dimension, ReasonCode]] = {
    "cpu": "CPUOverprovisioned",
    "memory": "MemoryOverprovisioned",
    "gpu": "GPUOverprovisioned",
    "gpu_memory": "GPUMemoryOverprovisioned",
}
_UNDER: Final[dict[Dimension, ReasonCode]] = {
    "cpu": "CPUUnderprovisioned",
    "memory": "MemoryUnderprovisioned",
    "gpu": "GPUUnderprovisioned",
    "gpu_memory": "GPUMemoryUnderprovisioned",
}
_OF_DEVICES: Final[tuple[Dimension, Dimension]] = ("gpu", "gpu_memory")
_SECONDS_A_DAY: Final = 86_400.0


def too_little_data(case: Case) -> Reason | None:
    """Too few hours, or no peak of anything; None where there is enough to judge by."""
    words, hours = case.desk.words, case.usage.hours
    least = case.desk.thresholds.hours_least(case.usage.kind)
    if hours is not None and hours < least:
        text = words("too_few_hours", value=significant(hours), limit=significant(least))
        return Reason(code="TooFewHours", metric="hours", value=hours, threshold=least, text=text)
    if not case.need and not is_idle(case):
        return Reason(code="NoPeaks", metric="peaks", text=words("no_peaks"))
    return None


def is_idle(case: Case) -> bool:
    """Whether nothing at all is done with it."""
    return next(idleness(case), None) is not None


def idleness(case: Case) -> Iterator[Reason]:
    """The reasons for which a resource counts as idle; none where it does something. A job is never idle: it ran."""
    if case.is_job:
        return
    rate = case.usage.requests_per_second
    if case.usage.kind == "endpoint" and rate is not None and rate.average is not None:
        yield from _unasked(case, rate.average * _SECONDS_A_DAY)
    else:
        yield from _still(case)


def _unasked(case: Case, a_day: float) -> Iterator[Reason]:
    limit = case.desk.thresholds["idle_requests_per_day"]
    if a_day < limit:
        text = case.desk.words("no_requests", value=significant(a_day), hours=significant(case.usage.hours or 0), limit=significant(limit))
        yield Reason(code="NoRequests", metric="requests", statistic="average", value=a_day, threshold=limit, text=text)


def _still(case: Case) -> Iterator[Reason]:
    """All that computes in the machine has to be known to stand still."""
    limits: dict[Dimension, float] = {"cpu": case.desk.thresholds["idle_cpu"]}
    if case.instance.accelerator:
        limits["gpu"] = case.desk.thresholds["idle_gpu"]
    peaks = {dimension: most_of(case.usage.uses.get(dimension)) for dimension in limits}
    if all(peak is not None and peak.value <= limits[dimension] for dimension, peak in peaks.items()):
        for dimension, peak in peaks.items():
            if peak is not None:
                yield _nothing(case, dimension, peak, limits[dimension])


def _nothing(case: Case, dimension: Dimension, peak: Peak, limit: float) -> Reason:
    text = case.desk.words(
        "nothing_runs",
        what=case.desk.words.what(dimension, case.instance),
        value=significant(peak.value),
        now=_capacity(case, dimension),
        limit=significant(limit),
    )
    return Reason(code="NothingRuns", metric=dimension, statistic=peak.statistic, value=peak.value, threshold=limit, text=text)


def shortages(case: Case) -> Iterator[Reason]:
    """Each dimension of which the machine has too little, and an answer that comes too late."""
    for dimension, peak in case.need.items():
        limit = case.rooms.limit.get(dimension, WHOLE)
        if peak.value > limit:
            text = _told(case, "under", dimension, limit=significant(limit))
            yield _reason(case, _UNDER[dimension], dimension, limit, text)
    starved = starvation(case)
    if starved is not None:
        yield starved
    late = _lateness(case)
    if late is not None:
        yield late


def starvation(case: Case) -> Reason | None:
    """A job whose accelerator waits for vCPUs that are full: the one way in which a full vCPU is too little for a job."""
    cpu, gpu = case.need.get("cpu"), case.usage.uses.get("gpu", Statistics()).average
    thresholds = case.desk.thresholds
    if not (case.is_job and case.instance.accelerator and cpu is not None and gpu is not None):
        return None
    if cpu.value < thresholds["starved_cpu"] or gpu >= thresholds["starved_gpu"]:
        return None
    text = case.desk.words(
        "starved",
        statistic=case.desk.words(cpu.statistic),
        value=significant(cpu.value),
        what=case.desk.words.what("gpu", case.instance),
        other=significant(gpu),
    )
    return _reason(case, "GPUStarved", "cpu", thresholds["starved_cpu"], text)


def _lateness(case: Case) -> Reason | None:
    target, latency = case.usage.latency_target_ms, case.usage.latency_ms
    if target is None or latency is None:
        return None
    known = [(name, value) for name in ("p99", "p99_5", "max", "p95", "average") if (value := getattr(latency, name)) is not None]
    if not known or known[0][1] <= target:
        return None
    name, value = known[0]
    text = case.desk.words("latency", value=significant(value), statistic=case.desk.words(name), limit=significant(target))
    return Reason(code="LatencyAboveTarget", metric="latency", statistic=name, value=value, threshold=target, text=text)  # type: ignore[arg-type]  # one of the statistics


def excesses(case: Case, group: Group) -> Iterator[Reason]:
    """Each dimension of which the better fit has less; where it has less of none, it is the same for less."""
    less = set(shrunk(group, case.usage.count))
    better = group_at(case.place, group)
    for dimension in DIMENSIONS:
        if dimension not in less or dimension not in case.need:
            continue
        room = case.rooms.room[dimension]
        text = _told(
            case,
            "over",
            dimension,
            better=better,
            after=significant(group.after[dimension]),
            room=significant(room),
            free=significant(WHOLE - room),
        )
        yield _reason(case, _OVER[dimension], dimension, room, text)
    if not less:
        yield Reason(code="CheaperAlternative", metric="price", text=case.desk.words("cheaper", better=better))


def unused(case: Case) -> Reason | None:
    """An accelerator on which nothing runs, while the machine does something."""
    most, memory = (most_of(case.usage.uses.get(dimension)) for dimension in _OF_DEVICES)
    if not case.instance.accelerator or most is None or most.value > case.desk.thresholds["idle_gpu"]:
        return None
    if memory is not None and memory.value > case.desk.thresholds["unused_gpu_memory"]:
        return None
    return _reason(case, "GPUUnused", "gpu", case.desk.thresholds["idle_gpu"], _told(case, "unused", "gpu"))


def _reason(case: Case, code: ReasonCode, dimension: Dimension, threshold: float, text: str) -> Reason:
    peak = case.need[dimension]
    return Reason(code=code, metric=dimension, statistic=peak.statistic, value=peak.value, threshold=threshold, text=text)


def _told(case: Case, key: str, dimension: Dimension, **values: str) -> str:
    peak, words = case.need[dimension], case.desk.words
    return words(
        key,
        what=words.what(dimension, case.instance),
        statistic=words(peak.statistic),
        value=significant(peak.value),
        now=_capacity(case, dimension),
        **values,
    )


def _capacity(case: Case, dimension: Dimension) -> str:
    """What today's machines have of it, with their number where they are several."""
    one = case.desk.words.capacity(dimension, case.instance)
    return one if case.usage.count == 1 else f"{case.usage.count} × {one}"
