"""What an estimate is made of, before its ranges, its cost and its sources."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.sizing.estimated import BoundBy, Memory, RateUnit
from engine.sizing.question import Question
from engine.sizing.speed.performance import Load

_WHOLE: Final = 1000
"""Numbers from here on have no digits behind the point."""


class Answer(NamedTuple):
    """Times in ms, rate in units a second of the whole run; None where there is no such value."""

    memory: Memory
    host_gb: float
    bound_by: BoundBy
    unit: RateUnit
    steps: tuple[str, ...]
    load: Load
    """What the numbers are for; a measurement of the same load takes their place."""
    latency_ms: float | None = None
    first_token_ms: float | None = None
    per_token_ms: float | None = None
    rate: float | None = None


def figure(value: float) -> str:
    """Four digits, and thousands with their commas: "165.2", "11,819"."""
    return f"{value:,.0f}" if abs(value) >= _WHOLE else f"{value:.4g}"


def where_step(asked: Question, devices: float) -> str:
    """The first line of the arithmetic: what runs, in what, on what."""
    device, run = asked.device, asked.run
    of = f"{device.count:g} cores of {device.name}" if asked.on_cpu else f"{devices:g} × {device.name}"
    machines = f", {run.count} machines" if run.count > 1 else ""
    return f"{run.stage} in {asked.precision} on {of}{machines}"


def fit_step(memory: Memory) -> str:
    """The line that compares the need with what is usable."""
    share = memory.per_device / memory.device_usable
    return f"memory per device = {memory.per_device:.4g} of {memory.device_usable:.4g} GB usable = {share:.0%}: {memory.verdict}"
