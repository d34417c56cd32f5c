"""What follows where the words tell that little or much is asked, and no rate does."""

from __future__ import annotations

from typing import Final

from engine.intake.message import Message
from engine.workload import Origin, Workload
from knowledge import Knowledge

_LOADS: Final = ("requests_per_second", "peak_requests_per_second", "concurrency", "items_per_run", "tokens_per_second")
_SERVED: Final = frozenset({None, "inference"})


def with_traffic_in_words(work: Workload, message: Message, knowledge: Knowledge) -> Workload:
    """The workload with a rate where its traffic is said to be low or huge and nothing else tells how much it is."""
    if work.stage not in _SERVED or any(getattr(work, load) is not None for load in _LOADS):
        return work
    rates = knowledge.weights["sizing"].thresholds
    if message.cues["low_traffic"]:
        low = rates["low_traffic_rate"]
        because = f"low traffic, taken as {low * 60:g} requests a minute"
        return work.with_fact("requests_per_second", low, Origin(kind="derived", because=because))
    if message.cues["high_traffic"]:
        usual, many = _usual(work, knowledge), rates["high_traffic_factor"]
        words = message.quote(message.cues["high_traffic"][0])
        because = f'"{words}", taken as {many:g} times the {usual:g} requests a second of a modest service'
        return work.with_fact("requests_per_second", usual * many, Origin(kind="derived", because=because))
    return work


def _usual(work: Workload, knowledge: Knowledge) -> float:
    """Requests a second of a modest service for the task; of any where its defaults have none."""
    of_task = knowledge.defaults.get(work.task or "any", knowledge.defaults["any"]).assume
    rate = of_task.get("requests_per_second", knowledge.defaults["any"].assume["requests_per_second"]).value
    if not isinstance(rate, (int, float)):
        raise TypeError(f"defaults: the requests a second of {work.task or 'any'} are no number.")
    return float(rate)
