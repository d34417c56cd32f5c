"""A desk for the conversations of a process: what hardware does is computed once."""

from __future__ import annotations

import pytest

from engine.dialogue import Desk
from knowledge import Knowledge


@pytest.fixture(scope="session")
def desk(knowledge: Knowledge) -> Desk:
    """The packaged base, today's lens."""
    return Desk(knowledge)
