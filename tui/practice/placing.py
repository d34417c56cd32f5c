"""A scenario put to the advisor as it is meant: by its facts, of which its words give the advisor only what it reads there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.dialogue import start_with
from engine.workload import Workload
from tui.practice.stage import Room
from tui.talk import Part, Talk
from tui.views.line import wrapped

PLACE: Final = "/place "
"""How a choice begins that puts a scenario to the advisor; its id follows."""


def scenario_of(line: str, room: Room) -> tuple[str, Workload] | None:
    """Stem and workload of the scenario that a line puts to the advisor; None for any other line."""
    identity = line.removeprefix(PLACE).strip()
    workload = room.supply.workload(identity) if line.startswith(PLACE) else None
    item = room.supply.item(identity, 0) if workload is not None else None
    return (item.stem, workload) if item is not None and workload is not None else None


def place(stem: str, workload: Workload, talk: Talk) -> Iterator[Part]:
    """Begin a conversation about a scenario: the facts that its words mean, and what is asked or advised next."""
    conversation = start_with(workload, (), talk.desk)
    if talk.keeper is not None:
        talk.keeper.begin()
    yield from talk.reopened(conversation)
    told = talk.keeper.step(conversation, stem) if talk.keeper is not None else ""
    if told:
        yield Part("notice", lambda width: wrapped(told, width))
