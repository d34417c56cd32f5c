"""Why a resource is found to be what it is: codes, each with the figure and the threshold behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import Reason, ReasonCode
from engine.handover.rightsize.fit import Group, list_shrunk_dimensions
from engine.handover.rightsize.settings import FULL_PERCENT
from engine.handover.rightsize.usage import ACCELERATOR_DIMENSIONS, DIMENSIONS, Dimension, Statistic, Statistics, find_reliable_peak
from engine.number_format import format_significant

_OVER_CODES: Final[dict[Dimension, ReasonCode]] = {
    "cpu": "CPUOverprovisioned",
    "memory": "MemoryOverprovisioned",
    "gpu": "GPUOverprovisioned",
    "gpu_memory": "GPUMemoryOverprovisioned",
}
_UNDER_CODES: Final[dict[Dimension, ReasonCode]] = {
    "cpu": "CPUUnderprovisioned",
    "memory": "MemoryUnderprovisioned",
    "gpu": "GPUUnderprovisioned",
    "gpu_memory": "GPUMemoryUnderprovisioned",
}
_LATENCY_STATISTICS: Final[tuple[Statistic, ...]] = ("p99", "p99_5", "max", "p95", "average")
"""The first known one is held against the target."""
_SECONDS_A_DAY: Final = 86_400.0


def lacking_data(case: Case) -> Reason | None:
    """Too few hours, or no known peak; None if there is enough data to judge by."""
    hours, least = case.usage.hours, case.thresholds.min_hours(case.usage.kind)
    if hours is not None and hours < least:
        text = case.say("too_few_hours", value=format_significant(hours), limit=format_significant(least))
        return Reason(code="TooFewHours", metric="hours", value=hours, threshold=least, text=text)
    if not case.peaks and not any(idle_reasons(case)):
        return Reason(code="NoPeaks", metric="peaks", text=case.say("no_peaks"))
    return None


def idle_reasons(case: Case) -> Iterator[Reason]:
    """The reasons why a resource counts as idle; none if it does something. A job is never idle: it ran."""
    if case.is_job:
        return
    rate = case.usage.requests_per_second
    if case.usage.kind != "endpoint" or rate is None or rate.average is None:
        yield from _standstill_reasons(case)
        return
    a_day, limit = rate.average * _SECONDS_A_DAY, case.thresholds["idle_requests_per_day"]
    if a_day < limit:
        text = case.say(
            "no_requests", value=format_significant(a_day), hours=format_significant(case.usage.hours or 0), limit=format_significant(limit)
        )
        yield Reason(code="NoRequests", metric="requests", statistic="average", value=a_day, threshold=limit, text=text)


def _standstill_reasons(case: Case) -> Iterator[Reason]:
    """A reason for each processor, if all of them are known to stand still."""
    limits: dict[Dimension, float] = {"cpu": case.thresholds["idle_cpu"]}
    if case.instance.accelerator:
        limits["gpu"] = case.thresholds["idle_gpu"]
    peaks = {name: peak for name in limits if (peak := find_reliable_peak(case.usage.uses.get(name))) is not None}
    if peaks.keys() != limits.keys() or any(peak.value > limits[name] for name, peak in peaks.items()):
        return
    for name, peak in peaks.items():
        words = {"what": case.name_dimension(name), "now": case.describe_capacity(name)}
        text = case.say("nothing_runs", **words, value=format_significant(peak.value), limit=format_significant(limits[name]))
        yield Reason(code="NothingRuns", metric=name, statistic=peak.statistic, value=peak.value, threshold=limits[name], text=text)


def shortage_reasons(case: Case) -> Iterator[Reason]:
    """Each dimension of which the machine has too little, a starved accelerator, and a latency above its target."""
    for dimension, peak in case.peaks.items():
        limit = case.use_limits.current.get(dimension, FULL_PERCENT)
        if peak.value > limit:
            text = _describe_peak(case, "under", dimension, limit=format_significant(limit))
            yield _peak_reason(case, _UNDER_CODES[dimension], dimension, limit, text)
    for reason in (find_starvation(case), _find_latency_excess(case)):
        if reason is not None:
            yield reason


def find_starvation(case: Case) -> Reason | None:
    """A job whose accelerator waits for vCPUs that are full: the one way in which a full vCPU is too little for a job."""
    cpu, gpu = case.peaks.get("cpu"), case.usage.uses.get("gpu", Statistics()).average
    limit = case.thresholds["starved_cpu"]
    if not (case.is_job and case.instance.accelerator) or cpu is None or gpu is None:
        return None
    if cpu.value < limit or gpu >= case.thresholds["starved_gpu"]:
        return None
    words = {"statistic": case.say(cpu.statistic), "what": case.name_dimension("gpu")}
    text = case.say("starved", **words, value=format_significant(cpu.value), other=format_significant(gpu))
    return _peak_reason(case, "GPUStarved", "cpu", limit, text)


def _find_latency_excess(case: Case) -> Reason | None:
    target, latency = case.usage.latency_target_ms, case.usage.latency_ms
    if target is None or latency is None:
        return None
    name = next((name for name in _LATENCY_STATISTICS if getattr(latency, name) is not None), None)
    value: float = getattr(latency, name) if name is not None else 0.0
    if name is None or value <= target:
        return None
    text = case.say("latency", value=format_significant(value), statistic=case.say(name), limit=format_significant(target))
    return Reason(code="LatencyAboveTarget", metric="latency", statistic=name, value=value, threshold=target, text=text)


def excess_reasons(case: Case, group: Group) -> Iterator[Reason]:
    """Each dimension of which the better fit has less; if there is none, that it costs less."""
    shrunk = set(list_shrunk_dimensions(group, case.usage.count))
    better = f"{group.machines} × {case.type_name(group.candidate.instance)}"
    for dimension in DIMENSIONS:
        if dimension in shrunk and dimension in case.peaks:
            room = case.use_limits.proposed[dimension]
            after = {
                "after": format_significant(group.use_after[dimension]),
                "room": format_significant(room),
                "free": format_significant(FULL_PERCENT - room),
            }
            text = _describe_peak(case, "over", dimension, better=better, **after)
            yield _peak_reason(case, _OVER_CODES[dimension], dimension, room, text)
    if not shrunk:
        yield Reason(code="CheaperAlternative", metric="price", text=case.say("cheaper", better=better))


def find_unused_accelerator(case: Case) -> Reason | None:
    """An accelerator on which nothing runs, while the machine does something."""
    load, memory = (find_reliable_peak(case.usage.uses.get(name)) for name in ACCELERATOR_DIMENSIONS)
    limit = case.thresholds["idle_gpu"]
    if not case.instance.accelerator or load is None or load.value > limit:
        return None
    if memory is not None and memory.value > case.thresholds["unused_gpu_memory"]:
        return None
    return _peak_reason(case, "GPUUnused", "gpu", limit, _describe_peak(case, "unused", "gpu"))


def _peak_reason(case: Case, code: ReasonCode, dimension: Dimension, threshold: float, text: str) -> Reason:
    peak = case.peaks[dimension]
    return Reason(code=code, metric=dimension, statistic=peak.statistic, value=peak.value, threshold=threshold, text=text)


def _describe_peak(case: Case, key: str, dimension: Dimension, **values: str) -> str:
    peak = case.peaks[dimension]
    words = {"what": case.name_dimension(dimension), "statistic": case.say(peak.statistic), "now": case.describe_capacity(dimension)}
    return case.say(key, **words, value=format_significant(peak.value), **values)
