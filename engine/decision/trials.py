"""Measurements of a person's own, in the place of estimates: how many times as much each kind of machine did as was estimated.

They are kept as ratios, found once for the workload that was measured, so that what another load or another count would do follows
from them too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.sizing.speed.record import Speed
from engine.sizing.speed.tail import answer_ms
from engine.trial import Trial

_LEAST, _MOST = 1e-6, 1e6
"""Between these ratios the one is looked for that a measured time tells of."""
_HALVINGS: Final = 64


class Tried(NamedTuple):
    """Measured over estimated, of one kind of machine."""

    time: float = 1.0
    """Of an answer, or of a run."""
    capacity: float = 1.0
    first_token: float = 1.0
    per_token: float = 1.0
    precision: str | None = None
    """The data type that was measured; in another one the ratio says nothing."""
    is_own: bool = True
    """Whether the very type was measured, and not another one with the same hardware."""

    def speed(self, estimate: Speed) -> Speed:
        """What one machine does, measured."""
        if estimate.precision != self.precision:
            return estimate
        return msgspec.structs.replace(
            estimate,
            latency_ms=estimate.latency_ms * self.time,
            alone_ms=estimate.alone_ms * self.time,
            capacity=estimate.capacity * self.capacity,
            first_token_ms=_times(estimate.first_token_ms, self.first_token),
            per_token_ms=_times(estimate.per_token_ms, self.per_token),
            is_measured=True,
            is_tried=self.is_own,
        )


class Trials(NamedTuple):
    """All of one person, and what follows from them."""

    made: tuple[Trial, ...]
    found: Mapping[object, Tried]
    """Instance type, hardware that types share, or place and memory size -> measured over estimated."""
    subject: str
    """The model or the algorithm that was measured."""


NO_TRIALS: Final = Trials((), {}, "")


def tried(estimate: Speed, trials: Sequence[Trial]) -> Tried | None:
    """What trials on machines of one type tell of its speed; None where they measured nothing of it."""
    most = max((trial.rate_per_s / trial.instance_count for trial in trials if trial.is_capacity and trial.rate_per_s), default=None)
    ratios = [ratio for trial in trials if not trial.is_capacity and (ratio := _of_answer(estimate, trial, most)) is not None]
    if not ratios:
        ratios = [trial.latency_ms / estimate.latency_ms for trial in trials if trial.is_capacity and trial.latency_ms]
    first, each = median_of(trial.first_token_ms for trial in trials), median_of(trial.per_token_ms for trial in trials)
    if not ratios and most is None and first is None and each is None:
        return None
    time = math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else 1.0
    return Tried(
        time=time,
        capacity=most / estimate.capacity if most is not None else 1 / time,
        first_token=_ratio(first, estimate.first_token_ms),
        per_token=_ratio(each, estimate.per_token_ms),
        precision=estimate.precision,
    )


def _of_answer(estimate: Speed, trial: Trial, most: float | None) -> float | None:
    """How many times as long the work took as estimated, so that an answer takes what it did at the load of the trial.

    None where no time was measured, or none that any speed explains. `most` is the capacity of a machine where that was measured.
    """
    if not trial.latency_ms:
        return None
    low, high = _LEAST, _MOST
    if _at(estimate, low, trial, most) > trial.latency_ms or _at(estimate, high, trial, most) < trial.latency_ms:
        return None
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        if _at(estimate, middle, trial, most) < trial.latency_ms:
            low = middle
        else:
            high = middle
    return high


def _at(estimate: Speed, ratio: float, trial: Trial, most: float | None) -> float:
    """The time of an answer at the load of a trial, ms, if the work took so many times as long."""
    speed = msgspec.structs.replace(
        estimate,
        latency_ms=estimate.latency_ms * ratio,
        alone_ms=estimate.alone_ms * ratio,
        capacity=estimate.capacity / ratio if most is None else most,
    )
    return answer_ms(trial.rate_per_s or 0.0, speed, trial.instance_count, trial.tail)


def median_of(values: Iterable[float | None]) -> float | None:
    """The median of what is known; None where nothing is."""
    from statistics import median  # noqa: PLC0415  # few have measured anything; it takes as long to import as ten modules

    known = [value for value in values if value]
    return median(known) if known else None


def _ratio(measured: float | None, estimated: float | None) -> float:
    return measured / estimated if measured and estimated else 1.0


def _times(value: float | None, ratio: float) -> float | None:
    return value * ratio if value is not None else None
