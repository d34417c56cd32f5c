"""What would change the choice: all of it, or the first few of it."""

from __future__ import annotations

import msgspec

from engine.decision.choice import WhatIf, decide
from engine.decision.context import DecisionCache
from engine.intake.understand import understand
from engine.pipeline import advise
from knowledge import Knowledge
from tests.engine.workloads import shared_cache

BERT = "BERT sentiment, 1,000 requests a minute under 200 ms"


def test_the_first_few_flips_are_those_of_all(knowledge: Knowledge) -> None:
    """And nothing else of the advice differs."""
    workload = understand(BERT, knowledge).workload
    whole, short = (advise(workload, knowledge, memo=shared_cache(knowledge), max_flips=most) for most in (None, 2))
    assert len(whole.flips) > 2
    assert short == msgspec.structs.replace(whole, flips=whole.flips[:2])


def test_flips_that_nobody_asked_for_are_not_looked_for(knowledge: Knowledge) -> None:
    """Whoever shows a few waits for fewer decisions."""
    workload, cache = understand(BERT, knowledge).workload, DecisionCache()
    what_if = WhatIf(workload, decide(workload, knowledge, "today", cache))
    flips = what_if.find_flips()
    next(flips)
    after_one = len(what_if._runs)
    assert list(flips)
    assert after_one < len(what_if._runs)
