"""What would change the choice: all of it, or the first few of it."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.decision.choice import decide
from engine.decision.whatif import WhatIf
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge

BERT = "BERT sentiment, 1,000 requests a minute under 200 ms"


def test_the_first_few_flips_are_those_of_all(knowledge: Knowledge) -> None:
    """And nothing else of the advice differs."""
    workload = understand(BERT, knowledge).workload
    whole, short = advise(workload, knowledge), advise(workload, knowledge, most_flips=2)
    assert len(whole.flips) > 2
    assert short == msgspec.structs.replace(whole, flips=whole.flips[:2])


def test_flips_that_nobody_asked_for_are_not_looked_for(knowledge: Knowledge) -> None:
    """Whoever shows a few waits for fewer decisions."""
    workload, memo = understand(BERT, knowledge).workload, dict[Any, Any]()
    what_if = WhatIf(workload, decide(workload, knowledge, "today", memo))
    flips = what_if.flips()
    next(flips)
    after_one = len(what_if._runs)
    assert list(flips)
    assert after_one < len(what_if._runs)
