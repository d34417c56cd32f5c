"""How likely a move is to leave too little: a score with the arithmetic behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import RISKS, Risk
from engine.handover.rightsize.fit import Group, IsSafe
from engine.handover.rightsize.need import WEAK
from engine.handover.rightsize.reasons import starvation
from engine.handover.rightsize.settings import WHOLE
from engine.handover.rightsize.usage import DIMENSIONS, Dimension
from engine.words import significant

_BANDS: Final = ("risk_low", "risk_medium", "risk_high", "risk_very_high")
_WORST: Final = len(RISKS) - 1


def score_of(case: Case, group: Group) -> int:
    """From 0 to 4: the most that any dimension risks, and one for each thing that no figure tells."""
    most = max((_of_dimension(case, group, dimension) for dimension in group.after), default=0)
    beyond = _is_weak(case) + (full_of(case) is not None) + _is_other(group) + _has_few_cores(case, group)
    return min(most + beyond, _WORST)


def safe_for(case: Case) -> IsSafe:
    """Whether a group risks no more than the person is ready to."""
    most = RISKS.index(case.desk.settings.risk)
    return lambda group: score_of(case, group) <= most


def risk_of(case: Case, group: Group) -> Risk:
    """The score in words, step by step."""
    score = score_of(case, group)
    steps = (*(step for dimension in DIMENSIONS for step in _step(case, group, dimension)), *_further(case, group))
    return Risk(level=RISKS[score], score=score, steps=steps)


def _of_dimension(case: Case, group: Group, dimension: Dimension) -> int:
    """By the share that would be in use; what is enough today, and does not become less, risks nothing."""
    if _is_kept(case, group, dimension):
        return 0
    return sum(group.after[dimension] > case.desk.thresholds[name] for name in _BANDS)


def _is_kept(case: Case, group: Group, dimension: Dimension) -> bool:
    value = case.need[dimension].value
    return group.after[dimension] <= value <= case.rooms.limit.get(dimension, WHOLE)


def _is_weak(case: Case) -> bool:
    return any(peak.statistic in WEAK for peak in case.need.values())


def full_of(case: Case) -> Dimension | None:
    """A dimension that may not be full and is, so that what is wanted of it may be more than what is seen; None where none is."""
    full = case.desk.thresholds["full"]
    limited = {*case.rooms.limit, *(("cpu",) if starvation(case) is not None else ())}
    return next((dimension for dimension, peak in case.need.items() if peak.value >= full and dimension in limited), None)


def _is_other(group: Group) -> bool:
    return group.stand.architecture or (group.stand.accelerator and "gpu" in group.stand.ratio)


def _has_few_cores(case: Case, group: Group) -> bool:
    return not case.is_job and group.stand.cores < case.desk.thresholds["fewer_cores"]


def _step(case: Case, group: Group, dimension: Dimension) -> Iterator[str]:
    if dimension not in group.stand.ratio:
        return
    words, what = case.desk.words, case.desk.words.what(dimension, case.instance)
    if dimension not in group.after:
        yield words("risk_same", what=what)
        return
    if _is_kept(case, group, dimension):
        yield words("risk_kept", what=what, value=significant(case.need[dimension].value))
        return
    before, behind = _amounts(case, group, dimension)
    yield words(
        "risk_use",
        what=what,
        value=significant(case.need[dimension].value),
        before=before,
        behind=behind,
        after=significant(group.after[dimension]),
        level=words(f"level_{RISKS[_of_dimension(case, group, dimension)]}"),
    )


def _amounts(case: Case, group: Group, dimension: Dimension) -> tuple[str, str]:
    """Today's capacity and the new one, in a unit in which their quotient is right."""
    now, other, count = case.instance, group.stand.instance, case.usage.count
    if dimension == "memory":
        return f"{significant(now.memory_gib)} GiB", f"{significant(other.memory_gib)} GiB"
    if dimension == "cpu":
        by_cores = now.physical_cores / other.physical_cores > now.vcpu / other.vcpu
        one, another, unit = (now.physical_cores, other.physical_cores, "cores") if by_cores else (now.vcpu, other.vcpu, "vCPUs")
        return f"{significant(count * one)} {unit}", f"{significant(group.machines * another)} {unit}"
    devices, shared = now.accelerator_count or 1.0, dimension == "gpu"
    before, behind = (count, group.machines) if shared else (1, 1)
    return significant(before * devices), significant(behind * devices / group.stand.ratio[dimension])


def _further(case: Case, group: Group) -> Iterator[str]:
    words = case.desk.words
    if _is_weak(case):
        dimension, peak = next(item for item in case.need.items() if item[1].statistic in WEAK)
        yield words("risk_weak", what=words.what(dimension, case.instance), statistic=words(peak.statistic))
    full = full_of(case)
    if full is not None:
        yield words("risk_full", what=words.what(full, case.instance))
    if _is_other(group):
        yield words("risk_other")
    if _has_few_cores(case, group):
        cores, before = group.stand.instance.physical_cores, case.instance.physical_cores
        yield words("risk_cores", cores=significant(cores), before=significant(before))
