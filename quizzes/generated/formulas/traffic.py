"""How many requests there are, and what carries them."""

from __future__ import annotations

import math

from engine.sizing.queueing import required_instances
from knowledge import Knowledge
from quizzes.generated.formulas.solution import DrawnValues, Solution

_HOUR_S = 3600


def instances(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Instances that carry a peak at a utilization."""
    rate, factor, each, share = (drawn.get_number(name) for name in ("rate", "peak_factor", "each", "utilization"))
    peak = rate * factor
    slips = {
        "no_share": math.ceil(peak / each),
        "no_peak": required_instances(rate, each, share / 100),
        "neither": math.ceil(rate / each),
        "rounded_down": math.floor(peak / (each * share / 100)),
        "times_share": math.ceil(peak / each * (1 + share / 100)),
    }
    answer = required_instances(peak, each, share / 100)
    return Solution(answer, {"peak": peak, "planned": each * share / 100}, {name: float(value) for name, value in slips.items()})


def peak_rate(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Requests a second at the peak, from requests a day in the hours of use."""
    thousands, hours, factor = (drawn.get_number(name) for name in ("thousands", "hours", "peak_factor"))
    mean = thousands * 1e3 / (hours * _HOUR_S)
    slips = {"mean": mean, "whole_day": mean * factor * hours / 24, "day_mean": mean * hours / 24, "minutes": mean * factor * 60}
    return Solution(mean * factor, {"mean": mean, "seconds": hours * _HOUR_S, "requests": thousands * 1e3}, slips)


def under_way(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Requests under way at once, by Little's law."""
    rate, latency = drawn.get_number("rate"), drawn.get_number("latency_ms")
    answer = rate * latency / 1e3
    slips = {"inverse": rate / (latency / 1e3), "rate": rate, "milliseconds": rate * latency, "minutes": rate * 60 * latency / 1e3}
    return Solution(answer, {"seconds": latency / 1e3}, slips)


def drain(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Minutes in which a backlog is worked off while requests go on arriving."""
    backlog, count, each, arriving = (drawn.get_number(name) for name in ("backlog", "count", "each", "arriving"))
    capacity = count * each
    slips = {
        "no_arrivals": backlog / capacity,
        "added": backlog / (capacity + arriving),
        "one_instance": backlog / each,
        "seconds": backlog / (capacity - arriving) * 60,
    }
    return Solution(backlog / (capacity - arriving), {"capacity": capacity, "net": capacity - arriving}, slips)


def decode_bound(drawn: DrawnValues, knowledge: Knowledge) -> Solution:
    """Tokens a second that memory bandwidth allows one sequence: bandwidth over the bytes of the weights."""
    billions, width = drawn.get_number("parameters_b"), drawn.get_number("bits") / 8
    accelerator = knowledge.accelerators[drawn.get_word("accelerator")]
    bandwidth = accelerator.bandwidth_gb_per_second.value
    held = billions * width
    slips = {
        "bits": bandwidth / (held * 8),
        "parameters": bandwidth / billions,
        "capacity": accelerator.memory_gb_nominal.value / held,
        "inverse": held / bandwidth * 1e3,
    }
    return Solution(bandwidth / held, {"device": accelerator.name, "bandwidth": bandwidth, "held": held}, slips)
