"""What a person sets for a look at a fleet, and the thresholds that follow from it."""

from __future__ import annotations

from engine.handover.rightsize.finding import RiskLevel
from engine.handover.rightsize.usage import JOBS, Dimension
from engine.policy import NO_POLICY, Policy
from knowledge import Knowledge
from knowledge.schema.metric import ResourceKind
from knowledge.schema.record import Lens, Record

WHOLE = 100.0
"""Percent."""


class Settings(Record):
    """The options; None is what the base says."""

    region: str = "us-east-1"
    """Of resources that name none."""
    lens: Lens = "today"
    policy: Policy = NO_POLICY
    arm: bool = False
    """Whether software may be built for the other architecture."""
    any_accelerator: bool = False
    """Whether an accelerator may be replaced by one that lacks some of its data types, or by none where it is not used."""
    risk: RiskLevel = "medium"
    """The most that a proposal may risk."""
    headroom: float | None = None
    """Percent of vCPUs, memory and GPUs that stay free."""
    hours_least: float | None = None
    """Hours of measures below which nothing is found."""
    lookback_days: float | None = None


class Rooms(Record):
    """How full each dimension of a machine may be, percent."""

    room: dict[Dimension, float]
    """Of a machine that is proposed."""
    limit: dict[Dimension, float]
    """Of today's machine; above it, it is too small. A dimension that may be full is not among them."""


class Thresholds:
    """The figures of the base, as far as the settings leave them."""

    def __init__(self, knowledge: Knowledge, settings: Settings) -> None:
        """Read them once; a fleet asks often."""
        self._base = knowledge.weights["rightsize"].thresholds
        self._settings = settings
        self._endpoints, self._jobs = self._of_service(), self._of_jobs()

    def __getitem__(self, name: str) -> float:
        """A threshold by its name in the base."""
        return self._base[name]

    def rooms(self, kind: ResourceKind) -> Rooms:
        """How full machines of a kind of resource may be."""
        return self._jobs if kind in JOBS else self._endpoints

    def hours_least(self, kind: ResourceKind) -> float:
        """Hours that have to be measured before anything is found; a job is judged by what it ran."""
        if self._settings.hours_least is not None:
            return self._settings.hours_least
        return self["job_hours_least" if kind in JOBS else "hours_least"]

    def _of_service(self) -> Rooms:
        room = self._rooms()
        return Rooms(room=room, limit={**room, "gpu_memory": self["gpu_memory_full"]})

    def _of_jobs(self) -> Rooms:
        room = self._rooms()
        memory = max(self["job_memory_full"], room["memory"])
        return Rooms(room=room, limit={"memory": memory, "gpu_memory": self["gpu_memory_full"]})

    def _rooms(self) -> dict[Dimension, float]:
        free = self._settings.headroom
        return {
            "cpu": WHOLE - (self["cpu_headroom"] if free is None else free),
            "memory": WHOLE - (self["memory_headroom"] if free is None else free),
            "gpu": WHOLE - (self["gpu_headroom"] if free is None else free),
            "gpu_memory": WHOLE - self["gpu_memory_headroom"],
        }
