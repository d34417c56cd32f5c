"""Machines of several types that do one work together: "three m5.xlarge and one c5.4xlarge"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.intake.message import Message
from engine.lazy_pattern import lazy_pattern

_JOINED: Final = lazy_pattern(r"(?:and|plus|also|with|as well as|,|;|&|\+)", 2)
_OWN_WORK: Final = lazy_pattern(
    r"\s*(?:endpoints?|machines?|instances?|boxes|servers?|nodes?)?\s*(?:for|does|doing|that|which|trains?|runs?)\b", 2
)
"""Behind a type, what it alone is for: "one g4dn.2xlarge for embeddings"."""
_LIST: Final = 3
"""Types from which on they are a list."""


class MachinesInUse(NamedTuple):
    """A type that a message tells to be in use."""

    instance_type: str
    start: int
    end: int
    """Where its name stands."""
    counted: tuple[float, int, int] | None
    """How many there are, and where that is said; None where nobody says."""

    @property
    def quantity(self) -> int:
        """How many; one where nobody says."""
        return int(self.counted[0]) if self.counted else 1


def fleet_of(message: Message, in_use: Sequence[MachinesInUse]) -> tuple[MachinesInUse, ...]:
    """The machines that stand beside each other in one sentence, at least one type of them counted; none where there is one type only."""
    if not in_use:
        return ()
    fleet = [in_use[0]]
    for one in in_use[1:]:
        is_new = one.instance_type not in {known.instance_type for known in fleet}
        if is_new and _stand_together(message, fleet[-1], one) and not _have_own_work(message, fleet[-1], one):
            fleet.append(one)
    return tuple(fleet) if len(fleet) > 1 and any(one.counted for one in fleet) else ()


def are_compared(message: Message, in_use: Sequence[MachinesInUse]) -> bool:
    """Whether three types or more stand in one sentence without a count: a list of what was tried, not of what runs."""
    types = {one.instance_type for one in in_use}
    sentences = {message.sentence(one.start, one.end) for one in in_use}
    return len(types) >= _LIST and len(sentences) == 1 and not any(one.counted for one in in_use)


def with_own_work(message: Message, in_use: Sequence[MachinesInUse]) -> tuple[MachinesInUse, ...]:
    """The machines that do something else than the first: "one g4dn.2xlarge for embeddings" beside "2 x g5.xlarge for the chat"."""
    return tuple(one for one in in_use[1:] if _stand_together(message, in_use[0], one) and _have_own_work(message, in_use[0], one))


def _stand_together(message: Message, before: MachinesInUse, one: MachinesInUse) -> bool:
    is_beside = message.sentence(before.start, before.end) == message.sentence(one.start, one.end)
    return is_beside and _JOINED.search(message.text[before.end : one.start]) is not None


def _have_own_work(message: Message, before: MachinesInUse, one: MachinesInUse) -> bool:
    return all(_OWN_WORK.match(message.text, machines.end) is not None for machines in (before, one))
