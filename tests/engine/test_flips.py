"""What would change the choice: all of it, or the first few of it."""

from __future__ import annotations

import msgspec
import pytest

from engine.decision import whatif
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


def test_flips_that_nobody_asked_for_are_not_looked_for(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever shows a few waits for fewer decisions."""
    decided: list[None] = []
    decide = whatif.decide
    monkeypatch.setattr(whatif, "decide", lambda *given: (decided.append(None), decide(*given))[1])
    workload = understand(BERT, knowledge).workload
    counts = []
    for most in (1, None):
        decided.clear()
        advise(workload, knowledge, most_flips=most)
        counts.append(len(decided))
    assert counts[0] < counts[1]
