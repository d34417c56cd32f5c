"""How long one run of a job takes, and what that follows from: the start, what there is to do, and the rate of all machines."""

from __future__ import annotations

from typing import Final

import msgspec

SECONDS_AN_HOUR: Final = 3600.0


class ItemRun(msgspec.Struct, frozen=True, gc=False):
    """A run whose work is counted in items, tokens or rows; `item_run` makes it."""

    start: float
    """Hours until the machines work."""
    units: float
    """All there is to do."""
    rate: float
    """Units a second of all machines, as estimated."""
    machines: int
    measured_ratio: float
    """Measured over estimated time of the work."""
    hours: float
    """Of the whole run."""

    @property
    def machine_rate(self) -> float:
        """Units a second of one machine, measured where somebody did."""
        return self.rate / self.machines / self.measured_ratio


class DataRun(msgspec.Struct, frozen=True, gc=False):
    """A run whose work is counted in GB of data, which cores read; `data_run` makes it."""

    start: float
    """Hours until the machines work."""
    gb: float
    gb_per_core_hour: float
    """As estimated."""
    cores: int
    """Of one machine."""
    machines: int
    measured_ratio: float
    """Measured over estimated time of the work."""
    hours: float
    """Of the whole run."""

    @property
    def core_rate(self) -> float:
        """GB that a core reads in an hour, measured where somebody did."""
        return self.gb_per_core_hour / self.measured_ratio


class StatedRun(msgspec.Struct, frozen=True, gc=False):
    """A run of which somebody states how long it takes."""

    hours: float


EstimatedRun = ItemRun | DataRun
RunTime = EstimatedRun | StatedRun


def item_run(start: float, units: float, rate: float, machines: int, *, measured_ratio: float = 1.0) -> ItemRun:
    """The run of `units` at `rate` a second of all `machines`, after `start` hours."""
    hours = start + units / rate / SECONDS_AN_HOUR * measured_ratio
    return ItemRun(start, units, rate, machines, measured_ratio, hours)


def data_run(start: float, gb: float, gb_per_core_hour: float, cores: int, machines: int, *, measured_ratio: float = 1.0) -> DataRun:
    """The run over so many GB, of which each of the `cores` of every machine reads its part, after `start` hours."""
    hours = start + gb / (gb_per_core_hour * cores * machines) * measured_ratio
    return DataRun(start, gb, gb_per_core_hour, cores, machines, measured_ratio, hours)


def correct_by_measurement(run: EstimatedRun, ratio: float) -> EstimatedRun:
    """The run whose work takes `ratio` times as long as estimated."""
    if isinstance(run, ItemRun):
        return item_run(run.start, run.units, run.rate, run.machines, measured_ratio=ratio)
    return data_run(run.start, run.gb, run.gb_per_core_hour, run.cores, run.machines, measured_ratio=ratio)
