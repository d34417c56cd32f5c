"""How sure a finding is, by what was measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from engine.handover.rightsize.case import Case
from engine.handover.rightsize.finding import Confidence
from engine.handover.rightsize.need import WEAK
from engine.words import significant

_LEVELS: Final[tuple[Literal["high", "medium", "low"], ...]] = ("high", "medium", "low")


def confidence_of(case: Case) -> Confidence:
    """By the hours measured; a level less where peaks, memory or short spells were not."""
    words, usage = case.desk.words, case.usage
    lost = [words(key) for key in _doubts(case)]
    hours = words("sure_hours", hours=significant(usage.hours)) if usage.hours is not None else words("sure_unknown_hours")
    level = min(_by_hours(case) + len(lost), len(_LEVELS) - 1)
    return Confidence(level=_LEVELS[level], why=", ".join((hours, *lost)))


def _by_hours(case: Case) -> int:
    hours, thresholds = case.usage.hours, case.desk.thresholds
    if hours is None:
        return len(_LEVELS) - 1
    if case.is_job:
        return 0 if hours >= thresholds["job_hours_confident"] else 1
    return 0 if hours >= thresholds["hours_confident"] else 1 if hours >= thresholds["hours_fair"] else 2


def _doubts(case: Case) -> Iterator[str]:
    if any(peak.statistic in WEAK for peak in case.need.values()):
        yield "sure_weak"
    if "memory" not in case.need:
        yield "sure_no_memory"
    if (case.usage.period_seconds or 0.0) > case.desk.thresholds["coarse_period_seconds"]:
        yield "sure_coarse"
