"""The first thing that software lacks on a machine; what is unknown stands in nobody's way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.compatibility.checks import check_need
from engine.compatibility.judge import is_of_the_newest
from engine.compatibility.target import target_of_instance
from knowledge import Knowledge
from knowledge.sentences import bind_subject


class Obstacle(NamedTuple):
    """A need that a machine does not meet."""

    software: str
    need: str
    has: str
    sources: tuple[str, ...]


def find_obstacle(software: Iterable[str], instance_type: str, knowledge: Knowledge) -> Obstacle | None:
    """What the newest version of the software needs, without special features, and the machine lacks; None where nothing fails."""
    target = target_of_instance(instance_type, knowledge)
    if target is None:
        return None
    say = bind_subject(knowledge, "compatibility")
    for one in (knowledge.software[name] for name in software):
        for need in one.needs:
            if need.feature or (need.versions and not is_of_the_newest(need, one)):
                continue
            check = check_need(need, target, say)
            if check is not None and check.outcome == "fails":
                return Obstacle(one.name, check.need, check.has, need.sources)
    return None
