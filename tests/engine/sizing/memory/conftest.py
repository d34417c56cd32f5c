"""What the tests of memory share."""

from __future__ import annotations

import pytest

from engine.sizing.memory.rates import MemoryRates, memory_rates
from knowledge import Knowledge


@pytest.fixture(scope="module")
def rates(knowledge: Knowledge) -> MemoryRates:
    """The coefficients of the base."""
    return memory_rates(knowledge)
