"""How many instances carry a load within a latency target: queueing, not division."""

from __future__ import annotations

import math
from typing import Final

_TAIL: Final = 0.01
"""The 99th percentile is where one arrival in a hundred still waits."""


def wait_p99_ms(arrivals: float, service_ms: float, servers: float) -> float:
    """The 99th percentile of waiting, ms, for `arrivals` a second at `servers` that each take `service_ms`.

    M/M/c (Erlang C) with half its wait, which is the usual approximation for service times that hardly vary.
    Infinite where the servers cannot keep up.
    """
    rate = 1e3 / service_ms
    load = arrivals / rate
    if load >= servers:
        return math.inf
    waiting = _erlang_c(load, max(int(servers), 1))
    if waiting <= _TAIL:
        return 0.0
    return math.log(waiting / _TAIL) / (servers * rate - arrivals) * 1e3 / 2


def _erlang_c(load: float, servers: int) -> float:
    """Probability that an arrival waits."""
    blocked = 1.0
    for count in range(1, servers + 1):
        blocked = load * blocked / (count + load * blocked)
    share = load / servers
    return blocked / (1 - share + share * blocked) if share < 1 else 1.0


def instances_for(peak: float, capacity: float, target_utilization: float) -> int:
    """Instances that keep `capacity` each under `target_utilization` at `peak` requests a second."""
    return max(1, math.ceil(peak / (capacity * target_utilization) - 1e-9))
