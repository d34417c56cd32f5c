"""What periods add up to: averages, percentiles, peaks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Final

from engine.handover.rightsize.cloudwatch.series import Series
from engine.handover.rightsize.usage import Statistic, Statistics

_RANKS: Final[dict[Statistic, float]] = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p99_5": 0.995}
_SHARES: Final[dict[Statistic, float]] = {**_RANKS, "max": 1.0}
_OF_PEAKS: Final[tuple[Statistic, ...]] = ("p99", "p99_5", "max")
_USUAL_PERIOD: Final = 60.0
"""Seconds; what SageMaker publishes by default, for a series of one point that says no period."""


def over_time(found: Mapping[str, Sequence[float]]) -> Statistics | None:
    """Statistics over all periods, of the figures by the statistic that each period was told with; None where there are none.

    The averages of the periods tell the usual use, and their maxima the peaks where both are there. A percentile of the
    periods tells that percentile, by its own rank among them: as high as all but its share of the periods.
    """
    told: dict[Statistic, float] = {}
    averages, peaks = sorted(found.get("Average", ())), sorted(found.get("Maximum", ()))
    if averages:
        told["average"] = math.fsum(averages) / len(averages)
    told |= {name: _at(averages or peaks, share) for name, share in _SHARES.items() if averages or peaks}
    if peaks:
        told |= {name: _at(peaks, _SHARES[name]) for name in _OF_PEAKS}
    for name, share in _RANKS.items():
        values = sorted(found.get(name.replace("_", "."), ()))
        if values:
            told[name] = _at(values, share)
    return Statistics(**told) if told else None


def period_of(series: Series) -> float:
    """Seconds of one period: its own, else the smallest step between its times. None lasts no time at all."""
    if series.period:
        return series.period
    times = sorted(set(series.times))
    return min((later - sooner for sooner, later in itertools.pairwise(times)), default=_USUAL_PERIOD)


def _at(values: Sequence[float], share: float) -> float:
    """The nearest rank of sorted values."""
    return values[max(math.ceil(share * len(values) - 1e-9), 1) - 1]
