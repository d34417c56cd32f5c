"""How many requests there are, and what carries them."""

from __future__ import annotations

import math

from engine.sizing.load import instances_for
from knowledge import Knowledge
from quizzes.generated.formulas.worked import Drawn, Worked

_HOUR_S = 3600


def instances(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """Instances that carry a peak at a utilization."""
    rate, factor, each, share = (drawn.number(name) for name in ("rate", "peak_factor", "each", "utilization"))
    peak = rate * factor
    slips = {
        "no_share": math.ceil(peak / each),
        "no_peak": instances_for(rate, each, share / 100),
        "neither": math.ceil(rate / each),
        "rounded_down": math.floor(peak / (each * share / 100)),
        "times_share": math.ceil(peak / each * (1 + share / 100)),
    }
    answer = instances_for(peak, each, share / 100)
    return Worked(answer, {"peak": peak, "planned": each * share / 100}, {name: float(value) for name, value in slips.items()})


def peak_rate(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """Requests a second at the peak, from requests a day in the hours of use."""
    thousands, hours, factor = (drawn.number(name) for name in ("thousands", "hours", "peak_factor"))
    mean = thousands * 1e3 / (hours * _HOUR_S)
    slips = {"mean": mean, "whole_day": mean * factor * hours / 24, "day_mean": mean * hours / 24, "minutes": mean * factor * 60}
    return Worked(mean * factor, {"mean": mean, "seconds": hours * _HOUR_S, "requests": thousands * 1e3}, slips)


def under_way(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """Requests under way at once, by Little's law."""
    rate, latency = drawn.number("rate"), drawn.number("latency_ms")
    answer = rate * latency / 1e3
    slips = {"inverse": rate / (latency / 1e3), "rate": rate, "milliseconds": rate * latency, "minutes": rate * 60 * latency / 1e3}
    return Worked(answer, {"seconds": latency / 1e3}, slips)


def drain(drawn: Drawn, _knowledge: Knowledge) -> Worked:
    """Minutes in which a backlog is worked off while requests go on arriving."""
    backlog, count, each, arriving = (drawn.number(name) for name in ("backlog", "count", "each", "arriving"))
    capacity = count * each
    slips = {
        "no_arrivals": backlog / capacity,
        "added": backlog / (capacity + arriving),
        "one_instance": backlog / each,
        "seconds": backlog / (capacity - arriving) * 60,
    }
    return Worked(backlog / (capacity - arriving), {"capacity": capacity, "net": capacity - arriving}, slips)


def decode_bound(drawn: Drawn, knowledge: Knowledge) -> Worked:
    """Tokens a second that memory bandwidth allows one sequence: bandwidth over the bytes of the weights."""
    billions, width = drawn.number("parameters_b"), drawn.number("bits") / 8
    accelerator = knowledge.accelerators[drawn.word("accelerator")]
    bandwidth = accelerator.bandwidth_gb_per_second.value
    held = billions * width
    slips = {
        "bits": bandwidth / (held * 8),
        "parameters": bandwidth / billions,
        "capacity": accelerator.memory_gb_nominal.value / held,
        "inverse": held / bandwidth * 1e3,
    }
    return Worked(bandwidth / held, {"device": accelerator.name, "bandwidth": bandwidth, "held": held}, slips)
