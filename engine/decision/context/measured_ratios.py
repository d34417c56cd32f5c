"""A person's own measurements as ratios of measured over estimated, by kind of machine.

They are kept as ratios, found once for the workload that was measured, so that what another load or another count would do follows
from them too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.measurement import Trial
from engine.sizing.queueing import percentile_latency_ms
from engine.sizing.speed.instance_speed import LoadPoint, Speed

_MIN_RATIO, _MAX_RATIO = 1e-6, 1e6
"""Bounds of the search for the ratio that explains a measured time."""
_HALVINGS: Final = 64
_SAME_RATE: Final = 0.05
"""Share by which the rates of repeated runs differ at most."""


class LoadRatio(NamedTuple):
    """Measured over estimated, of one run. None was not measured."""

    rate_per_s: float
    """Requests a second that came to one machine."""
    time: float
    capacity: float
    first_token: float | None
    per_token: float | None

    def apply_to(self, estimate: Speed) -> LoadPoint:
        """One machine's speed at the load of the run."""
        return LoadPoint(
            rate_per_s=self.rate_per_s,
            latency_ms=estimate.latency_ms * self.time,
            alone_ms=estimate.alone_ms * self.time,
            capacity=estimate.capacity * self.capacity,
            first_token_ms=_scale_known(estimate.first_token_ms, self.first_token),
            per_token_ms=_scale_known(estimate.per_token_ms, self.per_token),
        )


class MeasuredRatio(NamedTuple):
    """Measured over estimated, of one kind of machine."""

    time: float = 1.0
    """Ratio of the time of an answer, or of a run."""
    capacity: float = 1.0
    first_token: float | None = None
    per_token: float | None = None
    precision: str | None = None
    """The measured data type; the ratio applies to no other, unless it is carried over."""
    is_own: bool = True
    """True if this very type was measured, and not another with the same devices."""
    is_carried_over: bool = False
    """True if it was seen on other hardware: the work is heavier or lighter than it is estimated to be."""
    loads: tuple[LoadRatio, ...] = ()
    """The ratios of each run that tells a time, by rising load; no run changes what another says."""
    tried_rates: tuple[float, float] | None = None
    """Lowest and highest requests a second of one machine among the runs; None where one of them does not tell."""
    tried_counts: frozenset[int] = frozenset()
    """Jobs: how many machines the runs were on."""

    def apply_to(self, estimate: Speed) -> Speed:
        """The estimate of one machine's speed, corrected by the ratios."""
        if estimate.precision != self.precision and not self.is_carried_over:
            return estimate
        is_tried = self.is_own and not self.is_carried_over
        return msgspec.structs.replace(
            estimate,
            latency_ms=estimate.latency_ms * self.time,
            alone_ms=estimate.alone_ms * self.time,
            capacity=estimate.capacity * self.capacity,
            first_token_ms=_scale_known(estimate.first_token_ms, self.first_token or 1.0),
            per_token_ms=_scale_known(estimate.per_token_ms, self.per_token or 1.0),
            is_measured=estimate.is_measured or is_tried,
            is_tried=is_tried,
            is_alike=not self.is_own and not self.is_carried_over,
            load_points=tuple(load.apply_to(estimate) for load in self.loads),
            tried_rates=self.tried_rates,
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
    """The ratios of runs on one instance type, each at its own load; None where they measured no speed."""
    most = _measured_capacity(trials)
    loads = _load_ratios(estimate, trials, most)
    first, each = (median_of_known(getattr(trial, name) for trial in trials) for name in ("first_token_ms", "per_token_ms"))
    full = max((trial for trial in trials if trial.is_capacity and trial.latency_ms), key=_rate_per_machine, default=None)
    if not loads and full is None and most is None and first is None and each is None:
        return None
    if loads:
        time, capacity = loads[0].time, loads[-1].capacity
    else:
        time = (full.latency_ms or 0.0) / estimate.latency_ms if full is not None else 1.0
        capacity = most / estimate.capacity if most is not None else 1 / time
    return MeasuredRatio(
        time=time,
        capacity=capacity,
        first_token=_ratio_of_known(first, estimate.first_token_ms),
        per_token=_ratio_of_known(each, estimate.per_token_ms),
        precision=estimate.precision,
        loads=loads,
        tried_rates=_tried_rates(trials),
    )


def _measured_capacity(trials: Iterable[Trial]) -> float | None:
    """Requests a second of one machine that was asked for more than it answers; at least what one completed in any run."""
    if not any(trial.is_capacity and trial.rate_per_s for trial in trials):
        return None
    return max(map(_rate_per_machine, trials))


def _rate_per_machine(trial: Trial) -> float:
    return (trial.rate_per_s or 0.0) / trial.instance_count


def _tried_rates(trials: Sequence[Trial]) -> tuple[float, float] | None:
    """The loads of one machine that the runs span: from 0 where one tells the capacity, which no lower load is slower than."""
    if any(trial.rate_per_s is None and trial.arrivals_per_s == 0 and trial.concurrency is None for trial in trials):
        return None
    rates = [trial.arrivals_per_s / trial.instance_count for trial in trials]
    return 0.0 if any(trial.is_capacity for trial in trials) else min(rates), max(rates)


def _load_ratios(estimate: Speed, trials: Sequence[Trial], most: float | None) -> tuple[LoadRatio, ...]:
    """The ratios of every load, by rising load; of repeated runs at one load the median, the slower of two."""
    found = []
    for trial in trials:
        time = None if trial.is_capacity else _answer_time_ratio(estimate, trial, most)
        capacity = most / estimate.capacity if most is not None and time is not None else None
        if time is None and most is not None and not trial.is_capacity:  # a run as fast as the capacity tells its own
            time = _answer_time_ratio(estimate, trial, None)
        if time is not None:
            first, each = (
                _ratio_of_known(measured, by_estimate)
                for measured, by_estimate in ((trial.first_token_ms, estimate.first_token_ms), (trial.per_token_ms, estimate.per_token_ms))
            )
            rate = trial.arrivals_per_s / trial.instance_count
            found.append(LoadRatio(rate, time, capacity if capacity is not None else 1 / time, first, each))
    found.sort(key=lambda one: one.rate_per_s)
    return tuple(_slower_middle(group) for group in _group_by_load(found))


def _group_by_load(runs: Iterable[LoadRatio]) -> Iterator[list[LoadRatio]]:
    """Runs at the same load, which are repetitions of each other: rates scatter a little around the one that was asked for."""
    group: list[LoadRatio] = []
    for run in runs:
        if group and run.rate_per_s > group[0].rate_per_s * (1 + _SAME_RATE):
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _slower_middle(runs: Sequence[LoadRatio]) -> LoadRatio:
    return sorted(runs, key=lambda one: one.time)[len(runs) // 2]


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
    return percentile_latency_ms(trial.arrivals_per_s, speed, trial.instance_count, trial.tail)


def median_of_known(values: Iterable[float | None]) -> float | None:
    """The median of the known values, the greater of two in the middle, so that it is one that was measured; None without any."""
    known = sorted(value for value in values if value)
    return known[len(known) // 2] if known else None


def _ratio_of_known(measured: float | None, estimated: float | None) -> float | None:
    return measured / estimated if measured and estimated else None


def _scale_known(value: float | None, ratio: float | None) -> float | None:
    return value * ratio if value is not None and ratio is not None else None
