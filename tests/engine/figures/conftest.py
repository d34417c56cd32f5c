"""Workloads as people tell them, with what follows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.dialogue import Desk
from engine.dialogue.desk import Turn
from engine.intake.understand import understand
from knowledge import Knowledge

TurnFor = Callable[[str], Turn]


@pytest.fixture(scope="session")
def turn_for(knowledge: Knowledge) -> TurnFor:
    """The turn for a workload in words."""
    desk = Desk(knowledge)
    return lambda text: desk.turn(understand(text, knowledge).workload)
