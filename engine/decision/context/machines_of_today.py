"""The machines in use today: of one type, or of several."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.workload import Workload
from knowledge import Knowledge
from knowledge.schema.instance import Instance
from knowledge.schema.place import Place
from knowledge.schema.symptom import Symptom

_SPEED: Final = frozenset({"latency", "run-time", "throughput"})
"""What remedies move where too little speed is what hurts."""
_AREAS_OF_SPEED: Final = frozenset({"speed", "scaling", "utilization"})
_TARGETS: Final = (("current_run_hours", "training_deadline_hours"), ("current_latency_ms", "latency_p99_ms"))
"""Fact of today -> the target that it is held against."""


class MachinesOfToday(NamedTuple):
    """Machines of one type that run today."""

    instance: Instance
    quantity: int

    @property
    def name(self) -> str:
        """How many of which type: "2 × g5.xlarge"."""
        return f"{self.quantity} × {self.instance.instance_type}"

    def hourly_usd(self, place: Place | None) -> float | None:
        """USD an hour of all of them at a place, at that of EC2 where none is told; None where no price is known."""
        price = self.instance.price_at(sagemaker=place is not None and place.job_kind is not None)
        return price.usd_per_hour * self.quantity if price is not None else None


def machines_of_today(workload: Workload, knowledge: Knowledge) -> tuple[MachinesOfToday, ...]:
    """What runs today, the type named first before others; empty where nobody told a type that the catalogue knows."""
    counted = (one.split(" x ", 1) for one in workload.current_fleet or ())
    fleet = tuple(MachinesOfToday(knowledge.instances[name], int(count)) for count, name in counted if name in knowledge.instances)
    if fleet:
        return fleet
    instance = knowledge.instances.get(workload.current_instance or "")
    return (MachinesOfToday(instance, int(workload.current_count or 1)),) if instance is not None else ()


def hours_of_today(workload: Workload, knowledge: Knowledge) -> float | None:
    """Hours of a run on today's machines, as told or by what a run costs; None where neither is."""
    fleet = machines_of_today(workload, knowledge)
    if workload.current_run_hours or not workload.current_usd_per_run or len(fleet) != 1:
        return workload.current_run_hours
    place = knowledge.places.get(workload.current_place or "")
    hourly = fleet[0].hourly_usd(place)
    return workload.current_usd_per_run / hourly if hourly else None


def falls_short_today(workload: Workload, knowledge: Knowledge) -> bool:
    """True if something hurts beside the bill: what runs today is not enough, misses a stated target, or fails."""
    if any(_misses(workload, today, target) for today, target in _TARGETS):
        return True
    symptoms = (knowledge.symptoms[name] for name in workload.symptoms or () if name in knowledge.symptoms)
    return any(symptom.area != "cost" and symptom.remedies[0].effect.what != "cost" for symptom in symptoms)


def _misses(workload: Workload, today: str, target: str) -> bool:
    """Whether a figure of today is above a target that somebody stated."""
    figure, most = getattr(workload, today), getattr(workload, target)
    return figure is not None and most is not None and figure > most and not workload.is_assumed(target)


def is_too_slow_today(workload: Workload, knowledge: Knowledge) -> bool:
    """True if what hurts today may be speed: half or more of the remedies of a likely symptom make it faster."""
    if workload.current_instance is None:
        return False
    likely = (knowledge.symptoms[name] for name in workload.symptoms or () if name in knowledge.symptoms)
    return any(symptom.area in _AREAS_OF_SPEED and _is_cured_by_speed(symptom) for symptom in likely)


def _is_cured_by_speed(symptom: Symptom) -> bool:
    faster = sum(remedy.effect.what in _SPEED for remedy in symptom.remedies)
    return 2 * faster >= len(symptom.remedies)
