"""A person's own measurements as ratios of measured over estimated, by kind of machine.

They are kept as ratios, found once for the workload that was measured, so that what another load or another count would do follows
from them too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.measurement import Trial
from engine.sizing.queueing import percentile_latency_ms
from engine.sizing.speed.instance_speed import Speed

_MIN_RATIO, _MAX_RATIO = 1e-6, 1e6
"""Bounds of the search for the ratio that explains a measured time."""
_HALVINGS: Final = 64


class MeasuredRatio(NamedTuple):
    """Measured over estimated, of one kind of machine."""

    time: float = 1.0
    """Ratio of the time of an answer, or of a run."""
    capacity: float = 1.0
    first_token: float = 1.0
    per_token: float = 1.0
    precision: str | None = None
    """The measured data type; the ratio applies to no other, unless it is carried over."""
    is_own: bool = True
    """True if this very type was measured, and not another with the same devices."""
    is_carried_over: bool = False
    """True if it was seen on other hardware: the work is heavier or lighter than it is estimated to be."""

    def apply_to(self, estimate: Speed) -> Speed:
        """The estimate of one machine's speed, corrected by the ratios."""
        if estimate.precision != self.precision and not self.is_carried_over:
            return estimate
        return msgspec.structs.replace(
            estimate,
            latency_ms=estimate.latency_ms * self.time,
            alone_ms=estimate.alone_ms * self.time,
            capacity=estimate.capacity * self.capacity,
            first_token_ms=_scale_known(estimate.first_token_ms, self.first_token),
            per_token_ms=_scale_known(estimate.per_token_ms, self.per_token),
            is_measured=estimate.is_measured if self.is_carried_over else True,
            is_tried=self.is_own and not self.is_carried_over,
        )


class MeasuredRatios(msgspec.Struct, eq=False):
    """A person's measurements and the ratios that follow. Compared by identity, so that it can be part of a cache key."""

    measurements: tuple[Trial, ...]
    ratios: Mapping[object, MeasuredRatio]
    """Instance type, devices that types share, or place and memory size -> ratios."""
    subject: str
    """The measured model or algorithm."""
    elsewhere: MeasuredRatio | None = None
    """What today's machines take over the estimate, for hardware that nobody measured."""


NO_MEASUREMENTS: Final = MeasuredRatios(measurements=(), ratios={}, subject="")


def speed_ratio(estimate: Speed, trials: Sequence[Trial]) -> MeasuredRatio | None:
    """The ratios of runs on one instance type; None where they measured no speed."""
    most = max((trial.rate_per_s / trial.instance_count for trial in trials if trial.is_capacity and trial.rate_per_s), default=None)
    ratios = [ratio for trial in trials if not trial.is_capacity and (ratio := _answer_time_ratio(estimate, trial, most)) is not None]
    if not ratios:
        ratios = [trial.latency_ms / estimate.latency_ms for trial in trials if trial.is_capacity and trial.latency_ms]
    first, each = median_of_known(trial.first_token_ms for trial in trials), median_of_known(trial.per_token_ms for trial in trials)
    if not ratios and most is None and first is None and each is None:
        return None
    time = math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else 1.0
    return MeasuredRatio(
        time=time,
        capacity=most / estimate.capacity if most is not None else 1 / time,
        first_token=_ratio_or_one(first, estimate.first_token_ms),
        per_token=_ratio_or_one(each, estimate.per_token_ms),
        precision=estimate.precision,
    )


def _answer_time_ratio(estimate: Speed, trial: Trial, most: float | None) -> float | None:
    """The ratio of the work's time to the estimate at which the predicted latency, at the load of the run, equals the measured one.

    None where no time was measured, or none that any speed explains. `most` is the capacity of a machine where that was measured.
    """
    if not trial.latency_ms:
        return None
    low, high = _MIN_RATIO, _MAX_RATIO
    if (
        _latency_at_ratio(estimate, low, trial, most) > trial.latency_ms
        or _latency_at_ratio(estimate, high, trial, most) < trial.latency_ms
    ):
        return None
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        if _latency_at_ratio(estimate, middle, trial, most) < trial.latency_ms:
            low = middle
        else:
            high = middle
    return high


def _latency_at_ratio(estimate: Speed, ratio: float, trial: Trial, most: float | None) -> float:
    """Predicted latency at the load of a run, ms, if the work took `ratio` times as long as estimated."""
    speed = msgspec.structs.replace(
        estimate,
        latency_ms=estimate.latency_ms * ratio,
        alone_ms=estimate.alone_ms * ratio,
        capacity=estimate.capacity / ratio if most is None else most,
    )
    return percentile_latency_ms(trial.rate_per_s or 0.0, speed, trial.instance_count, trial.tail)


def median_of_known(values: Iterable[float | None]) -> float | None:
    """The median of the known values; None without any."""
    from statistics import median  # noqa: PLC0415  # few have measured anything; it takes as long to import as ten modules

    known = [value for value in values if value]
    return median(known) if known else None


def _ratio_or_one(measured: float | None, estimated: float | None) -> float:
    return measured / estimated if measured and estimated else 1.0


def _scale_known(value: float | None, ratio: float) -> float | None:
    return value * ratio if value is not None else None
