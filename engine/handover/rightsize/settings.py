"""The options of a run over a fleet, and the thresholds that follow from them."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.handover.rightsize.finding import RiskLevel
from engine.handover.rightsize.usage import DIMENSIONS, JOBS, Dimension
from engine.policy import NO_POLICY, Policy
from knowledge import Knowledge
from knowledge.schema.metric import ResourceKind
from knowledge.schema.record import Lens, Record

FULL_PERCENT: Final = 100.0


class Settings(Record):
    """The options; None stands for the knowledge base's own value."""

    region: str = "us-east-1"
    """Of resources that name none."""
    lens: Lens = "today"
    policy: Policy = NO_POLICY
    arm: bool = False
    """True if software may be built for the other architecture."""
    any_accelerator: bool = False
    """True if an accelerator may be replaced by one that lacks some of its data types, or dropped where it is not used."""
    risk: RiskLevel = "medium"
    """The most that a proposal may risk."""
    headroom: float | None = None
    """Percent of vCPUs, memory and GPUs that stay free."""
    min_hours: float | None = None
    """Hours of measurements below which nothing is found."""
    lookback_days: float | None = None


class UseLimits(NamedTuple):
    """How full each dimension of a machine may be, percent."""

    proposed: dict[Dimension, float]
    """Of a machine that is proposed."""
    current: dict[Dimension, float]
    """Of today's machine, which is too small above it. A dimension that may be full is missing here."""


class Thresholds:
    """The thresholds of the knowledge base, overridden by the settings."""

    def __init__(self, knowledge: Knowledge, settings: Settings) -> None:
        """Work out the limits of services and of jobs once, since every resource asks for them."""
        self._base = knowledge.weights["rightsize"].thresholds
        self._min_hours = settings.min_hours
        proposed = {name: FULL_PERCENT - self._headroom(name, settings) for name in DIMENSIONS}
        memory_full: dict[Dimension, float] = {"gpu_memory": self["gpu_memory_full"]}
        job_memory = max(self["job_memory_full"], proposed["memory"])
        self._service_limits = UseLimits(proposed, {**proposed, **memory_full})
        self._job_limits = UseLimits(proposed, {"memory": job_memory, **memory_full})

    def __getitem__(self, name: str) -> float:
        """A threshold by its name in the knowledge base."""
        return self._base[name]

    def use_limits(self, kind: ResourceKind) -> UseLimits:
        """How full the machines of this kind of resource may be."""
        return self._job_limits if kind in JOBS else self._service_limits

    def min_hours(self, kind: ResourceKind) -> float:
        """Hours that must have been measured before anything is found."""
        if self._min_hours is not None:
            return self._min_hours
        return self["job_hours_least" if kind in JOBS else "hours_least"]

    def _headroom(self, dimension: Dimension, settings: Settings) -> float:
        """Percent that stays free; the option leaves the memory of accelerators alone."""
        if settings.headroom is None or dimension == "gpu_memory":
            return self[f"{dimension}_headroom"]
        return settings.headroom
