"""What follows where the words tell that little is asked, and no rate does."""

from __future__ import annotations

from typing import Final

from engine.intake.message import Message
from engine.workload import Origin, Workload

_RATE: Final = 0.2
_BECAUSE: Final = "low traffic, taken as 12 requests a minute"
_LOADS: Final = ("requests_per_second", "peak_requests_per_second", "concurrency", "items_per_run", "tokens_per_second")
_SERVED: Final = frozenset({None, "inference"})


def with_low_traffic(work: Workload, message: Message) -> Workload:
    """The workload with a rate where its traffic is said to be low and nothing else tells how much it is."""
    told = bool(message.cues["low_traffic"]) and work.stage in _SERVED and all(getattr(work, load) is None for load in _LOADS)
    return work.with_fact("requests_per_second", _RATE, Origin(kind="derived", because=_BECAUSE)) if told else work
