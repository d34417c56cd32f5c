"""A memo that decisions share is an economy, never an influence: what is kept under a key must depend on nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decision.choice import decide
from engine.decision.complete import complete
from engine.decision.context import Memo
from engine.decision.whatif import WhatIf
from engine.pipeline import advise
from engine.policy import Policy
from engine.vocabulary import accepts, holds_several
from engine.workload import FACT_NAMES, Id, Origin, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.depth import LONG, rounds
from tests.engine.workloads import LENSES, Facts, encoded, facts, outcome, stated

BASES: dict[str, Facts] = {
    "a network behind an endpoint": {"model": "bert-base", "latency_p99_ms": 200, "requests_per_second": 20},
    "a language model behind an endpoint": {"model": "llama-3-8b", "requests_per_second": 1, "output_tokens": 200},
    "a table behind an endpoint": {"algorithm": "xgboost", "requests_per_second": 2, "traffic": "intermittent"},
    "a table scored each month": {"algorithm": "xgboost", "items_per_run": 1e6, "runs_per_month": 1},
    "fine-tuning": {"stage": "fine-tuning", "model": "llama-3-8b", "fine_tuning_method": "lora", "rows": 20_000},
    "training on a table": {"stage": "training", "algorithm": "xgboost", "rows": 1e7, "columns": 100},
    "preparing data": {"stage": "preprocessing", "dataset_gb": 500},
    "a notebook": {"stage": "experimentation", "model": "resnet-50"},
}

_IDS: dict[str, list[Value]] = {
    "require": [("g5",), ("gpu",), ("sagemaker-async",), ("ec2",), ("t3",), ("p5",), ("m5.metal",), ("spot",)],
    "exclude": [("gpu",), ("m5",), ("sagemaker-realtime",), ("inferentia",), ("spot",)],
    "compare": [("c5", "p3.2xlarge", "lambda")],
    "region": ["eu-central-1", "ap-southeast-3"],
    "model": ["distilbert", "llama-3-70b", "stable-diffusion-xl"],
    "algorithm": ["linear", "cnn", "llm"],
    "current_instance": ["p3.2xlarge"],
}


def others(fact: str, workload: Workload) -> Iterator[Value]:
    """Values of a fact that are not the workload's own: smaller and larger, every choice, both flags, telling ids."""
    kind, own = accepts(fact), getattr(workload, fact)
    if isinstance(kind, Quantity):
        middle = own if isinstance(own, (int, float)) and own else 30.0
        steps = [middle / 40, middle * 40]
        found: list[Value] = [max(1, round(step)) if kind.whole else step for step in steps]
        yield from (value for value in found if kind.low <= value <= kind.high)  # type: ignore[operator]  # numbers
    elif isinstance(kind, Id):
        yield from (_IDS[fact] if not holds_several(fact) or fact in _IDS else [])
    else:
        yield from ((True, False) if kind is None else kind)


@pytest.mark.parametrize("base", BASES.values(), ids=BASES)
def test_no_decision_hangs_on_what_was_asked_before(knowledge: Knowledge, base: Facts) -> None:
    """With one fact changed, or said instead of assumed, a memo warm from everything before decides as a new one does."""
    workload, memo = stated(knowledge, **base), dict[Any, Any]()
    asked = [workload.with_fact(fact, value, Origin(kind="said")) for fact in FACT_NAMES for value in others(fact, workload)]
    whole = complete(workload, knowledge)
    asked += [workload.with_fact(name, value, Origin(kind="said")) for name, value in whole.known().items() if whole.is_assumed(name)]
    part = 1 if LONG else 6
    first = [*BASES.values()].index(base) % part  # each base takes another sixth, so that every fact is changed in some of them
    for turn, changed in enumerate((workload, *asked[first::part])):
        lens = LENSES[turn % 5 == 0]
        warm, cold = (decide(changed, knowledge, lens, used) for used in (memo, {}))
        assert outcome(warm) == outcome(cold), changed.known()


@settings(max_examples=rounds(quick=5, long=200))
@given(st.data(), st.sampled_from(LENSES))
def test_a_warm_memo_gives_what_a_cold_one_gives(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Questions and flips included, three workloads that share a memo get the answers they would get alone."""
    memo: Memo = {}
    base = data.draw(facts(knowledge, most=6))
    for said in (base, base | data.draw(facts(knowledge, most=2)), data.draw(facts(knowledge, most=4))):
        workload = stated(knowledge, **said)
        warm = advise(workload, knowledge, lens=lens, memo=memo)
        assert encoded(warm) == encoded(advise(workload, knowledge, lens=lens))


def test_the_type_that_one_person_uses_is_not_told_of_to_the_next(knowledge: Knowledge) -> None:
    """The rejection of its family speaks of that type for them alone."""
    memo: Memo = {}
    workload = stated(knowledge, model="resnet-50", latency_p99_ms=100, requests_per_second=50)
    advise(workload.with_fact("current_instance", "p3.2xlarge", Origin(kind="said")), knowledge, explain="choice", memo=memo)
    assert advise(workload, knowledge, explain="choice", memo=memo).rejected == advise(workload, knowledge, explain="choice").rejected


@settings(max_examples=rounds(quick=5, long=100))
@given(st.data(), st.sampled_from(LENSES))
def test_an_advice_that_is_handed_its_decisions_is_the_same(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Whatever was asked of them before."""
    workload = stated(knowledge, **data.draw(facts(knowledge, most=5)))
    what_if = WhatIf(workload, decide(workload, knowledge, lens, {}))
    what_if.under_all({"requests_per_second": 7.0, "peak_requests_per_second": 70.0})
    alone = encoded(advise(workload, knowledge, lens=lens))
    assert [encoded(advise(workload, knowledge, lens=lens, what_if=what_if)) for _ in range(2)] == [alone, alone]


def test_decisions_of_another_subject_are_refused(knowledge: Knowledge) -> None:
    """Of another workload, of the same in other words, of the other lens, of other terms."""
    workload = stated(knowledge, model="bert-base", latency_p99_ms=200)
    what_if = WhatIf(workload, decide(workload, knowledge, "today", {}))
    for milliseconds, quote in ((100.0, ""), (200.0, "0.2 s")):
        other = workload.with_fact("latency_p99_ms", milliseconds, Origin(kind="said", quote=quote))
        with pytest.raises(ValueError, match="another workload"):
            advise(other, knowledge, what_if=what_if)
    with pytest.raises(ValueError, match="lens"):
        advise(workload, knowledge, lens="exam", what_if=what_if)
    with pytest.raises(ValueError, match="policy"):
        advise(workload, knowledge, policy=Policy(approved_hardware=("gpu",)), what_if=what_if)


def test_facts_that_change_together_are_one_decision(knowledge: Knowledge) -> None:
    """The one that the workload with those facts leads to."""
    workload = stated(knowledge, model="bert-base", requests_per_second=10)
    changed = {"requests_per_second": 500.0, "latency_p99_ms": 50.0}
    both = WhatIf(workload, decide(workload, knowledge, "today", {})).under_all(changed)
    told = stated(knowledge, model="bert-base", **changed)
    assert outcome(both) == outcome(decide(told, knowledge, "today", {}))
