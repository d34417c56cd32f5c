"""How long work takes that runs and ends."""

from __future__ import annotations

from typing import Final

from knowledge import Knowledge
from quizzes.generated.formulas.solution import DrawnValues, Solution

_DAY_S: Final = 86_400
_BITS: Final = 8


def token_days(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Days to train on a number of tokens at a rate per device."""
    billions, devices, rate, share = (drawn.get_number(name) for name in ("tokens_b", "devices", "rate", "scaling"))
    alone = billions * 1e9 / rate / _DAY_S
    answer = alone / devices / (share / 100)
    slips = {"one_device": alone, "perfect_scaling": alone / devices, "hours": answer * 24, "times_scaling": alone / devices * share / 100}
    return Solution(answer, {"together": devices * rate * share / 100, "seconds": answer * _DAY_S}, slips)


def compute_days(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Days of training by its operations: 6 × parameters × tokens over what the devices really do."""
    billions, tokens, devices, peak, share = (drawn.get_number(name) for name in ("parameters_b", "tokens_b", "devices", "tflops", "mfu"))
    operations = 6 * billions * tokens * 1e18
    answer = operations / (devices * peak * 1e12 * share / 100) / _DAY_S
    slips = {"forward_only": answer / 3, "peak": answer * share / 100, "one_device": answer * devices, "hours": answer * 24}
    return Solution(answer, {"operations": f"{operations:.2e}".replace("e+", " × 10^"), "done": devices * peak * share / 100}, slips)


def checkpoint_loss(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Minutes of work that a month of interruptions takes back: half an interval each, on average, and the restart."""
    times, interval, restart = (drawn.get_number(name) for name in ("interruptions", "interval", "restart"))
    slips = {
        "whole_interval": times * (interval + restart),
        "no_restart": times * interval / 2,
        "one": interval / 2 + restart,
        "restart_only": times * restart,
        "restart_once": times * interval / 2 + restart,
    }
    return Solution(times * (interval / 2 + restart), {"each": interval / 2 + restart, "half": interval / 2}, slips)


def transfer(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Seconds to copy an artifact over a network that reaches a share of its rate."""
    gigabytes, rate, share = (drawn.get_number(name) for name in ("gigabytes", "gbit", "share"))
    reached = rate * share / 100
    answer = gigabytes * _BITS / reached
    slips = {
        "bytes": gigabytes / reached,
        "full_rate": gigabytes * _BITS / rate,
        "times_share": answer * (share / 100) ** 2,
        "minutes": answer / 60,
    }
    return Solution(answer, {"gigabits": gigabytes * _BITS, "reached": reached}, slips)


def steps(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Optimizer steps of a run over several devices with gradient accumulation."""
    thousands, epochs, batch, devices, gathered = (
        drawn.get_number(name) for name in ("thousands", "epochs", "batch", "devices", "accumulation")
    )
    together = batch * devices * gathered
    answer = thousands * 1e3 * epochs / together
    slips = {
        "one_device": answer * devices,
        "no_accumulation": answer * gathered,
        "one_epoch": answer / epochs,
        "batch_only": answer * devices * gathered,
    }
    return Solution(answer, {"together": together, "examples": thousands * 1e3}, slips)


def batch_hours(drawn: DrawnValues, _knowledge: Knowledge) -> Solution:
    """Hours in which instances score a data set, the start included."""
    millions, count, rate, start = (drawn.get_number(name) for name in ("millions", "count", "rate", "start_minutes"))
    scoring = millions * 1e6 / (count * rate) / 3600
    answer = scoring + start / 60
    slips = {"no_start": scoring, "one_instance": scoring * count + start / 60, "minutes": scoring * 60, "start_as_hours": scoring + start}
    return Solution(answer, {"scoring": scoring, "together": count * rate}, slips)
