"""What follows where the words tell that little or much is asked, and no rate does."""

from __future__ import annotations

from typing import Final

from engine.intake.message import Message
from engine.workload import Origin, Workload
from knowledge import Knowledge

_RATE: Final = 0.2
_BECAUSE: Final = "low traffic, taken as 12 requests a minute"
_MANY: Final = 20
_LOADS: Final = ("requests_per_second", "peak_requests_per_second", "concurrency", "items_per_run", "tokens_per_second")
_SERVED: Final = frozenset({None, "inference"})


def with_traffic_in_words(work: Workload, message: Message, knowledge: Knowledge) -> Workload:
    """The workload with a rate where its traffic is said to be low or huge and nothing else tells how much it is."""
    if work.stage not in _SERVED or any(getattr(work, load) is not None for load in _LOADS):
        return work
    if message.cues["low_traffic"]:
        return work.with_fact("requests_per_second", _RATE, Origin(kind="derived", because=_BECAUSE))
    if message.cues["high_traffic"]:
        usual = _usual(work, knowledge)
        words = message.quote(message.cues["high_traffic"][0])
        because = f'"{words}", taken as {_MANY} times the {usual:g} requests a second of a modest service'
        return work.with_fact("requests_per_second", usual * _MANY, Origin(kind="derived", because=because))
    return work


def _usual(work: Workload, knowledge: Knowledge) -> float:
    """Requests a second of a modest service for the task."""
    for subject in (work.task or "any", "any"):
        assume = knowledge.defaults[subject].assume if subject in knowledge.defaults else {}
        rate = assume["requests_per_second"].value if "requests_per_second" in assume else None
        if isinstance(rate, (int, float)):
            return float(rate)
    return 1.0
