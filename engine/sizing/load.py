"""How many instances carry a load within a latency target: queueing, not division."""

from __future__ import annotations

import math


def wait_ms(arrivals: float, service_ms: float, servers: float, tail: float) -> float:
    """The time that the share `tail` of arrivals waits for longer, ms.

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


def instances_for(peak: float, capacity: float, target_utilization: float) -> int:
    """Instances that keep `capacity` each under `target_utilization` at `peak` requests a second."""
    return max(1, math.ceil(peak / (capacity * target_utilization) - 1e-9))
