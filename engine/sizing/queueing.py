"""Queueing: how long requests wait at a load, how long answers take then, and how many instances carry it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from engine.measurement import Tail
from engine.sizing.speed.instance_speed import LoadPoint, Speed

_SLOWER_SHARE: Final[Mapping[Tail, float]] = {"p50": 0.5, "mean": 0.5, "p90": 0.1, "p95": 0.05, "p99": 0.01, "p999": 0.001, "max": 0.001}
"""The share of answers that take longer; the mean is read as the median, the longest as the 99.9th percentile."""


class AnswerTime(msgspec.Struct, frozen=True, gc=False):
    """The time of an answer under load, ms, by part; `answer_time` makes it."""

    alone: float
    """A single request on an idle machine."""
    batching: float
    """What a full batch takes longer."""
    load: float
    """Share of the capacity in use: batches are as full."""
    waiting: float
    """In the queue."""
    machines: int
    """Machines that share the load."""
    total: float
    """The whole time; infinite where the machines cannot keep up."""


def queue_wait_ms(arrivals: float, service_ms: float, servers: float, tail: float) -> float:
    """The time that the share `tail` of arrivals waits for longer, ms; `arrivals` are per second.

    M/M/c with half its wait, which is the usual approximation for service times that hardly vary; infinite where the
    servers cannot keep up. The share that waits is Sakasegawa's closed form of Erlang C (1977).
    """
    rate = 1e3 / service_ms
    busy = arrivals / (rate * servers)
    if busy >= 1:
        return math.inf
    waiting = busy ** (math.sqrt(2 * (servers + 1)) - 1)
    if waiting <= tail:
        return 0.0
    return math.log(waiting / tail) / (servers * rate * (1 - busy)) * 1e3 / 2


def answer_time(arrivals: float, speed: Speed, count: int, tail: Tail = "p99") -> AnswerTime:
    """The time of an answer where `arrivals` a second come to `count` machines: service, batching under load, and waiting.

    Where the machine was measured at several loads, each run tells the time at its load, and the line between two runs the time between.
    """
    if speed.load_points:
        return _answer_time_as_measured(arrivals, speed, count, tail)
    return _modelled_answer_time(arrivals, speed, count, tail)


def _modelled_answer_time(arrivals: float, speed: Speed | LoadPoint, count: int, tail: Tail) -> AnswerTime:
    capacity = speed.capacity * count
    load = min(arrivals / capacity, 1.0)
    slots = max(1.0, capacity * speed.latency_ms / 1e3)
    waiting = queue_wait_ms(arrivals, slots / capacity * 1e3, slots, _SLOWER_SHARE[tail])
    alone, batching = speed.alone_ms, speed.latency_ms - speed.alone_ms
    total = alone + batching * load + waiting
    return AnswerTime(alone, batching, load, waiting, count, total)


def _answer_time_as_measured(arrivals: float, speed: Speed, count: int, tail: Tail) -> AnswerTime:
    points, rate = speed.load_points, arrivals / count
    after = next((at for at, point in enumerate(points) if point.rate_per_s >= rate), len(points))
    if after in (0, len(points)):  # beyond what was measured: the nearest run, at this load
        return _modelled_answer_time(arrivals, points[0 if after == 0 else -1], count, tail)
    low, high = points[after - 1], points[after]
    share = (rate - low.rate_per_s) / (high.rate_per_s - low.rate_per_s)
    below, above = (_modelled_answer_time(point.rate_per_s * count, point, count, tail) for point in (low, high))

    def between(of: Callable[[AnswerTime], float]) -> float:
        return of(below) + share * (of(above) - of(below))

    load = min(arrivals / (speed.capacity * count), 1.0)
    alone, filling, waiting = (between(of) for of in (lambda at: at.alone, lambda at: at.batching * at.load, lambda at: at.waiting))
    return AnswerTime(alone, filling / load if load else 0.0, load, waiting, count, alone + filling + waiting)


def percentile_latency_ms(arrivals: float, speed: Speed, count: int, tail: Tail = "p99") -> float:
    """The time of an answer where `arrivals` a second come to `count` machines, ms; infinite where they cannot keep up."""
    return answer_time(arrivals, speed, count, tail).total


def required_instances(peak: float, capacity: float, target_utilization: float) -> int:
    """Instances that keep `capacity` each under `target_utilization` at `peak` requests a second."""
    return max(1, math.ceil(peak / (capacity * target_utilization) - 1e-9))
