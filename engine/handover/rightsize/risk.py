"""How likely a move is to leave too little, as a score with its arithmetic; and how far a finding can be trusted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import RISK_LEVELS, Confidence, Risk
from engine.handover.rightsize.fit import Group, IsSafe
from engine.handover.rightsize.reasons import find_starvation
from engine.handover.rightsize.settings import FULL_PERCENT
from engine.handover.rightsize.usage import DIMENSIONS, WEAK_STATISTICS, Dimension
from engine.number_format import format_significant

_BANDS: Final = ("risk_low", "risk_medium", "risk_high", "risk_very_high")
"""Thresholds, percent in use: each one exceeded is a level more."""
_CONFIDENCE_LEVELS: Final[tuple[Literal["high", "medium", "low"], ...]] = ("high", "medium", "low")


def assess_risk(case: Case, group: Group) -> Risk:
    """The risk of moving to `group`, step by step."""
    score = _score_risk(case, group, _count_doubts(case))
    steps = (*(step for name in DIMENSIONS if name in group.candidate.ratios for step in _dimension_steps(case, group, name)),)
    return Risk(level=RISK_LEVELS[score], score=score, steps=(*steps, *_further_steps(case, group)))


def accepted_risk(case: Case) -> IsSafe:
    """Tells whether a group risks no more than the settings accept."""
    highest, doubts = RISK_LEVELS.index(case.settings.risk), _count_doubts(case)
    return lambda group: _score_risk(case, group, doubts) <= highest


def _count_doubts(case: Case) -> int:
    """Doubts that no figure covers and that are the same whatever is proposed."""
    return _is_weak(case) + (_saturated_dimension(case) is not None)


def _score_risk(case: Case, group: Group, doubts: int) -> int:
    """From 0 to 4: the highest score of a dimension, one for each of the case's `doubts`, and one for each of the group's own."""
    highest = max((_score_dimension(case, group, dimension) for dimension in group.use_after), default=0)
    return min(highest + doubts + _is_other_processor(group) + _has_few_cores(case, group), len(RISK_LEVELS) - 1)


def _score_dimension(case: Case, group: Group, dimension: Dimension) -> int:
    """A score by the share that would be in use; 0 for what is enough today and does not become less."""
    if _is_unchanged(case, group, dimension):
        return 0
    return sum(group.use_after[dimension] > case.thresholds[name] for name in _BANDS)


def _is_unchanged(case: Case, group: Group, dimension: Dimension) -> bool:
    value = case.peaks[dimension].value
    return group.use_after[dimension] <= value <= case.use_limits.current.get(dimension, FULL_PERCENT)


def _is_weak(case: Case) -> bool:
    return any(peak.statistic in WEAK_STATISTICS for peak in case.peaks.values())


def _saturated_dimension(case: Case) -> Dimension | None:
    """A limited dimension that is full, so that the real demand may be higher than what was measured; None if there is none."""
    full = case.thresholds["full"]
    limited = {*case.use_limits.current, *(("cpu",) if find_starvation(case) is not None else ())}
    return next((name for name, peak in case.peaks.items() if peak.value >= full and name in limited), None)


def _is_other_processor(group: Group) -> bool:
    candidate = group.candidate
    return candidate.changes_architecture or (candidate.changes_accelerator and "gpu" in candidate.ratios)


def _has_few_cores(case: Case, group: Group) -> bool:
    return not case.is_job and group.candidate.core_ratio < case.thresholds["fewer_cores"]


def _dimension_steps(case: Case, group: Group, dimension: Dimension) -> Iterator[str]:
    what = case.name_dimension(dimension)
    if dimension not in group.use_after:
        yield case.say("risk_same", what=what)
        return
    value = format_significant(case.peaks[dimension].value)
    if _is_unchanged(case, group, dimension):
        yield case.say("risk_kept", what=what, value=value)
        return
    before, behind = _describe_amounts(case, group, dimension)
    level = case.say(f"level_{RISK_LEVELS[_score_dimension(case, group, dimension)]}")
    after = format_significant(group.use_after[dimension])
    yield case.say("risk_use", what=what, value=value, before=before, behind=behind, after=after, level=level)


def _describe_amounts(case: Case, group: Group, dimension: Dimension) -> tuple[str, str]:
    """Today's capacity and the new one, in a unit in which their quotient is right."""
    now, other, count = case.instance, group.candidate.instance, case.usage.count
    if dimension == "memory":
        return f"{format_significant(now.memory_gib)} GiB", f"{format_significant(other.memory_gib)} GiB"
    if dimension == "cpu":
        by_cores = now.physical_cores / other.physical_cores > now.vcpu / other.vcpu
        one, another, unit = (now.physical_cores, other.physical_cores, "cores") if by_cores else (now.vcpu, other.vcpu, "vCPUs")
        return f"{format_significant(count * one)} {unit}", f"{format_significant(group.machines * another)} {unit}"
    devices = now.accelerator_count or 1.0
    before, behind = (count, group.machines) if dimension == "gpu" else (1, 1)
    return format_significant(before * devices), format_significant(behind * devices / group.candidate.ratios[dimension])


def _further_steps(case: Case, group: Group) -> Iterator[str]:
    """A step for each doubt that no figure covers."""
    for dimension, peak in case.peaks.items():
        if peak.statistic in WEAK_STATISTICS:
            yield case.say("risk_weak", what=case.name_dimension(dimension), statistic=case.say(peak.statistic))
            break
    full = _saturated_dimension(case)
    if full is not None:
        yield case.say("risk_full", what=case.name_dimension(full))
    if _is_other_processor(group):
        yield case.say("risk_other")
    if _has_few_cores(case, group):
        cores, before = group.candidate.instance.physical_cores, case.instance.physical_cores
        yield case.say("risk_cores", cores=format_significant(cores), before=format_significant(before))


def assess_confidence(case: Case) -> Confidence:
    """By the hours measured; a level less where peaks, memory or short spells were not."""
    hours = case.usage.hours
    doubts = [case.say(key) for key in _confidence_doubts(case)]
    measured = case.say("sure_hours", hours=format_significant(hours)) if hours is not None else case.say("sure_unknown_hours")
    level = min(_hours_level(case) + len(doubts), len(_CONFIDENCE_LEVELS) - 1)
    return Confidence(level=_CONFIDENCE_LEVELS[level], why=", ".join((measured, *doubts)))


def _hours_level(case: Case) -> int:
    """Index of the confidence that the hours measured allow."""
    hours = case.usage.hours
    if hours is None:
        return len(_CONFIDENCE_LEVELS) - 1
    enough = ("job_hours_confident",) if case.is_job else ("hours_confident", "hours_fair")
    return sum(hours < case.thresholds[name] for name in enough)


def _confidence_doubts(case: Case) -> Iterator[str]:
    if _is_weak(case):
        yield "sure_weak"
    if "memory" not in case.peaks:
        yield "sure_no_memory"
    if (case.usage.period_seconds or 0.0) > case.thresholds["coarse_period_seconds"]:
        yield "sure_coarse"
