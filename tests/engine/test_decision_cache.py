"""A cache that decisions share is an economy, never an influence: what is kept under a key must depend on nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decision.choice import WhatIf, decide
from engine.decision.context import CacheTable, DecisionCache, complete_workload
from engine.pipeline import advise
from engine.policy import Policy
from engine.vocabulary import accepted_values, is_list_fact
from engine.workload import FACT_NAMES, Id, Origin, Quantity, Value, Workload
from knowledge import Knowledge
from knowledge.schema.record import Lens
from tests.case_tables import for_each
from tests.depth import LONG, rounds
from tests.engine.workloads import LENSES, Facts, draw_facts, encode_advice, stated_workload, whole_outcome

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
    "dataset": ["coco", "higgs", "c4-corpus"],
    "model_family": ["whisper", "qwen3"],
    "model": ["distilbert", "llama-3-70b", "stable-diffusion-xl"],
    "algorithm": ["linear", "cnn", "llm"],
    "current_instance": ["p3.2xlarge"],
    "current_place": ["ec2"],
    "current_purchase": ["on-demand"],
    "prefer": [("cpu",)],
}


def others(fact: str, workload: Workload) -> Iterator[Value]:
    """Values of a fact that are not the workload's own: smaller and larger, every choice, both flags, telling ids."""
    kind, own = accepted_values(fact), getattr(workload, fact)
    if isinstance(kind, Quantity):
        middle = own if isinstance(own, (int, float)) and own else 30.0
        steps = [middle / 40, middle * 40]
        found: list[Value] = [max(1, round(step)) if kind.whole else step for step in steps]
        yield from (value for value in found if kind.low <= value <= kind.high)  # type: ignore[operator]  # numbers
    elif isinstance(kind, Id):
        yield from (_IDS[fact] if not is_list_fact(fact) or fact in _IDS else [])
    else:
        yield from ((True, False) if kind is None else [(str(one),) for one in kind] if is_list_fact(fact) else kind)


@for_each("base", BASES.values())
def test_no_decision_hangs_on_what_was_asked_before(knowledge: Knowledge, base: Facts) -> None:
    """With one fact changed, or said instead of assumed, a cache warm from everything before decides as a new one does."""
    workload, cache = stated_workload(knowledge, **base), DecisionCache()
    asked = [workload.with_fact(fact, value, Origin(kind="said")) for fact in FACT_NAMES for value in others(fact, workload)]
    whole = complete_workload(workload, knowledge)
    asked += [workload.with_fact(name, value, Origin(kind="said")) for name, value in whole.known_facts().items() if whole.is_assumed(name)]
    part = 1 if LONG else 2 * len(BASES)  # each base takes another part, so that every fact is changed in some of them
    first = 2 * [*BASES.values()].index(base) % part
    for turn, changed in enumerate((workload, *asked[first::part])):
        lens = LENSES[turn % 5 == 0]
        warm, cold = (decide(changed, knowledge, lens, used) for used in (cache, None))
        assert whole_outcome(warm) == whole_outcome(cold), changed.known_facts()


@settings(max_examples=rounds(quick=2, long=200))
@given(st.data(), st.sampled_from(LENSES))
def test_a_warm_cache_gives_what_a_cold_one_gives(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Questions and flips included, three workloads that share a cache get the answers they would get alone."""
    cache = DecisionCache()
    base = data.draw(draw_facts(knowledge, most=6))
    for said in (base, base | data.draw(draw_facts(knowledge, most=2)), data.draw(draw_facts(knowledge, most=4))):
        workload = stated_workload(knowledge, **said)
        warm = advise(workload, knowledge, lens=lens, memo=cache)
        assert encode_advice(warm) == encode_advice(advise(workload, knowledge, lens=lens))


def test_the_type_that_one_person_uses_is_not_told_of_to_the_next(knowledge: Knowledge) -> None:
    """The rejection of its family speaks of that type for them alone."""
    cache = DecisionCache()
    workload = stated_workload(knowledge, model="resnet-50", latency_p99_ms=100, requests_per_second=50)
    advise(workload.with_fact("current_instance", "p3.2xlarge", Origin(kind="said")), knowledge, explain="choice", memo=cache)
    assert advise(workload, knowledge, explain="choice", memo=cache).rejected == advise(workload, knowledge, explain="choice").rejected


@settings(max_examples=rounds(quick=2, long=100))
@given(st.data(), st.sampled_from(LENSES))
def test_an_advice_that_is_handed_its_decisions_is_the_same(knowledge: Knowledge, data: st.DataObject, lens: Lens) -> None:
    """Whatever was asked of them before."""
    workload = stated_workload(knowledge, **data.draw(draw_facts(knowledge, most=5)))
    what_if = WhatIf(workload, decide(workload, knowledge, lens))
    what_if.decide_with_all({"requests_per_second": 7.0, "peak_requests_per_second": 70.0})
    alone = encode_advice(advise(workload, knowledge, lens=lens))
    assert [encode_advice(advise(workload, knowledge, lens=lens, what_if=what_if)) for _ in range(2)] == [alone, alone]


def test_decisions_of_another_subject_are_refused(knowledge: Knowledge) -> None:
    """Of another workload, of the same in other words, of the other lens, of other terms."""
    workload = stated_workload(knowledge, model="bert-base", latency_p99_ms=200)
    what_if = WhatIf(workload, decide(workload, knowledge, "today"))
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
    workload = stated_workload(knowledge, model="bert-base", requests_per_second=10)
    changed = {"requests_per_second": 500.0, "latency_p99_ms": 50.0}
    both = WhatIf(workload, decide(workload, knowledge, "today")).decide_with_all(changed)
    told = stated_workload(knowledge, model="bert-base", **changed)
    assert whole_outcome(both) == whole_outcome(decide(told, knowledge, "today"))


def test_a_table_forgets_its_oldest_entry() -> None:
    """A value that is there is not computed again; beyond the bound, the one that came first is."""
    cache, table, computed = DecisionCache(), CacheTable[int, int](max_entries=2), []

    def square(number: int) -> int:
        computed.append(number)
        return number * number

    assert [cache.recall(table, number, lambda number=number: square(number)) for number in (2, 3, 2, 4, 2)] == [4, 9, 4, 16, 4]  # type: ignore[misc]
    assert computed == [2, 3, 4, 2]


def test_a_dictionary_that_is_kept_between_calls_serves_as_a_cache(knowledge: Knowledge) -> None:
    """As the guide for programs says: an empty one holds the cache after the first call, and the next call uses it."""
    memo: dict[Any, Any] = {}
    workload = stated_workload(knowledge, model="bert-base", latency_p99_ms=200)
    first = advise(workload, knowledge, explain="choice", memo=memo)
    cache = DecisionCache.in_memo(memo)
    assert memo
    assert advise(workload, knowledge, explain="choice", memo=memo) == first
    assert DecisionCache.in_memo(memo) is cache
